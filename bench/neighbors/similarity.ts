/** Ways to tell which skill of a catalog a request is for, by the words of descriptions alone. None of them is trained. */
import { descriptionWords, topicalWords } from '../../skill/index.ts';

/** Returns how near a request is to each skill, in the order of the descriptions. */
export type Similarity = (descriptions: readonly string[]) => (request: string) => readonly number[];

type Tokens = (text: string) => readonly string[];

const plainWords: Tokens = (text) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

const fourLetters: Tokens = (text) => {
  const plain = ` ${plainWords(text).join(' ')} `;
  return Array.from({ length: Math.max(0, plain.length - 3) }, (_, at) => plain.slice(at, at + 4));
};

const countsOf = (tokens: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const one of tokens) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};

/** Returns the weight of a token by the share of the documents that have it. */
function rarityIn(documents: readonly ReadonlyMap<string, number>[]): (token: string) => number {
  const having = new Map<string, number>();
  for (const document of documents)
    for (const token of document.keys()) having.set(token, (having.get(token) ?? 0) + 1);
  return (token) => Math.log((1 + documents.length) / (1 + (having.get(token) ?? 0))) + 1;
}

/** Cosine of vectors of TF-IDF. */
const cosineOf =
  (tokensOf: Tokens): Similarity =>
  (descriptions) => {
    const documents = descriptions.map((one) => countsOf(tokensOf(one)));
    const rarity = rarityIn(documents);
    const vectorOf = (counts: ReadonlyMap<string, number>) => {
      const vector = new Map([...counts].map(([token, count]) => [token, count * rarity(token)]));
      return { vector, length: Math.hypot(...vector.values()) || 1 };
    };
    const vectors = documents.map(vectorOf);
    return (request) => {
      const one = vectorOf(countsOf(tokensOf(request)));
      return vectors.map(({ vector, length }) => {
        let sum = 0;
        for (const [token, weight] of one.vector) sum += weight * (vector.get(token) ?? 0);
        return sum / (length * one.length);
      });
    };
  };

/** Okapi BM25 with its usual constants. */
const bm25: Similarity = (descriptions) => {
  const documents = descriptions.map((one) => countsOf(plainWords(one)));
  const rarity = rarityIn(documents);
  const sizes = documents.map((one) => [...one.values()].reduce((sum, count) => sum + count, 0));
  const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  return (request) => {
    const tokens = new Set(plainWords(request));
    return documents.map((document, index) => {
      let sum = 0;
      for (const token of tokens) {
        const count = document.get(token) ?? 0;
        sum += (rarity(token) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * (sizes[index] ?? 0)) / (mean || 1)));
      }
      return sum;
    });
  };
};

/** The words of the catalog: without those of "Not for …", which count against a skill by `against`. */
const topical =
  (against: number): Similarity =>
  (descriptions) => {
    const described = descriptions.map(descriptionWords);
    const documents = described.map(({ words }) => countsOf([...words.keys()]));
    const rarity = rarityIn(documents);
    const lengths = documents.map((one) => Math.hypot(...[...one.keys()].map(rarity)) || 1);
    return (request) => {
      const words = new Set(topicalWords(request));
      const length = Math.hypot(...[...words].map(rarity)) || 1;
      return documents.map((document, index) => {
        let sum = 0;
        for (const word of words) {
          if (document.has(word)) sum += rarity(word) ** 2;
          else if (described[index]?.excluded.has(word)) sum -= against * rarity(word) ** 2;
        }
        return sum / ((lengths[index] ?? 1) * length);
      });
    };
  };

/** The words that only one skill has count twice as much as those that it shares. */
const ownWords: Similarity = (descriptions) => {
  const documents = descriptions.map((one) => new Set(descriptionWords(one).words.keys()));
  const having = countsOf(documents.flatMap((one) => [...one]));
  return (request) => {
    const words = new Set(topicalWords(request));
    return documents.map((document) => {
      let sum = 0;
      for (const word of words) if (document.has(word)) sum += having.get(word) === 1 ? 2 : 1 / (having.get(word) ?? 1);
      return sum / Math.sqrt(Math.max(1, document.size));
    });
  };
};

export const BASELINE = 'TF-IDF';
export const SIMILARITIES: Readonly<Record<string, Similarity>> = {
  [BASELINE]: cosineOf(plainWords),
  'TF-IDF of four letters': cosineOf(fourLetters),
  BM25: bm25,
  'words of the catalog': topical(0),
  'words of the catalog, "Not for" against': topical(1),
  'words that only one has': ownWords,
};
