/**
 * Text of a skill made safe for a terminal: control characters, escape sequences and characters that change the
 * direction of text become visible stand-ins, so that a skill cannot repaint what was printed about it.
 */
export function safe(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, (c) =>
    c < '\u0020' ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : '\uFFFD',
  );
}

/** The same, on one line: a line of its own is a command to a GitHub workflow where it begins with `::`. */
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
