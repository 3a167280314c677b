/**
 * Text of a skill made safe for a terminal: control characters, escape sequences and characters that change the
 * direction of text become visible stand-ins, so that a skill cannot repaint what was printed about it.
 */
export function safe(text: string): string {
  const out = noBuildCommands(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  return out.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, (c) =>
    c < '\u0020' ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : '\uFFFD',
  );
}

/** What a build takes for a command anywhere in a line of its log: GitHub's older `##[add-mask]`, Azure's `##vso[task…]`. */
const BUILD_COMMAND = /(##\w{0,40})\[/g;

/** Text without such commands: a bracket that looks like it stands in. */
export const noBuildCommands = (text: string): string => text.replace(BUILD_COMMAND, '$1\u2045');

/** The same of a line of JSON, whose value stays. */
export const jsonWithoutCommands = (line: string): string => line.replace(BUILD_COMMAND, '$1\\u005b');

/** Text made safe, on one line: a line of its own is a command to a GitHub workflow where it begins with `::`. */
export const oneLine = (text: string): string => safe(text).replaceAll('\n', '\u240A');

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many columns a text takes: full-width characters two, combining ones none. Tabs count as `tab` columns. */
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
