/** The words of a command line that may name files. */

export interface Token {
  readonly text: string;
  /** Offset into the command. */
  readonly start: number;
  /** The command writes there, so nothing need be there yet. */
  readonly output: boolean;
}

const WORD = /(?:"[^"\n]*"|'[^'\n]*'|[^\s"'|;&()<>=,`]|<[\w -]+>\/|<[\w-]+>|\$\()+/g;
/** What stands before a word that a command creates. */
const OUTPUT =
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
  /(?:>>?|(?:^|\s)(?:-o|-O|--out[\w-]*|--save[\w-]*|--dest[\w-]*|--log[\w-]*|--target-dir)[\s=]|\b(?:mkdir|touch|tee|rm|rmdir)\b[^|;&]*)\s*["']?$/;
/** Whether `before`, what stands before a word in a line of code, makes that word an output. */
export const isOutputAfter = (before: string): boolean => OUTPUT.test(before);

/** Commands whose last word is where they copy to. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
const COPY = /(?:^|[|;&]\s*|\s)(?:cp|mv|ln|rsync|scp|install)\s+(?:-\w+\s+)*\S+[^|;&]*\s["']?$/;

/** Commands whose first word is what they pack into. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
const PACK = /(?:^|[|;&(]\s*|\s)(?:zip\s+(?:-\w+\s+)*|tar\s+-?\w*c\w*f\w*\s+)["']?$/;

/** As far before a word stands the command that makes it an output, in UTF-16 units. */
const REACH = 400;

/** The words of `command` that contain a `/` or a `.`, without quotes, options' names left out. */
export function commandTokens(command: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of command.matchAll(WORD)) {
    let text = match[0];
    let start = match.index;
    const quote = text[0];
    if ((quote === '"' || quote === "'") && text.endsWith(quote) && text.length > 1) {
      text = text.slice(1, -1);
      start++;
    }
    // A leading variable in quotes of its own: `"$DIR"/scripts/x.py` is no prefix that anyone strips.
    if (/[\s"']/.test(text) || !/[./]/.test(text) || text.startsWith('-')) continue;
    // Bounded, as a span of code may be as long as a text and full of words.
    const before = command.slice(Math.max(0, start - REACH), start);
    tokens.push({ text, start, output: OUTPUT.test(before) || COPY.test(before) || PACK.test(before) });
  }
  return tokens;
}
