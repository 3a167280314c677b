const ESC = '\\u001b';
/** The one-character form of the sequences that follow (C1). */
const C1_STRINGS = '\\u0090\\u0098\\u009d-\\u009f';
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const INVISIBLE = '\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff';

const UNSAFE = new RegExp(
  [
    // Commands to the terminal (title, clipboard, links) with all they carry; unfinished ones too, so that none is read twice.
    `(?:${ESC}[\\]P_^X]|[${C1_STRINGS}])[^\\u0007${ESC}\\u009c]*(?:\\u0007|${ESC}\\\\|\\u009c)?`,
    // Control sequences: colours, the cursor, the screen.
    `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`,
    `${ESC}.?`,
    `[${CONTROLS}${INVISIBLE}]`,
  ].join('|'),
  'g',
);

/**
 * Text of models, skills and scripts as a terminal may show it: whatever could rewrite the screen, the title or the
 * clipboard, or turn text around, is taken out. Line ends and tabs stay.
 */
export function plain(text: string): string {
  return text.replace(UNSAFE, '').replace(BUILD_COMMAND, '$1\u2045');
}

/** What a build takes for a command anywhere in a line of its log: GitHub's older `##[add-mask]`, Azure's `##vso[task…]`. */
const BUILD_COMMAND = /(##\w{0,40})\[/g;

/** The same, on one line: a line of its own is a command to a GitHub workflow where it begins with `::`. */
export const oneLine = (text: string): string => plain(text).replaceAll('\n', '\u240A');

/** The same, its lines kept: one that would be such a command, blanks before it or not, begins with a stand-in. */
export const noCommands = (text: string): string =>
  plain(text).replace(/^([^\S\r\n\u2028\u2029]*)(?=::)/gm, '$1\u240A');
