/** Looks up many words in a few texts. */

/**
 * Returns a cached function that checks whether one of the texts contains the given words. Hundreds of paths are looked up
 * in a few thousand characters, and a table of the trigrams of the texts rules out nearly all of them.
 */
export function createWordTest(texts: readonly string[]): (words: string) => boolean {
  const trigrams = new Uint8Array(1 << 16);
  for (const text of texts) for (let at = 0; at + 2 < text.length; at++) trigrams[trigramAt(text, at)] = 1;
  const mayHave = (words: string): boolean => {
    for (let at = 0; at + 2 < words.length; at++) if (trigrams[trigramAt(words, at)] === 0) return false;
    return true;
  };
  return cachedByWords((words) => mayHave(words) && texts.some((text) => text.includes(words)));
}

/** Returns the same test with its answers cached. */
export function cachedByWords(test: (words: string) => boolean): (words: string) => boolean {
  const answers = new Map<string, boolean>();
  return (words) => {
    const answer = answers.get(words) ?? test(words);
    answers.set(words, answer);
    return answer;
  };
}

/** Hashes three characters of a text to 16 bits. */
const trigramAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 10)) & 0xffff;
