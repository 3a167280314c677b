/** The content of the page of a comparison. Independent of `vscode`. */
import type { ComparedRun, Comparison } from '../../runtime/protocol/compare.ts';
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
  { a, b, rows, divergence }: Comparison,
  nameOf: (journal: string) => string | undefined,
): ShownComparison {
  return defined({
    journals: { a: a.journal, b: b.journal },
    runs: { a: columnOf(a, nameOf(a.journal)), b: columnOf(b, nameOf(b.journal)) },
    pairs: stepPairs(rows, a, b),
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
