import { own } from '../text/own.ts';
import { CLUES, PAIRED } from './clues.ts';
import { PAIRS, pairOf } from './features.ts';
import stored from './weights.json' with { type: 'json' };
import { BUCKETS } from './words.ts';

/** Log-odds: the prior for any path, and the weights of clues, pairs of clues and buckets of words. */
export interface Weights {
  readonly bias: number;
  /** In the order of `CLUES`. */
  readonly clues: Float64Array;
  /** Indexed by `pairOf`. */
  readonly pairs: Float32Array;
  readonly words: Float32Array;
}

/** The format in which `npm run train` writes them. */
export interface StoredWeights {
  readonly bias: number;
  /** By the ids of the clues, in their order at the training. */
  readonly clues: Readonly<Record<string, number>>;
  /** Of the first clues, by `pairOf` in that order. */
  readonly pairs: StoredTable;
  readonly words: StoredTable;
}

/** Weights as int8 in base64, to be multiplied by `scale`. */
export interface StoredTable {
  readonly scale: number;
  readonly values: string;
}

/** Reads stored weights. Clues may have been added or moved since the training: a new one has no weight. */
export function readWeights({ bias, clues, pairs, words }: StoredWeights): Weights {
  return {
    bias,
    clues: Float64Array.from(CLUES, ({ id }) => own(clues, id) ?? 0),
    pairs: pairsOf(Object.keys(clues), pairs),
    words: tableOf(words, BUCKETS),
  };
}

/** Returns the weights of pairs by the positions of today's clues. `trained` has the ids in the stored order. */
function pairsOf(trained: readonly string[], stored: StoredTable): Float32Array {
  const size = atob(stored.values).length;
  const values = tableOf(stored, size);
  // The number of clues that have `size` pairs.
  const count = (1 + Math.sqrt(1 + 8 * size)) / 2;
  const positions = new Map(trained.slice(0, count).map((id, index) => [id, index]));
  const now = CLUES.slice(0, PAIRED).map(({ id }) => positions.get(id));
  const pairs = new Float32Array(PAIRS);
  for (const [first, one] of now.entries())
    for (let second = first + 1; second < PAIRED; second++) {
      const other = now[second];
      if (one === undefined || other === undefined) continue;
      pairs[pairOf(first, second)] = values[pairOf(Math.min(one, other), Math.max(one, other), count)] ?? 0;
    }
  return pairs;
}

/** Decodes the values of a table; missing ones are 0. */
export function tableOf({ scale, values }: StoredTable, size: number): Float32Array {
  const bytes = atob(values);
  return Float32Array.from({ length: size }, (_, index) =>
    index < bytes.length ? ((bytes.charCodeAt(index) << 24) >> 24) * scale : 0,
  );
}

export const WEIGHTS: Weights = readWeights(stored);

/** The weights of an untrained judge, as the baseline for benchmarks. */
export const NO_WEIGHTS: Weights = {
  bias: 0,
  clues: new Float64Array(CLUES.length),
  pairs: new Float32Array(PAIRS),
  words: new Float32Array(BUCKETS),
};
