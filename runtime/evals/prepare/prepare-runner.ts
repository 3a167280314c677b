import type { Refusal } from '../../run/prepare.ts';
import { createRunner } from '../runner/client-runner.ts';
import { hasPlaceholder, readRunner } from '../runner/runner-command.ts';
import { runnerTemplates } from './prepare-template.ts';
import type { RunnerTemplate } from './prepare-trials.ts';

/** Maximum time of a trial, as on the command line. */
export const RUNNER_TIMEOUT_SECONDS = 600;

/**
 * Prepares the trials of a real client by a command of the user's settings, or returns a problem.
 * @param models used if the command takes a model
 */
export function prepareRunner(
  text: string,
  client: string,
  models: readonly string[],
): readonly RunnerTemplate[] | Refusal {
  const { env: environment } = process;
  const command = readRunner(text, environment);
  const names = typeof command !== 'string' && hasPlaceholder(command, 'model') ? models : [];
  const runner = createRunner({
    command: text,
    client,
    models: names,
    timeoutMs: RUNNER_TIMEOUT_SECONDS * 1000,
    environment,
  });
  return typeof runner === 'string' ? { refused: runner } : runnerTemplates(runner, names);
}
