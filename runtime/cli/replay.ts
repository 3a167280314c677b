import { resolve } from 'node:path';
import { Command } from 'commander';
import { jsonLine } from '../journal/json-line.ts';
import { isRunId } from '../journal/run-id.ts';
import type { Divergence } from '../replay/compare.ts';
import { type ReplayedPrompt, replayRun } from '../replay/replay.ts';
import { WRONG_USE } from './exit-codes.ts';
import { Output } from './output.ts';
import { noCommands } from './plain.ts';

interface ReplayOptions {
  readonly runs: string;
  readonly json?: boolean;
}

/** `skillwright replay`: a run again without its model, and where it would come to something else today. */
export function replayCommand(): Command {
  return new Command('replay')
    .description("Plays a run again with its model's recorded answers, and says where it would differ today.")
    .argument('<run>', 'the id of the run, as run_started has it')
    .option('--runs <dir>', 'folder of runs', '.skillwright/runs')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nSkills are read anew, guards count anew; no model is asked, no script or other tool runs, nothing is kept.\nExit: 0 the same, 1 it differs, 2 wrong use.',
    )
    .action(async (run: string, options: ReplayOptions) => {
      process.exitCode = await replay(run, options, new Output('replay'));
    });
}

async function replay(run: string, { runs, json }: ReplayOptions, output: Output): Promise<number> {
  if (!isRunId(run)) {
    output.error(`Not the id of a run: ${run}`);
    return WRONG_USE;
  }
  const replayed = await replayRun(resolve(runs), run);
  if (replayed.kind === 'failed') {
    output.error(replayed.message);
    return WRONG_USE;
  }
  const { prompts } = replayed;
  const same = prompts.every(({ divergence }) => divergence === undefined);
  if (json === true) output.line(jsonLine({ version: 1, run, same, prompts }));
  else prompts.forEach((prompt, index) => void output.line(lineOf(prompt, index + 1, prompts.length)));
  return same ? 0 : 1;
}

function lineOf({ compared, divergence, cut, inner }: ReplayedPrompt, number: number, of: number): string {
  const which = of === 1 ? '' : `prompt ${number}: `;
  const events = `${compared} ${compared === 1 ? 'event' : 'events'}`;
  const notes = [
    ...(cut ? ['the run was stopped, killed or held up, compared up to its last answer'] : []),
    ...(inner ? ['called agents and skills as tools answered as recorded'] : []),
  ].map((note) => `\n  ${note}`);
  if (divergence === undefined) return `${which}the same, ${events}${notes.join('')}`;
  return noCommands(`${which}differs after ${events}: ${told(divergence)}${notes.join('')}`);
}

function told({ seq, type, field, recorded, replayed }: Divergence): string {
  if (seq === undefined) return `it goes on with ${type} where the record has ended`;
  if (field === '') return `event ${seq} is ${type}, now it is ${brief(replayed)}`;
  return `event ${seq}, ${type}, ${field}:\n  recorded ${brief(recorded)}\n  now      ${brief(replayed)}`;
}

function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
