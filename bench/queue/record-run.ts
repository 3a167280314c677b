import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HEADLESS } from '../../runtime/loop/interfaces/host.ts';
import { startRun } from '../../runtime/run/start.ts';
import { type MadeUpSkill, templateFor } from '../evals/made-up-skill.ts';

/** Performs one run with the simulated model, and returns the path of its folder. */
export async function recordRun(made: MadeUpSkill, runs: string): Promise<string> {
  const { spec } = await templateFor(made, 'adk');
  const started = startRun(
    { ...spec, prompt: 'Write a note.', skills: [made.skill], runs },
    { host: HEADLESS, signal: new AbortController().signal, onEvent: () => undefined },
  );
  if (started.kind === 'failed') throw new Error(started.message);
  await started.finished;
  const name = readdirSync(runs).find((one) => one === started.run) ?? '';
  return join(runs, name);
}
