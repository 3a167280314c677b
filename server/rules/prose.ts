/** The running text of a document, for rules that look at words and need no parse. */

export interface Line {
  /** Offset of its first character. */
  readonly start: number;
  readonly text: string;
}

const FENCE = /^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})([^\r\n]*)/;

/** The lines from `from` on that stand in no fenced block, without their line breaks. */
export function* proseLines(text: string, from: number): Iterable<Line> {
  let fence: string | undefined;
  for (let start = from; start < text.length; ) {
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
}

/** Whether an offset of a line stands in a code span: an odd number of backticks stands before it. */
export const inCode = (line: string, at: number): boolean => ticksBefore(line)(at) % 2 === 1;

/** Answers how many backticks stand before an offset of a text; offsets in order cost no more than the text is long. */
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
