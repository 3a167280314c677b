/** Hover section about the certainty of a finding and its clues. */
import type { Evidence, Range } from '../../../skill/index.ts';
import { placesOf } from '../../rules/rule/rule.ts';
import type { DocumentResult } from '../../workspace/skill-entry.ts';
import { escapeMarkdown } from './content.ts';

/** Maximum number of clues, strongest first. */
const MAX_CLUES = 6;

/** Returns Markdown for the path or words of a finding: how likely a bundled file is meant, and the clues. */
export function certaintyAt({ analysis, findings }: DocumentResult, at: number) {
  const isAt = ({ start, end }: Range): boolean => start <= at && at <= end;
  if (!findings.flatMap(placesOf).some(({ range }) => isAt(range))) return undefined;
  const reference = analysis?.references.find(({ reference, judge }) => judge && isAt(reference.range));
  const mention = analysis?.mentions.find(({ mention, verdict }) => verdict.kind !== 'silent' && isAt(mention.range));
  const range = reference?.reference.range ?? mention?.mention.range;
  const judgment = reference?.judge?.() ?? mention?.judge?.();
  if (range === undefined || judgment === undefined) return undefined;
  const { certainty, clues } = judgment;
  const value = [
    `${Math.round(certainty * 100)} % certain that a bundled file is meant:`,
    '',
    ...clues.slice(0, MAX_CLUES).map(formatClue),
  ].join('\n');
  return { range, value };
}

const formatClue = ({ says, weight }: Evidence): string =>
  `- ${weight > 0 ? 'for' : 'against'}: ${escapeMarkdown(says)} (${weight > 0 ? '+' : ''}${weight.toFixed(1)})`;
