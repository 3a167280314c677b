import { Command } from 'commander';
import { compareRuns, type RunComparison } from '../compare/compare-runs.ts';
import { jsonLine } from '../journal/json-line.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import { Output } from './output.ts';
import { prettyComparison } from './pretty-comparison.ts';
import { readRunOrSession } from './read-run.ts';
import { terminalColors } from './terminal-colors.ts';
import { withSpillFile } from './with-spill-file.ts';

interface DiffOptions {
  readonly runs: string;
  readonly json?: boolean;
}

/** Creates `skillwright diff`, which compares two runs. Its exit codes and JSON are a contract. */
export function diffCommand(): Command {
  return new Command('diff')
    .description('Compares two runs or sessions step by step and names the likely reason for their first difference.')
    .argument('<a>', 'id of a run, as in run_started, or the path of its journal or of a session')
    .argument('<b>', 'the run or session to compare it with')
    .option('--runs <dir>', 'folder of runs', '.skillwright/runs')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nTimes, ids and durations are ignored.\nExit codes: 0 the same, 1 different, 2 invalid usage.',
    )
    .action(async (a: string, b: string, options: DiffOptions) => {
      process.exitCode = await diff(a, b, options, new Output('diff'));
    });
}

function diff(first: string, second: string, { runs, json }: DiffOptions, output: Output): Promise<number> {
  return withSpillFile(output, async (spill) => {
    const a = await readRunOrSession(first, runs, spill);
    const b = await readRunOrSession(second, runs, spill);
    for (const read of [a, b]) if (read.kind === 'failed') output.error(read.message);
    if (a.kind === 'failed' || b.kind === 'failed') return INVALID_USAGE;
    const comparison = compareRuns(a, b);
    output.line(json === true ? jsonLine(jsonOf(comparison)) : prettyComparison(comparison, terminalColors()));
    return comparison.divergence === undefined ? 0 : 1;
  });
}

function jsonOf({ aligned, divergence, totals }: RunComparison) {
  return {
    version: 1,
    aligned: aligned.map(({ a, b, relation }) => [a?.seq ?? null, b?.seq ?? null, relation]),
    divergence:
      divergence === undefined
        ? null
        : {
            a: divergence.a?.seq ?? null,
            b: divergence.b?.seq ?? null,
            reason: divergence.reason,
            subject: divergence.subject,
          },
    totals,
  };
}
