/** Where the words of a miss stand now. */
import type { Cause } from '../../runtime/protocol/events.ts';

/** From 0, as an editor counts. */
export interface Words {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * The words of a cause in a text as it is now; undefined where their lines have changed since the model read them. Lines
 * that only moved are found again, the nearest where they stand several times.
 * @param lines of the text, without their ends
 */
export function wordsNow(cause: Cause, lines: readonly string[]): Words | undefined {
  const { line, column, endLine, endColumn } = cause;
  if (![line, column, endLine, endColumn].every((one) => Number.isInteger(one) && one > 0)) return undefined;
  // A journal of an earlier version, or a very long line: then the words alone must do.
  const first =
    cause.lines === undefined ? firstWithWords(cause, lines) : nearest(cause.lines.split('\n'), line - 1, lines);
  if (first === undefined) return undefined;
  const last = first + Math.max(0, endLine - line);
  return { line: first, column: column - 1, endLine: last, endColumn: endColumn - 1 };
}

function firstWithWords(
  { line, column, endLine, endColumn, text }: Cause,
  lines: readonly string[],
): number | undefined {
  const words = lines.slice(line - 1, endLine);
  const cut = words.length === 1 ? words[0]?.slice(column - 1, endColumn - 1) : words[0]?.slice(column - 1);
  return text !== '' && cut !== undefined && cut !== '' && text.startsWith(cut) ? line - 1 : undefined;
}

function nearest(wanted: readonly string[], from: number, lines: readonly string[]): number | undefined {
  const isAt = (first: number) => first >= 0 && wanted.every((one, place) => lines[first + place] === one);
  for (let away = 0; away < Math.max(lines.length, from + 1); away++) {
    if (isAt(from - away)) return from - away;
    if (isAt(from + away)) return from + away;
  }
  return undefined;
}
