/** Hover section about the certainty of a finding: how certain it is that a bundled file is meant, and why, in words. */
import type { Evidence, Range } from '../../../skill/index.ts';
import { type Finding, placesOf } from '../../rules/rule/rule.ts';
import type { DocumentResult } from '../../workspace/skill-entry.ts';
import { code, type Part, plain, type Words } from './content.ts';

/** The words for a certainty, each from the given number on. */
const DEGREES: readonly (readonly [from: number, words: string])[] = [
  [0.9, 'Almost certainly a bundled file is meant'],
  [0.75, 'Very likely a bundled file is meant'],
  [0.6, 'Probably a bundled file is meant'],
  [0.5, 'Perhaps a bundled file is meant'],
  [0.25, 'Probably no bundled file is meant'],
  [0, 'Very likely no bundled file is meant'],
];
/** The certainty from which on nothing is said against it. */
const CLEAR = 0.9;
/** Maximum number of reasons for it. */
const MAX_REASONS = 2;

/**
 * Describes the path or words of a finding: how likely a bundled file is meant, why, what speaks against it unless it is clear,
 * and the file that the skill has instead. The weights are in `check --explain`.
 */
export function certaintyAt({ analysis, findings }: DocumentResult, at: number) {
  const isAt = ({ start, end }: Range): boolean => start <= at && at <= end;
  const finding = findings.find((one) => placesOf(one).some(({ range }) => isAt(range)));
  if (finding === undefined) return undefined;
  const reference = analysis?.references.find(({ reference, judge }) => judge && isAt(reference.range));
  const mention = analysis?.mentions.find(({ mention, verdict }) => verdict.kind !== 'silent' && isAt(mention.range));
  const range = reference?.reference.range ?? mention?.mention.range;
  const judgment = reference?.judge?.() ?? mention?.judge?.();
  if (range === undefined || judgment === undefined) return undefined;
  const words: Words = [
    // A clue may quote the text.
    plain(explain(judgment.certainty, judgment.clues)),
    ...(reference === undefined ? [] : closestFile(finding)),
  ];
  const parts: readonly Part[] = [{ kind: 'words', words }];
  return { range, parts };
}

function explain(certainty: number, clues: readonly Evidence[]): string {
  const [, degree = ''] = DEGREES.find(([from]) => certainty >= from) ?? [];
  const isLikely = certainty >= 0.5;
  // The words around it are weighed together, and a list of them explains nothing. Strongest first.
  const told = clues.filter(({ id }) => id !== 'words');
  const reasons = told.filter(({ weight }) => weight > 0 === isLikely).slice(0, MAX_REASONS);
  const against = certainty >= CLEAR ? undefined : told.find(({ weight }) => weight > 0 !== isLikely);
  const since =
    reasons.length === 0 ? ', by the words around it' : `: ${reasons.map(({ says }) => says).join(', and ')}`;
  return `${degree}${since}.${against === undefined ? '' : ` But ${against.says}.`}`;
}

/** Returns the sentence about the file that the skill has in place of a missing one; nothing if it has none. */
function closestFile({ suggestions = [] }: Finding): Words {
  const [file] = suggestions;
  return file === undefined ? [] : [' The skill has ', code(file), '.'];
}
