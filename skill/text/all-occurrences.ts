/** Searches a text for many words together, so that a long list of paths takes time proportional to its length. */

const BASE = 0x01000193;
/** Number of slots of the table that rules out most positions, a power of two. */
const SLOTS = 1 << 16;

/**
 * Returns the first `limit` occurrences of each of the words, which may overlap. The text is read once for each different length of
 * a word, however many words there are.
 * @param words without the empty word
 */
export function allOccurrences(
  words: Iterable<string>,
  text: string,
  limit: number,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const byLength = new Map<number, Map<number, string[]>>();
  for (const one of words) {
    if (found.has(one)) continue;
    found.set(one, []);
    const byHash = byLength.get(one.length) ?? new Map<number, string[]>();
    byLength.set(one.length, byHash);
    const hash = hashOf(one);
    const same = byHash.get(hash);
    if (same) same.push(one);
    else byHash.set(hash, [one]);
  }
  for (const [length, byHash] of byLength)
    visitMatches(text, length, byHash, (one, at) => {
      const positions = found.get(one);
      if (positions !== undefined && positions.length < limit) positions.push(at);
    });
  return found;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, BASE) + text.charCodeAt(index)) | 0;
  return hash;
}

/** Calls `onMatch` with each occurrence of words of one length, in order, by a hash that rolls over the text. */
function visitMatches(
  text: string,
  length: number,
  byHash: ReadonlyMap<number, readonly string[]>,
  onMatch: (words: string, at: number) => void,
): void {
  const slots = new Uint8Array(SLOTS);
  for (const hash of byHash.keys()) slots[hash & (SLOTS - 1)] = 1;
  let power = 1;
  for (let index = 1; index < length; index++) power = Math.imul(power, BASE);
  let hash = hashOf(text.slice(0, length));
  for (let start = 0; start + length <= text.length; start++) {
    if (slots[hash & (SLOTS - 1)] === 1)
      for (const one of byHash.get(hash) ?? []) if (text.startsWith(one, start)) onMatch(one, start);
    const first = Math.imul(text.charCodeAt(start), power);
    hash = (Math.imul(hash - first, BASE) + text.charCodeAt(start + length)) | 0;
  }
}
