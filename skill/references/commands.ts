/** Finds the words of a command line that may be file names. */

/** A variable in quotes at the start of a path. */
const QUOTED_VARIABLE = /^(["'])[$%][^"'\s]{1,80}\1(?=[/\\])/;

/** The start of a path of the machine. */
const MACHINE = /^(?:~|\$HOME|\$\{HOME\}|%\w+%|\$env:\w+|[A-Za-z]:)?[/\\]/;
/** Syntax that only a command has. */
const SYNTAX = /[|;&<>"'`=*]|\s-{1,2}\w|\s(?:\.{0,2}\/|[$~{])/;

/**
 * Returns true if text with blanks is one path of the machine rather than a command: `~/Library/Application Support/x`.
 * The name that a blank interrupts begins with a capital letter, or the path is one of Windows.
 */
export function isMachinePath(text: string): boolean {
  const [first = ''] = text.split(/\s/, 1);
  if (!MACHINE.test(text) || SYNTAX.test(text) || /[/\\]bin[/\\]|\.(?:exe|sh|py|js)$/.test(first)) return false;
  return /(?:^|[/\\])[A-Z][^/\\]*$/.test(first) || /\\$/.test(first) || /^(?:[A-Za-z]:|%)/.test(first);
}

export interface Token {
  readonly text: string;
  /** Offset into the command. */
  readonly start: number;
  /** True if the command writes to it, so it need not exist. */
  readonly output: boolean;
}

const WORD = /(?:"[^"\n]*"|'[^'\n]*'|[^\s"'|;&()<>=,`]|<[\w -]+>\/|<[\w-]+>|\$\()+/g;
/** Text before a word that the command creates. */
const OUTPUT =
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
  /(?:>>?|(?:^|\s)(?:-o|-O|--out[\w-]*|--save[\w-]*|--dest[\w-]*|--log[\w-]*|--target-dir)[\s=]|\b(?:mkdir|touch|tee|rm|rmdir)\b[^|;&]*)\s*["']?$/;
/** Returns true if `before`, the preceding text on the line, makes the next word an output. */
export const isOutputAfter = (before: string): boolean => OUTPUT.test(before);

/** Commands whose last argument is the destination. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
const COPY = /(?:^|[|;&]\s*|\s)(?:cp|mv|ln|rsync|scp|install)\s+(?:-\w+\s+)*\S+[^|;&]*\s["']?$/;

/** Commands whose first argument is the archive to create. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
const PACK = /(?:^|[|;&(]\s*|\s)(?:zip\s+(?:-\w+\s+)*|tar\s+-?\w*c\w*f\w*\s+)["']?$/;

/** Maximum distance between a word and the command that makes it an output, in UTF-16 units. */
const REACH = 400;

/** Returns the words of `command` that contain a `/` or a `.`, without quotes and except option names. */
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
    // A variable may be in quotes of its own, as in `"$DIR"/scripts/x.py`.
    if (/[\s"']/.test(text.replace(QUOTED_VARIABLE, '')) || !/[./]/.test(text) || text.startsWith('-')) continue;
    // Bounded, since a code span may be long and full of words.
    const before = command.slice(Math.max(0, start - REACH), start);
    tokens.push({ text, start, output: OUTPUT.test(before) || COPY.test(before) || PACK.test(before) });
  }
  return tokens;
}
