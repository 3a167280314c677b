import type { Cause } from '../protocol/events.ts';

/** Longest part of a line that is shown. */
const LONGEST = 110;

export interface Frame {
  readonly line: number;
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

/** The line of the words, in three parts, cut around them where it is long. Tabs are two spaces. */
export function frameOf({ line, endLine, column, endColumn, text, lines }: Cause): Frame {
  const whole = lines?.split('\n', 1)[0];
  if (whole === undefined) return { line, before: '', words: clean(text), after: '' };
  const start = column - 1;
  const end = endLine > line ? whole.length : endColumn - 1;
  const from = start > LONGEST - 40 ? start - 30 : 0;
  const to = Math.max(from + LONGEST, Math.min(end, from + 2 * LONGEST));
  return {
    line,
    before: (from > 0 ? '…' : '') + clean(whole.slice(from, start)),
    words: clean(whole.slice(start, Math.min(end, to))),
    after: clean(whole.slice(Math.min(end, to), to)) + (to < whole.length ? '…' : ''),
  };
}

function clean(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(/[\r\n]+/g, ' ');
}
