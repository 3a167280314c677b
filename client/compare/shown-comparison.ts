/** The content of the page of a comparison. Independent of `vscode`. */
import type { ComparedRow, ComparedRun, Comparison, ForkChange } from '../../runtime/protocol/compare.ts';
import { defined } from '../../runtime/text/objects.ts';
import { nameOfClient } from '../panel/trace/client-name.ts';
import { oneLine } from '../panel/trace/read.ts';
import { labelOfReason } from '../runs/describe.ts';
import type { RunColumn, ShownComparison } from '../timeline/compare/protocol.ts';
import { stepPairs } from './steps.ts';

/**
 * Returns what the page shows.
 * @param nameOf returns the user's name for the run with a journal
 */
export function shownComparison(
  { a, b, rows, divergence, forkChange }: Comparison,
  nameOf: (journal: string) => string | undefined,
): ShownComparison {
  return defined({
    journals: { a: a.journal, b: b.journal },
    runs: { a: columnOf(a, nameOf(a.journal)), b: columnOf(b, nameOf(b.journal)) },
    pairs: stepPairs(rows, a, b),
    fork: forkChange === undefined ? undefined : describeFork(forkChange, rows),
    first:
      divergence === undefined
        ? undefined
        : {
            row: divergence.row,
            sentence: oneLine(divergence.sentence, 400),
            hasTexts: divergence.texts !== undefined,
          },
  });
}

/** Returns what a fork changed, with the number of the step as the page shows it. */
function describeFork({ fork, at, changes }: ForkChange, rows: readonly ComparedRow[]): string {
  const origin = fork === 'b' ? 'a' : 'b';
  const found = rows.findIndex((one) => (one[origin]?.seq ?? 0) >= at);
  // Steps that only the fork has are listed before the step that it replaced.
  const row = found < 0 ? found : rows.findLastIndex((one, index) => index < found && one[origin] !== undefined) + 1;
  const place = row < 0 ? `at event ${at}` : `from step ${row + 1} on`;
  const changed = changes.length === 0 ? 'Nothing was changed.' : `Changed: ${oneLine(changes.join('; '), 600)}.`;
  return `${fork.toUpperCase()} is a fork of ${origin.toUpperCase()} ${place}. ${changed}`;
}

function columnOf(run: ComparedRun, name: string | undefined): RunColumn {
  const { totals, simulated, startedAt, imported } = run;
  const client = totals.client === undefined ? '' : nameOfClient(totals.client);
  return {
    title: titleOfRun(run, name),
    state: totals.reason === undefined ? 'not ended' : labelOfReason(totals.reason),
    agent: oneLine(run.agent, 80),
    simulated,
    client: imported ? `${client || 'imported'} session` : client && `as ${client}`,
    startedAt,
    live: totals.reason === undefined || totals.reason === 'paused',
    totals,
  };
}

/** Returns the user's name for a run, or the first line of its prompt. */
export function titleOfRun({ prompt }: ComparedRun, name: string | undefined): string {
  return name ?? (oneLine(prompt.trim().split('\n', 1)[0] ?? '', 120) || '(no prompt)');
}
