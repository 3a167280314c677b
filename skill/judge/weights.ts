import { own } from '../text/own.ts';
import { CLUES } from './clues.ts';
import { PAIRS } from './features.ts';
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
  readonly clues: Readonly<Record<string, number>>;
  readonly pairs: StoredTable;
  readonly words: StoredTable;
}

/** Weights as int8 in base64, to be multiplied by `scale`. */
export interface StoredTable {
  readonly scale: number;
  readonly values: string;
}

export function readWeights({ bias, clues, pairs, words }: StoredWeights): Weights {
  return {
    bias,
    clues: Float64Array.from(CLUES, ({ id }) => own(clues, id) ?? 0),
    pairs: tableOf(pairs, PAIRS),
    words: tableOf(words, BUCKETS),
  };
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
