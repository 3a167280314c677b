/** Corrects the letter case of a path in the author's own notation. */
import { decode } from './paths.ts';

/**
 * Returns `target`, a path as an author wrote it, in the letter case of `actual`, the absolute path that it differs
 * from in case only. Everything else stays as written: dots, doubled slashes and backslashes, percent-encoding.
 */
export function inActualCase(target: string, actual: string): string {
  const plain = decode(target);
  const encoded = plain !== target;
  // An encoded slash hides a boundary between parts, so such a path is decoded first.
  const path = encoded && /%(?:2f|5c)/i.test(target) ? plain : target;
  // Compare from the end, where both have the same parts, and skip parts that a later `..` removes.
  const parts = actual.split('/');
  const pieces = path.split(/([/\\]+)/);
  let parentSteps = 0;
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at] ?? '';
    if (piece === '' || piece === '.' || /^[/\\]/.test(piece)) continue;
    if (piece === '..') parentSteps++;
    else if (parentSteps > 0) parentSteps--;
    else {
      const part = parts.pop() ?? '';
      if (decode(piece) !== part) pieces[at] = encoded ? withSameEncoding(piece, part) : part;
    }
  }
  return pieces.join('');
}

/** Writes `name` like `piece`, from which it differs in case only: characters that are encoded there stay encoded. */
function withSameEncoding(piece: string, name: string): string {
  const sequences = piece.match(/(?:%[\da-f]{2})+|[^%]/giu) ?? [];
  const letters = sequences.flatMap((one) =>
    [...decode(one)].map((letter) => ({ letter, encoded: one.startsWith('%') })),
  );
  const nameLetters = [...name];
  if (letters.length !== nameLetters.length) return encodeURIComponent(name);
  return nameLetters.map((letter, at) => (letters[at]?.encoded ? percent(letter) : letter)).join('');
}

const percent = (letter: string): string =>
  [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
