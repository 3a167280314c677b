/** The prose of a document, for rules that examine words without parsing. */
import { type AnswerCache, PartAnswers, type PartKey, type SkillDocument, sectionsOf } from '../../../skill/index.ts';

export interface Line {
  /** Offset of its first character. */
  readonly start: number;
  readonly text: string;
}

const FENCE = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})([^\r\n]*)/;

/** Yields the lines outside of fenced code blocks, starting at `from`, without line breaks. */
export function* proseLines(text: string, from: number): Iterable<Line> {
  yield* proseBetween(text, from, text.length, undefined);
}

/**
 * Yields the prose lines of the sections for which `has` returns true, so that a keystroke does not rescan all others.
 * @param cache cached answers of `has` by section
 */
export function* proseIn(
  document: SkillDocument,
  cache: AnswerCache<boolean>,
  has: (text: string) => boolean,
): Iterable<Line> {
  const { text, bodyStart } = document;
  const sections = sectionsOf(document);
  if (sections === undefined) return yield* proseLines(text, bodyStart);
  let fence: string | undefined;
  for (const { key, start, end } of sections) {
    const isRelevant = cache.get(key) ?? has(text.slice(start, end));
    cache.set(key, isRelevant);
    if (isRelevant) fence = yield* proseBetween(text, start, end, fence);
    else fence = fenceAfter(text, start, end, key, fence);
  }
}

/** Caches for each section the fence that is open at its end, by the fence that is open at its start; `''` for none. */
const fences = new PartAnswers<Map<string, string | undefined>>();

function fenceAfter(text: string, start: number, end: number, key: PartKey, before: string | undefined) {
  const known = fences.get(key) ?? new Map<string, string | undefined>();
  fences.set(key, known);
  const open = before ?? '';
  if (!known.has(open)) {
    const lines = proseBetween(text, start, end, before);
    let step = lines.next();
    while (!step.done) step = lines.next();
    known.set(open, step.value);
  }
  return known.get(open);
}

/** Yields the lines outside of fences between two offsets, given the fence that is open before. Returns the fence open after. */
function* proseBetween(
  text: string,
  from: number,
  to: number,
  before: string | undefined,
): Generator<Line, string | undefined> {
  let fence = before;
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    const [, mark, rest = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && rest.trim() === '') fence = undefined;
    } else if (mark !== undefined && !(mark.startsWith('`') && rest.includes('`'))) fence = mark;
    else yield { start, text: line };
    start = end + 1;
  }
  return fence;
}

/** Returns true if an offset of a line is in a code span: an odd number of backticks precedes it. */
export const inCode = (line: string, at: number): boolean => ticksBefore(line)(at) % 2 === 1;

/** Returns a function that counts the backticks before an offset; increasing offsets scan the text only once. */
export function ticksBefore(text: string): (at: number) => number {
  let count = 0;
  let next = text.indexOf('`');
  let last = 0;
  return (at) => {
    if (at < last) {
      count = 0;
      next = text.indexOf('`');
    }
    last = at;
    for (; next >= 0 && next < at; next = text.indexOf('`', next + 1)) count++;
    return count;
  };
}
