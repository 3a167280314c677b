import type pc from 'picocolors';
import type { EvalPlan } from '../evals/prepare/eval-plan.ts';
import {
  agreementNote,
  type EvalSection,
  excludedNote,
  incompleteNote,
  sectionsOf,
  unfilledNote,
} from '../evals/results/result-sections.ts';
import type { EvalResults } from '../evals/results/results.ts';
import { oneLine } from './plain-text.ts';
import { textTable } from './text-table.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Formats the results of an eval for the terminal: a table for each skill, client and model, and the sums below it. */
export function prettyEval(results: EvalResults, color: Colors, plan?: EvalPlan): string {
  const note = incompleteNote(results);
  const excluded = excludedNote(results);
  const agreement = agreementNote(results);
  const unfilled = unfilledNote(results);
  return [
    ...sectionsOf(results, plan).map((section) => prettySection(section, color)),
    ...(excluded === undefined ? [] : [color.dim(excluded)]),
    ...(unfilled === undefined ? [] : [oneLine(unfilled)]),
    ...(agreement === undefined ? [] : [agreement]),
    ...(note === undefined ? [] : [color.yellow(note)]),
  ].join('\n\n');
}

function prettySection({ title, note, head, rows, lines }: EvalSection, color: Colors): string {
  const cells = rows.map((row) => row.map(oneLine));
  return [
    `${color.bold(title.map(oneLine).join(' · '))}${note === undefined ? '' : `  ${note}`}`,
    ...(cells.length === 0 ? [] : [...textTable(head, cells, color), '']),
    ...lines.map(({ text, quoted = '', warning, isSecondary }) => {
      const line = `${text}${oneLine(quoted)}`;
      const shown = isSecondary === true ? color.dim(line) : line;
      return warning === undefined ? shown : `${shown}${color.yellow(`  ${warning}`)}`;
    }),
  ].join('\n');
}
