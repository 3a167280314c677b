/** Makes texts of models, skills and scripts harmless to a terminal and to GitHub's workflow commands. */
import { visibleText } from '../text/visible-text.ts';

const ESC = '\\u001b';
/** The one-character form (C1) of the sequences below. */
const C1_STRINGS = '\\u0090\\u0098\\u009d-\\u009f';
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const INVISIBLE = '\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff';

const UNSAFE = new RegExp(
  [
    // Commands to the terminal (title, clipboard, links) with their payload. Unterminated ones, too, so none is scanned twice.
    `(?:${ESC}[\\]P_^X]|[${C1_STRINGS}])[^\\u0007${ESC}\\u009c]*(?:\\u0007|${ESC}\\\\|\\u009c)?`,
    // Control sequences: colors, cursor, screen.
    `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`,
    `${ESC}.?`,
    `[${CONTROLS}${INVISIBLE}]`,
  ].join('|'),
  'g',
);

/**
 * Removes everything from text of models and skills that could rewrite the terminal's screen, title or clipboard, or reverse
 * text. Line breaks and tabs stay. Not for text on which the user decides, of which nothing may be missing: see `exactText`.
 */
export function stripControls(text: string): string {
  return text.replace(UNSAFE, '').replace(BUILD_COMMAND, '$1\u2045');
}

/** A command that CI systems execute anywhere in a line of output: GitHub's older `##[add-mask]`, Azure's `##vso[task…]`. */
const BUILD_COMMAND = /(##\w{0,40})\[/g;

/**
 * Returns text on which the user decides, such as a command, its output for review, or the reason of a refusal. What a
 * terminal would act on, or a reader would not see, is shown as `\u{…}`, because it is run like the rest.
 */
export const exactText = (text: string): string => disarmLines(visibleText(text).replace(BUILD_COMMAND, '$1\u2045'));

/** Like `exactText`, on one line. */
export const exactLine = (text: string): string => exactText(text).replaceAll('\n', '\u240A');

/** Like `stripControls`, on one line: a line that starts with `::` is a GitHub workflow command. */
export const oneLine = (text: string): string => stripControls(text).replaceAll('\n', '\u240A');

/** Like `stripControls`, with line breaks: a line that would be a workflow command, even after blanks, starts with a placeholder. */
export const escapeCommands = (text: string): string => disarmLines(stripControls(text));

const disarmLines = (text: string): string => text.replace(/^([^\S\r\n\u2028\u2029]*)(?=::)/gm, '$1\u240A');
