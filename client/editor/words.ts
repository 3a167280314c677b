/** Finds the words that a run recorded in the text as it is today. Everything that goes from a run back to a text asks here. */
import type { Cause } from '../../runtime/protocol/events.ts';

/** A range of a text. Lines and columns count from 0, as an editor's do. */
export interface Words {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * - `same`: the whole lines of the words are as the model read them, wherever they stand now
 * - `edited`: the words are there, in lines that were edited since
 * - `gone`: neither is there any more
 */
export type Found =
  | { readonly kind: 'same'; readonly words: Words }
  | { readonly kind: 'edited'; readonly words: Words }
  | { readonly kind: 'gone' };

const GONE: Found = { kind: 'gone' };

/** Lines of a text without their ends, which are CR, LF or CRLF as in LSP. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/**
 * Where the words of a cause stand in a text now. The cause comes from a journal, which may hold anything.
 * @param lines of the text, see `linesOf`
 */
export function findWords(cause: Cause, lines: readonly string[]): Found {
  const same = unchangedWords(cause, lines);
  return same === undefined ? editedWords(cause, lines) : { kind: 'same', words: same };
}

/**
 * The words of a cause where their lines are as the model read them, else undefined: what a run says of words holds for no
 * others. Where the same lines stand several times, the nearest with the same neighbours.
 * @param lines of the text, see `linesOf`
 */
export function unchangedWords(cause: Cause, lines: readonly string[]): Words | undefined {
  const { line, column, endLine, endColumn } = cause;
  if (![line, column, endLine, endColumn].every((one) => Number.isInteger(one) && one > 0)) return undefined;
  const more = Math.max(0, endLine - line);
  const alike = (first: number): number => neighboursAlike(cause, lines, first, first + more);
  const [best] = placesOf(cause, lines).sort(
    (a, b) => alike(b) - alike(a) || Math.abs(a - line + 1) - Math.abs(b - line + 1),
  );
  return best === undefined
    ? undefined
    : { line: best, column: column - 1, endLine: best + more, endColumn: endColumn - 1 };
}

/** The first lines of all places that read as the cause's did. */
function placesOf(cause: Cause, lines: readonly string[]): number[] {
  const read = cause.lines?.split('\n');
  // Without their lines (a very long one, or a journal of an earlier version) the same words in the same columns must do.
  if (read === undefined) {
    const words = unified(cause.text);
    return words === '' ? [] : lines.flatMap((_, first) => (cut(lines, first, cause) === words ? [first] : []));
  }
  const places: number[] = [];
  for (let at = lines.indexOf(read[0] ?? ''); at !== -1; at = lines.indexOf(read[0] ?? '', at + 1))
    if (read.every((one, place) => lines[at + place] === one)) places.push(at);
  return places;
}

/** The words in lines that were edited, nearest to where they stood. Other lines that hold the same words are not theirs. */
function editedWords(cause: Cause, lines: readonly string[]): Found {
  const words = unified(cause.text).split('\n');
  const [head = ''] = words;
  const tail = words.at(-1) ?? '';
  if (head === '' || tail === '') return GONE;
  const more = words.length - 1;
  let best: Words | undefined;
  for (const [first, text] of lines.entries()) {
    const column = more === 0 ? text.indexOf(head) : text.endsWith(head) ? text.length - head.length : -1;
    if (column === -1 || !words.slice(1, -1).every((one, place) => lines[first + 1 + place] === one)) continue;
    if (more > 0 && !lines[first + more]?.startsWith(tail)) continue;
    if (best !== undefined && away(best, cause) <= Math.abs(first - cause.line + 1)) continue;
    const block = lines.slice(first, first + more + 1).join('\n');
    if (cause.lines !== undefined && !isEdit(cause, block, column)) continue;
    const endColumn = more === 0 ? column + head.length : tail.length;
    best = { line: first, column, endLine: first + more, endColumn };
  }
  return best === undefined ? GONE : { kind: 'edited', words: best };
}

function away(words: Words, { line }: Cause): number {
  return Math.abs(words.line - line + 1);
}

/** What stands at the columns of a cause, from this line on. */
function cut(lines: readonly string[], first: number, { line, column, endLine, endColumn }: Cause): string | undefined {
  const last = first + endLine - line;
  if (last < first || last >= lines.length) return undefined;
  if (last === first) return lines[first]?.slice(column - 1, endColumn - 1);
  const between = lines.slice(first + 1, last);
  return [lines[first]?.slice(column - 1), ...between, lines[last]?.slice(0, endColumn - 1)].join('\n');
}

/** How many of the two neighbours, blank lines apart, are those that the words had: 0 to 2. */
function neighboursAlike({ before, after }: Cause, lines: readonly string[], first: number, last: number): number {
  const isBefore = before !== undefined && neighbour(lines, first, -1).startsWith(before);
  const isAfter = after !== undefined && neighbour(lines, last, 1).startsWith(after);
  return Number(isBefore) + Number(isAfter);
}

function neighbour(lines: readonly string[], from: number, step: 1 | -1): string {
  let at = from + step;
  while (lines[at]?.trim() === '') at += step;
  return lines[at] ?? '';
}

/** Whether these lines can be an edit of those that were read: at least half of what stood around the words is left. */
function isEdit({ lines = '', column, text }: Cause, now: string, at: number): boolean {
  const { length } = unified(text);
  const [before, after] = [lines.slice(0, column - 1), lines.slice(column - 1 + length)];
  const left = kept(before, now.slice(0, at)) + kept(after, now.slice(at + length));
  return 2 * left >= before.length + after.length;
}

/** Characters of a text that another one begins and ends with as well. */
function kept(old: string, now: string): number {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  return start + end;
}

function unified(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
