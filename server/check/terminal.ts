/**
 * Makes text of a skill safe for a terminal: control characters, escape sequences and characters that change the text
 * direction become visible stand-ins, so that a skill cannot alter the output about it.
 */
export function safe(text: string): string {
  const out = noBuildCommands(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  return out.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, (c) =>
    c < '\u0020' ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : '\uFFFD',
  );
}

/** Commands that a build accepts anywhere in a log line: GitHub's older `##[add-mask]`, Azure's `##vso[task…]`. */
const BUILD_COMMAND = /(##\w{0,40})\[/g;

/** Returns text without such commands, with a similar-looking bracket instead. */
export const noBuildCommands = (text: string): string => text.replace(BUILD_COMMAND, '$1\u2045');

/** Escapes such commands in a line of JSON without changing its value. */
export const jsonWithoutCommands = (line: string): string => line.replace(BUILD_COMMAND, '$1\\u005b');

/** Returns safe text on one line: a line that starts with `::` is a command to a GitHub workflow. */
export const oneLine = (text: string): string => safe(text).replaceAll('\n', '\u240A');

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the number of columns of a text: two for full-width characters, none for combining ones, `tab` for a tab. */
export function width(text: string, tab = 2): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (segment === '\t') columns += tab;
    else
      columns +=
        /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u.test(
          segment,
        )
          ? 2
          : 1;
  }
  return columns;
}
