import { formatCount } from './count.ts';

/**
 * Characters that a reader cannot see or would misread: control characters, characters that hide or reorder text or have no glyph, and
 * white space other than blanks, tabs and line breaks. Within an emoji, such characters are a part of its glyph.
 */
const HIDDEN = new RegExp(
  [
    String.raw`(?![\n\t ])`,
    String.raw`(?!(?<=\p{Extended_Pictographic})\ufe0f)`,
    String.raw`(?!(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic}))`,
    String.raw`[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`,
  ].join(''),
  'gu',
);

/**
 * Escapes everything that a reader cannot see as `\u{…}`, in text on which the user bases a decision: nothing of it is
 * removed, and nothing can hide the rest. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** Like `visibleText`, on one line: for a name in a question, which could otherwise add lines to it. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, escaped);
}

/** Like `visibleLine`, at most `max` UTF-16 units of the text; says how many more it has. */
export function visibleStart(text: string, max: number): string {
  if (text.length <= max) return visibleLine(text);
  return `${visibleLine(text.slice(0, max))}… (and ${formatCount(text.length - max, 'more character')})`;
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
