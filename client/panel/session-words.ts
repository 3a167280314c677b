/** The words behind the misses of an imported session, in the texts that the session has. */
import type { Cause } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { MISS_KINDS } from '../../skill/index.ts';
import type { MissedPaths, RecordedExcerpt, SoughtPlace } from '../timeline/payload.ts';
import { cause, isObject, isSameMiss, type Loose, oneLine, text } from './trace/read.ts';

/** Maximum length of a line that is shown, in characters. */
const MAX_LINE = 2000;
/** Maximum number of further files that a call missed. */
const MAX_OTHERS = 20;

/**
 * Returns the words behind a miss in the text that an imported session has, if no current skill has the same lines.
 * @param current the words in the current skill
 */
export function recordedWords(result: Loose, current: Cause | undefined): RecordedExcerpt | undefined {
  const recorded = isObject(result.cause) ? cause(result.cause, 'recorded') : undefined;
  if (recorded === undefined || !isObject(result.miss)) return undefined;
  const written = recorded.lines ?? recorded.text;
  if (current !== undefined && (current.lines ?? current.text) === written) return undefined;
  const { file, line, column, endLine, endColumn, lines } = recorded;
  const [first = '', ...others] = written.split('\n').map((one) => one.slice(0, MAX_LINE));
  // Without the lines, only the words are known.
  const from = lines === undefined ? 1 : column;
  const to = lines !== undefined && endLine === line ? endColumn : first.length + 1;
  return {
    missed: text(result.miss, 'path'),
    excerpt: {
      path: `${text(result.miss, 'skill')}/${file}`,
      status: 'same',
      firstLine: line,
      lines: [first, ...others],
      mark: { line, from, to },
    },
  };
}

/**
 * Returns the files that a result of an imported session missed.
 * @param later what later calls say about them: those that the session creates were not missed
 */
export function missedPaths(
  { miss: first, cause: causes, alsoMissed }: Loose,
  later: readonly Loose[] = [],
): MissedPaths | undefined {
  const all = [...(isObject(first) ? [{ ...first, cause: causes }] : []), ...listOf(alsoMissed)];
  const [miss, ...others] = all.filter((one) => laterOf(one, later).created !== true);
  if (miss === undefined) return undefined;
  const current = 'cause' in miss && isObject(miss.cause) ? cause(miss.cause, 'current') : undefined;
  return defined({
    path: nameOf(miss),
    isInSkill: current?.suggestions.includes(text(miss, 'path')) === true,
    isOutside: 'outside' in miss && miss.outside === true,
    others: others.slice(0, MAX_OTHERS).map(nameOf),
    sought: soughtPlace(miss, later),
  });
}

const listOf = (list: unknown): readonly Loose[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** Returns the last finding of later calls about a miss: each has everything that is known then. */
const laterOf = (miss: Loose, later: readonly Loose[]): Loose => later.findLast((one) => isSameMiss(one, miss)) ?? {};

/**
 * Returns where the file or skill of a miss was sought, and where it is. Undefined if the kind of the miss is not known.
 * @param laterCalls what later calls of the session say about misses of the same result
 */
export function soughtPlace(miss: Loose, laterCalls: readonly Loose[] = []): SoughtPlace | undefined {
  const later = laterOf(miss, laterCalls);
  const reason = text(later, 'reason') || text(miss, 'reason');
  const found = MISS_KINDS.find(({ id }) => id === reason);
  if (found === undefined) return undefined;
  const { title, says } = found;
  const place = isObject(later.place) ? later.place : isObject(miss.place) ? miss.place : {};
  const at = oneLine(text(place, 'at'), MAX_LINE);
  return defined({
    title,
    says,
    asked: oneLine(text(miss, 'asked'), MAX_LINE),
    place: at === '' ? undefined : at,
    exists: place.exists === true,
    isMisplaced: /^(?:root|base|name)\./.test(reason),
  });
}

const nameOf = (miss: Loose): string => oneLine(`${text(miss, 'skill')}/${text(miss, 'path')}`);
