/** How a path in another letter case is written rightly where an author wrote it. */
import { decode } from './paths.ts';

/**
 * `target`, a path as an author wrote it, with the letter case of `actual` (absolute), the path that it leads to but for
 * case. Everything else stays as it was written: dots, doubled and backward slashes, percent-encoding.
 */
export function sameWriting(target: string, actual: string): string {
  const plain = decode(target);
  const encoded = plain !== target;
  // An encoded slash hides parts: then all of it is written plainly first.
  const written = encoded && /%(?:2f|5c)/i.test(target) ? plain : target;
  // From the end, where both have the same parts; what `..` takes back leads nowhere.
  const parts = actual.split('/');
  const pieces = written.split(/([/\\]+)/);
  let undone = 0;
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at] ?? '';
    if (piece === '' || piece === '.' || /^[/\\]/.test(piece)) continue;
    if (piece === '..') undone++;
    else if (undone > 0) undone--;
    else {
      const part = parts.pop() ?? '';
      if (decode(piece) !== part) pieces[at] = encoded ? sameEncoding(piece, part) : part;
    }
  }
  return pieces.join('');
}

/** A name as `piece`, which differs from it in case alone, writes it: a character that is encoded there stays so. */
function sameEncoding(piece: string, name: string): string {
  const written = piece.match(/(?:%[\da-f]{2})+|[^%]/giu) ?? [];
  const letters = written.flatMap((one) =>
    [...decode(one)].map((letter) => ({ letter, encoded: one.startsWith('%') })),
  );
  const own = [...name];
  if (letters.length !== own.length) return encodeURIComponent(name);
  return own.map((letter, at) => (letters[at]?.encoded ? percent(letter) : letter)).join('');
}

const percent = (letter: string): string =>
  [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
