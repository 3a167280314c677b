import { resolve } from 'node:path';
import { jsonLine } from '../journal/json-line.ts';
import { isRunId } from '../journal/run-id.ts';
import type { Divergence } from '../replay/compare.ts';
import { type ReplayedPrompt, replayRun } from '../replay/replay.ts';
import { formatCount } from '../text/count.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { escapeCommands } from './plain-text.ts';

export interface ReplayOptions {
  readonly runs: string;
  readonly json?: boolean;
}

/** Replays a run without its model, and returns the exit code. */
export async function replay(run: string, { runs, json }: ReplayOptions, output: Output): Promise<number> {
  if (!isRunId(run)) {
    output.error(`Not a run id: ${run}`);
    return INVALID_USAGE;
  }
  const replayed = await replayRun(resolve(runs), run);
  if (replayed.kind === 'failed') {
    output.error(replayed.message);
    return INVALID_USAGE;
  }
  const { prompts } = replayed;
  const same = prompts.every(({ divergence }) => divergence === undefined);
  if (json === true) output.line(jsonLine({ version: 1, run, same, prompts }));
  else prompts.forEach((prompt, index) => void output.line(lineOf(prompt, index + 1, prompts.length)));
  return same ? 0 : 1;
}

function lineOf({ compared, divergence, cut, inner }: ReplayedPrompt, number: number, of: number): string {
  const which = of === 1 ? '' : `prompt ${number}: `;
  const events = formatCount(compared, 'event');
  const notes = [
    ...(cut ? ['the run was stopped, killed or paused; compared up to its last answer'] : []),
    ...(inner ? ['called agents and skills as tools returned their recorded results'] : []),
  ].map((note) => `\n  ${note}`);
  if (divergence === undefined) return `${which}the same, ${events}${notes.join('')}`;
  return escapeCommands(`${which}differs after ${events}: ${describe(divergence)}${notes.join('')}`);
}

function describe({ seq, type, field, recorded, replayed }: Divergence): string {
  if (seq === undefined) return `it continues with ${type} after the end of the recording`;
  if (field === '') return `event ${seq} was ${type} and is now ${shorten(replayed)}`;
  return `event ${seq}, ${type}, ${field}:\n  recorded ${shorten(recorded)}\n  now      ${shorten(replayed)}`;
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
