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
import { missedThresholds, type Thresholds } from '../evals/results/thresholds.ts';
import { oneLine } from './plain-text.ts';

/** Maximum length of a summary: a comment on GitHub has up to 65,536 characters. */
const MAX_LENGTH = 60_000;

/** Formats the results of an eval as Markdown for a job summary or a comment on GitHub, with the thresholds that are not met. */
export function markdownEval(results: EvalResults, plan?: EvalPlan, thresholds: Thresholds = {}): string {
  const note = incompleteNote(results);
  const excluded = excludedNote(results);
  const agreement = agreementNote(results);
  const unfilled = unfilledNote(results);
  const hasThresholds = thresholds.minPass !== undefined || thresholds.maxMisses !== undefined;
  const text = [
    '## Skillwright eval',
    ...(note === undefined ? [] : [`**${note}**`]),
    ...(hasThresholds ? [thresholdNote(missedThresholds(results, thresholds))] : []),
    ...sectionsOf(results, plan).map(markdownSection),
    ...(excluded === undefined ? [] : [excluded]),
    ...(unfilled === undefined ? [] : [code(unfilled)]),
    ...(agreement === undefined ? [] : [agreement]),
    '',
  ].join('\n\n');
  if (text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf('\n', MAX_LENGTH))}\n\n**Shortened: \`results.json\` has everything.**\n`;
}

function thresholdNote(missed: readonly string[]): string {
  if (missed.length === 0) return 'All thresholds are met.';
  return `**Thresholds are missed:**\n\n${missed.map((line) => `- ${code(line)}`).join('\n')}`;
}

function markdownSection({ title, note, head, rows, lines }: EvalSection): string {
  const [first = '', ...columns] = head;
  const table = [
    tableRow([first === '' ? 'case' : first, ...columns]),
    tableRow(['---', ...columns.map(() => '---:')]),
    ...rows.map(([name = '', ...cells]) => tableRow([code(name), ...cells])),
  ];
  return [
    `### ${title.map(code).join(' · ')}${note === undefined ? '' : `, ${note}`}`,
    ...(rows.length === 0 ? [] : [table.join('\n')]),
    lines
      .map(({ text, quoted, warning }) => {
        const line = `${text.replaceAll(/ {2,}/g, ': ')}${quoted === undefined ? '' : code(quoted)}`;
        return `- ${line}${warning === undefined ? '' : `, **${warning}**`}`;
      })
      .join('\n'),
  ].join('\n\n');
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/**
 * Returns a code span, in which names from files cannot become links, mentions, HTML or cells. A bar ends a cell even in a code
 * span, and its escape is visible outside tables, so that a similar character replaces it.
 */
function code(text: string): string {
  const line = oneLine(text).replaceAll('|', '\u2502').trim();
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}
