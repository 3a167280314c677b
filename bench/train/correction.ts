/**
 * The second stage: reported findings are a different population from all references, so the weights learned from
 * unlabeled references are corrected with labeled findings. The result is again one weight per feature.
 */
import { CLUES, FEATURES, PAIRED, PAIRS } from '../../skill/index.ts';
import { hashOf } from './bundles.ts';
import type { Fitted } from './fit.ts';
import type { Labeled } from './labeled.ts';
import { fitRidge, type SparseRow, scoreOf } from './ridge.ts';

/** A labeled finding with the result of the first stage, fitted without its author. */
export interface Scored extends Labeled {
  /** Log-odds without the words, and the contribution of the words. */
  readonly clues: number;
  readonly words: number;
}

/** Strength of the penalties: chosen by cross-validation over the authors of the labels. */
const PENALTY = { bias: 0.01, clues: 0.3, words: 5, clue: 5, word: 15 };
/** Minimum number of authors whose findings have a word for it to count by itself. */
const MIN_AUTHORS = 12;

const FIRST_WORD = CLUES.length + PAIRS;
/** Indexes of this stage's features: the bias, the two scores, the clues, then the words that count by themselves. */
const SCORE = 1;
const WORDS = 2;
const FIRST_CLUE = 3;

/** Returns the result of the first stage, in two parts. */
export function firstScores({ bias, weights }: Fitted, features: Int32Array): { clues: number; words: number } {
  let clues = bias;
  let words = 0;
  for (const index of features) {
    const weight = weights[index] ?? 0;
    if (index >= FIRST_WORD) words += weight;
    else if (index < PAIRED || index >= CLUES.length) clues += weight;
  }
  return { clues, words };
}

/** Returns the fold that contains all repositories of an author. Each `round` distributes the authors differently. */
export const foldOf = (slug: string, folds: number, round = 0): number =>
  hashOf(`${round === 0 ? '' : `${round} `}${authorOf(slug)}`) % folds;

export const authorOf = (slug: string): string => slug.split(/[+/]/)[0] ?? '';

/** The correction of the first stage's weights. */
export interface Correction {
  readonly weights: Float64Array;
  /** Buckets of words that count by themselves, by feature number. */
  readonly words: ReadonlyMap<number, number>;
}

export function fitCorrection(findings: readonly Scored[]): Correction {
  const words = sharedWords(findings);
  const perAuthor = new Map<string, number>();
  for (const { repository } of findings) perAuthor.set(repository, (perAuthor.get(repository) ?? 0) + 1);
  const size = FIRST_CLUE + CLUES.length + words.size;
  const penalties = new Float64Array(size).fill(PENALTY.clue);
  penalties.set([PENALTY.bias, PENALTY.clues, PENALTY.words]);
  penalties.fill(PENALTY.word, FIRST_CLUE + CLUES.length);
  // As with the rows of the first stage, an author with n findings has weight √n; the mean is 1.
  const mean = [...perAuthor.values()].reduce((sum, count) => sum + Math.sqrt(count), 0) / findings.length;
  const rows = findings.map((finding): SparseRow => {
    const weight = 1 / Math.sqrt(perAuthor.get(finding.repository) ?? 1) / mean;
    return { label: finding.label, weight, features: featuresIn(finding, words) };
  });
  return { weights: fitRidge(rows, penalties), words };
}

/** Returns the log-odds of a finding after the correction. */
export const correctedScore = (finding: Scored, { weights, words }: Correction): number =>
  scoreOf(featuresIn(finding, words), weights);

/** Returns one weight per feature: those of the first stage, scaled, with the correction added. */
export function applyCorrection({ bias, weights }: Fitted, correction: Correction): Fitted {
  const [ownBias = 0, cluesWeight = 0, wordsWeight = 0] = correction.weights;
  const out = new Float64Array(FEATURES);
  for (let index = 0; index < FEATURES; index++)
    out[index] = (weights[index] ?? 0) * (index < FIRST_WORD ? cluesWeight : wordsWeight);
  for (const index of CLUES.keys())
    out[index] = (index < PAIRED ? (out[index] ?? 0) : 0) + (correction.weights[FIRST_CLUE + index] ?? 0);
  for (const [feature, position] of correction.words)
    out[feature] = (out[feature] ?? 0) + (correction.weights[position] ?? 0);
  return { bias: ownBias + cluesWeight * bias, weights: out };
}

function featuresIn({ clues, words, features }: Scored, known: ReadonlyMap<number, number>): SparseRow['features'] {
  const out: (readonly [number, number])[] = [
    [0, 1],
    [SCORE, clues],
    [WORDS, words],
  ];
  for (const index of features) {
    if (index < CLUES.length) out.push([FIRST_CLUE + index, 1]);
    const position = known.get(index);
    if (position !== undefined) out.push([position, 1]);
  }
  return out;
}

function sharedWords(findings: readonly Scored[]): ReadonlyMap<number, number> {
  const authors = new Map<number, Set<string>>();
  for (const { features, repository } of findings)
    for (const index of features) {
      if (index < FIRST_WORD) continue;
      const seen = authors.get(index) ?? new Set();
      authors.set(index, seen.add(repository));
    }
  const many = [...authors].filter(([, { size }]) => size >= MIN_AUTHORS).map(([index]) => index);
  return new Map(many.sort((a, b) => a - b).map((index, position) => [index, FIRST_CLUE + CLUES.length + position]));
}
