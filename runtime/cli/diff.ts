import { defined } from '../../skill/index.ts';
import { compareRuns, type RunComparison } from '../compare/compare-runs.ts';
import { jsonLine } from '../journal/json-line.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { prettyComparison } from './pretty-comparison.ts';
import { readRunOrSession } from './read-run.ts';
import { terminalColors } from './terminal-colors.ts';
import { withSpillFile } from './with-spill-file.ts';

export interface DiffOptions {
  readonly runs: string;
  readonly json?: boolean;
}

/** Compares two runs or sessions, and returns the exit code. */
export function diff(first: string, second: string, { runs, json }: DiffOptions, output: Output): Promise<number> {
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

function jsonOf({ aligned, divergence, forkChange, totals }: RunComparison) {
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
    ...defined<Pick<RunComparison, 'forkChange'>>({ forkChange }),
    totals,
  };
}
