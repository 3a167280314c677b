/**
 * A compact set of the words of a text, used to rule out most texts that cannot contain a name without reading them.
 */

/** Bits per distinct word and probes per lookup: about 2 % false positives for one word, far fewer for two. */
const BITS_PER_WORD = 8;
const PROBES = 3;

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A Bloom filter over the words of a text: runs of ASCII letters and digits, in lower case. Percent-encoded characters
 * separate words, like the characters that they encode. `mayHave` never returns false for a word that is present.
 */
export class WordSet {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  constructor(text: string) {
    const words = new Set<number>();
    hashWords(text, words);
    const size = 2 ** Math.ceil(Math.log2(Math.max(32, words.size * BITS_PER_WORD)));
    this.#bits = new Uint32Array(size / 32);
    this.#mask = size - 1;
    for (const word of words) {
      for (let probe = 0; probe < PROBES; probe++) {
        const bit = this.#bitIndex(word, probe);
        this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    }
  }

  /** Returns true if the text may contain all of these words, which come from `wordsIn`. */
  mayHave(words: readonly number[]): boolean {
    return words.every((word) => {
      for (let probe = 0; probe < PROBES; probe++) {
        const bit = this.#bitIndex(word, probe);
        if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    });
  }

  #bitIndex(word: number, probe: number): number {
    const step = Math.imul(word, 0x9e3779b1) | 1;
    return ((word ^ (word >>> 15)) + Math.imul(step, probe)) & this.#mask;
  }
}

/** Hashes the words of a name for `WordSet.mayHave`. */
export function wordsIn(name: string): readonly number[] {
  const words = new Set<number>();
  hashWords(name, words);
  return [...words];
}

function hashWords(text: string, words: Set<number>): void {
  let hash = SEED;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = code >= 65 && code <= 90 ? code + 32 : code;
    if ((letter >= 97 && letter <= 122) || (code >= 48 && code <= 57)) {
      hash = Math.imul(hash ^ letter, PRIME);
      inWord = true;
      continue;
    }
    if (inWord) {
      words.add(hash);
      hash = SEED;
      inWord = false;
    }
    if (code === 37 && isHex(text.charCodeAt(at + 1)) && isHex(text.charCodeAt(at + 2))) at += 2;
  }
  if (inWord) words.add(hash);
}

const isHex = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
