import type { Cause } from '../protocol/events.ts';

/** Maximum length of a line to show, in characters. */
const MAX_LENGTH = 110;

export interface Frame {
  readonly line: number;
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

/** Splits the line of a cause around its words and shortens it if it is long. Tabs become two spaces. */
export function frameOf({ line, endLine, column, endColumn, text, lines }: Cause): Frame {
  const lineText = lines?.split('\n', 1)[0];
  if (lineText === undefined) return { line, before: '', words: clean(text), after: '' };
  const start = column - 1;
  const end = endLine > line ? lineText.length : endColumn - 1;
  const from = start > MAX_LENGTH - 40 ? start - 30 : 0;
  const to = Math.max(from + MAX_LENGTH, Math.min(end, from + 2 * MAX_LENGTH));
  return {
    line,
    before: (from > 0 ? '…' : '') + clean(lineText.slice(from, start)),
    words: clean(lineText.slice(start, Math.min(end, to))),
    after: clean(lineText.slice(Math.min(end, to), to)) + (to < lineText.length ? '…' : ''),
  };
}

function clean(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(/[\r\n]+/g, ' ');
}
