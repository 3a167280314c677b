import type { ClientProfile } from '../../../skill/index.ts';
import { CLIENTS } from '../../../skill/index.ts';
import { hasPlaceholder, type RunnerCommand, readRunner } from './runner-command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The command of the author that runs a real client in the trials of an eval. */
export interface ClientRunner {
  readonly command: RunnerCommand;
  readonly profile: ClientProfile;
  readonly timeoutMs: number;
  readonly environment: Environment;
}

/** The name of the model in results if the command leaves the choice to the client. */
export const CLIENT_MODEL = "the client's model";

/**
 * Creates the runner of a client. Returns an error message if the command is not usable.
 * @param models the models of the eval; empty for the client's own
 */
export function createRunner(options: {
  readonly command: string;
  readonly client: string | undefined;
  readonly models: readonly string[];
  readonly timeoutMs: number;
  readonly environment: Environment;
}): ClientRunner | string {
  const { client, models, timeoutMs, environment } = options;
  const command = readRunner(options.command, environment);
  if (typeof command === 'string') return command;
  const profile = CLIENTS.find(({ id }) => id === client);
  const folders = profile?.discovery.kind === 'folders' ? profile.discovery.folders : [];
  if (profile === undefined || !folders.some(({ scope }) => scope === 'workspace')) {
    const names = CLIENTS.flatMap(({ id, discovery }) => (discovery.kind === 'folders' ? [id] : []));
    return `Name the client of the runner with --client, one of ${names.join(', ')}: it decides where skills are installed.`;
  }
  const takesModel = hasPlaceholder(command, 'model');
  if (models.length > 0 && !takesModel)
    return 'Add {model} to the runner, for example as --model {model}, or leave out --model: the client chooses its model.';
  if (models.some((name) => name.includes('\0')))
    return "Remove the NUL character from the model's name: no program can be started with it.";
  if (models.length === 0 && takesModel) return 'Add --model: the runner contains {model}.';
  return { command, profile, timeoutMs, environment };
}
