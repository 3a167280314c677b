/** Finds the words that a run recorded in the current text of their file. Every link from a run to a text uses this. */
import type { Cause } from '../../runtime/protocol/events.ts';

/** A range of a text. Lines and columns count from 0, as in an editor. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * The result of a search:
 * - `same`: the lines of the words are as the model read them, possibly at another position
 * - `edited`: the words still exist, on lines that were edited since
 * - `gone`: neither exists any more
 */
export type FoundWords =
  | { readonly kind: 'same'; readonly words: TextRange }
  | { readonly kind: 'edited'; readonly words: TextRange }
  | { readonly kind: 'gone' };

const GONE: FoundWords = { kind: 'gone' };

/** Splits a text into lines at CR, LF or CRLF, as in LSP. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/**
 * Finds the words of a cause in the current text. The cause comes from a journal and is therefore untrusted.
 * @param lines the lines of the text; see `linesOf`
 */
export function findWords(cause: Cause, lines: readonly string[]): FoundWords {
  const same = unchangedWords(cause, lines);
  return same === undefined ? editedWords(cause, lines) : { kind: 'same', words: same };
}

/**
 * Finds the words of a cause if their lines are as the model read them, since a run says nothing about an edited text. If
 * the lines occur several times, the nearest occurrence with the same neighbors is used. Undefined if not found.
 * @param lines the lines of the text; see `linesOf`
 */
export function unchangedWords(cause: Cause, lines: readonly string[]): TextRange | undefined {
  const { line, column, endLine, endColumn } = cause;
  if (![line, column, endLine, endColumn].every((one) => Number.isInteger(one) && one > 0)) return undefined;
  const extraLines = Math.max(0, endLine - line);
  const similarity = (first: number): number => matchingNeighbors(cause, lines, first, first + extraLines);
  const [best] = candidateLines(cause, lines).sort(
    (a, b) => similarity(b) - similarity(a) || Math.abs(a - line + 1) - Math.abs(b - line + 1),
  );
  return best === undefined
    ? undefined
    : { line: best, column: column - 1, endLine: best + extraLines, endColumn: endColumn - 1 };
}

/** Returns the indices at which the lines of the cause start. */
function candidateLines(cause: Cause, lines: readonly string[]): number[] {
  const read = cause.lines?.split('\n');
  // Without recorded lines (a very long line or a journal of an earlier version), match the words at the same columns.
  if (read === undefined) {
    const words = normalizeNewlines(cause.text);
    return words === ''
      ? []
      : lines.flatMap((_, first) => (textAtColumns(lines, first, cause) === words ? [first] : []));
  }
  const starts: number[] = [];
  for (let at = lines.indexOf(read[0] ?? ''); at !== -1; at = lines.indexOf(read[0] ?? '', at + 1))
    if (read.every((one, index) => lines[at + index] === one)) starts.push(at);
  return starts;
}

/** Finds the words on edited lines, nearest to their old position. Unrelated lines with the same words do not match. */
function editedWords(cause: Cause, lines: readonly string[]): FoundWords {
  const words = normalizeNewlines(cause.text).split('\n');
  const [head = ''] = words;
  const tail = words.at(-1) ?? '';
  if (head === '' || tail === '') return GONE;
  const extraLines = words.length - 1;
  let best: TextRange | undefined;
  for (const [first, text] of lines.entries()) {
    const column = extraLines === 0 ? text.indexOf(head) : text.endsWith(head) ? text.length - head.length : -1;
    if (column === -1 || !words.slice(1, -1).every((one, index) => lines[first + 1 + index] === one)) continue;
    if (extraLines > 0 && !lines[first + extraLines]?.startsWith(tail)) continue;
    if (best !== undefined && distance(best, cause) <= Math.abs(first - cause.line + 1)) continue;
    const block = lines.slice(first, first + extraLines + 1).join('\n');
    if (cause.lines !== undefined && !isEdit(cause, block, column)) continue;
    const endColumn = extraLines === 0 ? column + head.length : tail.length;
    best = { line: first, column, endLine: first + extraLines, endColumn };
  }
  return best === undefined ? GONE : { kind: 'edited', words: best };
}

function distance(words: TextRange, { line }: Cause): number {
  return Math.abs(words.line - line + 1);
}

/** Returns the text at the columns of a cause, starting at line `first`. */
function textAtColumns(
  lines: readonly string[],
  first: number,
  { line, column, endLine, endColumn }: Cause,
): string | undefined {
  const last = first + endLine - line;
  if (last < first || last >= lines.length) return undefined;
  if (last === first) return lines[first]?.slice(column - 1, endColumn - 1);
  const between = lines.slice(first + 1, last);
  return [lines[first]?.slice(column - 1), ...between, lines[last]?.slice(0, endColumn - 1)].join('\n');
}

/** Counts the neighboring lines, ignoring blank ones, that match the recorded ones: 0 to 2. */
function matchingNeighbors({ before, after }: Cause, lines: readonly string[], first: number, last: number): number {
  const isBefore = before !== undefined && neighbor(lines, first, -1).startsWith(before);
  const isAfter = after !== undefined && neighbor(lines, last, 1).startsWith(after);
  return Number(isBefore) + Number(isAfter);
}

function neighbor(lines: readonly string[], from: number, step: 1 | -1): string {
  let at = from + step;
  while (lines[at]?.trim() === '') at += step;
  return lines[at] ?? '';
}

/** Returns true if a text is an edit of the recorded lines: at least half of the text around the words is unchanged. */
function isEdit({ lines = '', column, text }: Cause, now: string, at: number): boolean {
  const { length } = normalizeNewlines(text);
  const [before, after] = [lines.slice(0, column - 1), lines.slice(column - 1 + length)];
  const unchanged = unchangedLength(before, now.slice(0, at)) + unchangedLength(after, now.slice(at + length));
  return 2 * unchanged >= before.length + after.length;
}

/** Returns the length of the common prefix and suffix of two texts. */
function unchangedLength(old: string, now: string): number {
  const max = Math.min(old.length, now.length);
  let start = 0;
  while (start < max && old[start] === now[start]) start++;
  let end = 0;
  while (end < max - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  return start + end;
}

function normalizeNewlines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
