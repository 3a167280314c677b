import { type StoredTable, tableOf } from '../judge/weights.ts';
import { own } from '../text/own.ts';
import { MENTION_CLUES } from './mention-clues.ts';
import stored from './mention-weights.json' with { type: 'json' };
import { MENTION_BUCKETS } from './mention-words.ts';

/** Log-odds: the prior for any mention, and the weight of each clue and each bucket of words. */
export interface MentionWeights {
  readonly bias: number;
  /** In the order of `MENTION_CLUES`. */
  readonly clues: Float64Array;
  readonly words: Float32Array;
}

/** The format in which `npm run train` writes them. */
export interface StoredMentionWeights {
  readonly bias: number;
  readonly clues: Readonly<Record<string, number>>;
  readonly words: StoredTable;
}

export const readMentionWeights = ({ bias, clues, words }: StoredMentionWeights): MentionWeights => ({
  bias,
  clues: Float64Array.from(MENTION_CLUES, ({ id }) => own(clues, id) ?? 0),
  words: tableOf(words, MENTION_BUCKETS),
});

export const MENTION_WEIGHTS: MentionWeights = readMentionWeights(stored);
