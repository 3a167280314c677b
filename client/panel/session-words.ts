/** The words behind the misses of an imported session, in the texts that the session has. */
import type { Cause } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { MISS_KINDS } from '../../skill/index.ts';
import type { MissedPaths, RecordedExcerpt, SoughtPlace } from '../timeline/payload.ts';
import { cause, isObject, type Loose, oneLine, text } from './trace/read.ts';

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
 * @param later what a later call says about the first of them
 */
export function missedPaths({ miss, cause: causes, alsoMissed }: Loose, later: Loose = {}): MissedPaths | undefined {
  if (!isObject(miss)) return undefined;
  const current = isObject(causes) ? cause(causes, 'current') : undefined;
  const others = Array.isArray(alsoMissed) ? alsoMissed.filter(isObject) : [];
  return defined({
    path: nameOf(miss),
    isInSkill: current?.suggestions.includes(text(miss, 'path')) === true,
    isOutside: miss.outside === true,
    others: others.slice(0, MAX_OTHERS).map(nameOf),
    sought: soughtPlace(miss, later),
  });
}

function soughtPlace(miss: Loose, later: Loose): SoughtPlace | undefined {
  const reason = text(later, 'reason') || text(miss, 'reason');
  const says = MISS_KINDS.find(({ id }) => id === reason)?.says;
  if (says === undefined) return undefined;
  const place = isObject(later.place) ? later.place : isObject(miss.place) ? miss.place : {};
  const at = oneLine(text(place, 'at'), MAX_LINE);
  return defined({
    says,
    asked: oneLine(text(miss, 'asked'), MAX_LINE),
    place: at === '' ? undefined : at,
    exists: place.exists === true,
    isMisplaced: /^(?:root|base|name)\./.test(reason),
  });
}

const nameOf = (miss: Loose): string => oneLine(`${text(miss, 'skill')}/${text(miss, 'path')}`);
