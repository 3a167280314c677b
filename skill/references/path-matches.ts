/** Finds the paths in plain text by patterns, also those with letters beyond ASCII. */

/** Letters of scripts with spaces between words: Latin, Greek, Cyrillic and others, with combining marks. */
const SPACED = '\\u00c0-\\u052f';
/** Letters of other scripts, where a path may follow a word without a space: Han, Kana, Hangul, Thai and others. */
const JOINED = '\\u0530-\\u1fff\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const BEYOND_ASCII = new RegExp(`[${SPACED}${JOINED}]`);
const HAS_JOINED = new RegExp(`[${JOINED}]`);
/** A path up to an extension that is followed by a letter of such a script: `references/x.md文件`. */
const UP_TO_EXTENSION = new RegExp(`^[^${JOINED}]*?\\.[A-Za-z][A-Za-z0-9]{0,9}(?=[${JOINED}])`);
const ENDS_IN_EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;

export interface PathMatch {
  readonly text: string;
  readonly start: number;
}

/** A pattern for paths of ASCII characters, and the same for paths with other letters. */
export interface PathPattern {
  readonly ascii: RegExp;
  readonly wide: RegExp;
}

/**
 * Creates a pattern. In `source`, `SPACED` and `LETTERS` stand for the letters beyond ASCII that are part of a path:
 * at its start only those of scripts with spaces between words, since in others a word may come right before it.
 */
export const pathPattern = (source: string): PathPattern => ({
  ascii: new RegExp(source.replaceAll('SPACED', '').replaceAll('LETTERS', ''), 'g'),
  wide: new RegExp(source.replaceAll('SPACED', SPACED).replaceAll('LETTERS', SPACED + JOINED), 'g'),
});

/** Yields the paths of a text, in order. */
export function* pathMatches(text: string, { ascii, wide }: PathPattern): Iterable<PathMatch> {
  if (!BEYOND_ASCII.test(text)) {
    for (const match of text.matchAll(ascii)) yield { text: match[0], start: match.index };
    return;
  }
  const pattern = new RegExp(wide);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [found] = match;
    const start = match.index;
    const [cut] = UP_TO_EXTENSION.exec(found) ?? [];
    if (cut !== undefined) {
      yield { text: cut, start };
      pattern.lastIndex = start + cut.length;
    } else if (!HAS_JOINED.test(found) || ENDS_IN_EXTENSION.test(found)) yield { text: found, start };
    // Words, not names: `references/和assets/`.
    else for (const part of found.matchAll(ascii)) yield { text: part[0], start: start + part.index };
  }
}
