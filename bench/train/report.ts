/** The value of the second stage for held-out authors: precision, the learning curve, an ablation. */
import { DEFAULT_CERTAINTY } from '../../server/certainty.ts';
import { CLUES } from '../../skill/index.ts';
import { percentile } from '../figures/statistics.ts';
import { randomOf } from '../mutations/random.ts';
import { hashOf } from './bundles.ts';
import { authorOf, type Correction, fitCorrection, type Scored } from './correction.ts';
import { type HeldOut, type HeldOutFits, heldOut, heldOutScores } from './held-out.ts';
import { atRecall, atThresholds, formatQuality, logLossOf, type Quality, qualityOf } from './quality.ts';

const RECALLS = [0.3, 0.5, 0.7, 0.8, 0.9, 0.95];

/** Yields the precision at the recall levels, and at the current thresholds. */
export function* correctionReport(findings: readonly Scored[]): Iterable<string> {
  const judged = heldOut(findings);
  const groups: readonly (readonly [string, readonly HeldOut[]])[] = [
    ['all', judged],
    ['SKILL.md', judged.filter(({ finding }) => finding.isManifest)],
    ['other files', judged.filter(({ finding }) => !finding.isManifest)],
  ];
  for (const [name, own] of groups) {
    const parts = RECALLS.map((recall) => {
      const { precision, certainty } = atRecall(own, recall);
      return `${precision.toFixed(2)} at ${recall} (certainty ${certainty.toFixed(2)})`;
    });
    const total = own.filter(({ label }) => label === 1).length;
    yield `findings in ${name}: ${total} of ${own.length} true; precision at recall: ${parts.join(', ')}`;
    yield `  at the thresholds in force: ${atThresholds(own, DEFAULT_CERTAINTY)}`;
  }
}

/** Number of draws of the folds to average, and number of folds in each. */
const ROUNDS = 5;
const FOLDS = 5;
const SHARES = [0.25, 0.5, 0.75, 1];

/** Measures the value of more authors' labels: fits on a part of those that a fold is not measured on. */
export function* labelCurve(findings: readonly Scored[]): Iterable<string> {
  const authors = new Set(findings.map(({ repository }) => authorOf(repository)));
  yield `learning curve over the ${authors.size} authors of labels, ${ROUNDS} draws of ${FOLDS} folds:`;
  for (const share of SHARES) {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      const isUsed = ({ repository }: Scored): boolean =>
        hashOf(`${round} part ${authorOf(repository)}`) % 100 < share * 100;
      const correctionOf = (_: number, others: readonly Scored[]): Correction => fitCorrection(others.filter(isUsed));
      return heldOut(findings, { folds: FOLDS, round, correctionOf });
    });
    const [worth, precision] = [rounds.map(qualityOf), rounds.map((one) => atRecall(one, 0.8).precision)];
    const used = Math.round(authors.size * share * (1 - 1 / FOLDS));
    yield `${String(used).padStart(4)} authors: ${formatQuality(meanOf(worth))}, precision at recall 0.8 ${mean(precision).toFixed(3)}`;
  }
}

/** The loss on held-out folds if a clue is removed from both stages and the second is fitted again. */
export interface Ablated {
  readonly id: string;
  /** Findings that it matches. */
  readonly use: number;
  /** In each draw of the folds: positive if the clue is useful. */
  readonly averagePrecisionLost: readonly number[];
  /** Per finding, mean of the draws: positive if the clue is useful. */
  readonly logLossAdded: number;
  /** Its 95 % interval, bootstrapped over authors. */
  readonly interval: readonly [number, number];
}

/** Removes each clue in turn. The first stage ignores the clue, but is not fitted again. */
export function ablation(fits: HeldOutFits): readonly Ablated[] {
  const rounds = (findings: readonly Scored[]): readonly (readonly HeldOut[])[] =>
    Array.from({ length: ROUNDS }, (_, round) => heldOut(findings, { folds: FOLDS, round }));
  const complete = heldOutScores(fits);
  const base = rounds(complete);
  return CLUES.map(({ id }, clue): Ablated => {
    const use = complete.filter(({ features }) => features.includes(clue)).length;
    const without = use === 0 ? base : rounds(heldOutScores(fits, clue));
    const added = new Map<string, { loss: number; count: number }>();
    for (const [round, predictions] of without.entries())
      for (const [index, one] of predictions.entries()) {
        // The folds are the same, so the findings have the same order.
        const other = base[round]?.[index] ?? one;
        const author = authorOf(one.finding.repository);
        const { loss, count } = added.get(author) ?? { loss: 0, count: 0 };
        added.set(author, { loss: loss + logLossOf(one) - logLossOf(other), count: count + 1 });
      }
    const authors = [...added.values()];
    return {
      id,
      use,
      averagePrecisionLost: without.map(
        (predictions, round) => qualityOf(base[round] ?? []).averagePrecision - qualityOf(predictions).averagePrecision,
      ),
      logLossAdded: perFinding(authors),
      interval: intervalOver(authors),
    };
  });
}

interface Sum {
  readonly loss: number;
  readonly count: number;
}

const perFinding = (authors: readonly Sum[]): number =>
  authors.reduce((sum, { loss }) => sum + loss, 0) / authors.reduce((sum, { count }) => sum + count, 0);

const RESAMPLED = 1_000;

function intervalOver(authors: readonly Sum[]): readonly [number, number] {
  const random = randomOf('ablation');
  const drawn = Array.from({ length: RESAMPLED }, () =>
    perFinding(authors.map(() => authors[random.below(authors.length)] ?? { loss: 0, count: 0 })),
  );
  return [percentile(drawn, 0.025), percentile(drawn, 0.975)];
}

/**
 * Returns true if a clue costs more than chance explains: without it, log loss decreases by more than authors differ,
 * and average precision increases in each draw of the folds. Of many clues, a few do so by chance.
 */
export const isCostly = ({ interval: [, upper], averagePrecisionLost }: Ablated): boolean =>
  upper < 0 && averagePrecisionLost.every((lost) => lost < 0);

/** Returns each clue with its value, and those whose removal helps. */
export function* ablationReport(clues: readonly Ablated[]): Iterable<string> {
  yield `the value of each clue on authors that were not fitted on, ${ROUNDS} draws of ${FOLDS} folds:`;
  yield '  average precision  log loss (95 % over authors)  findings';
  const order = [...clues].sort((a, b) => b.logLossAdded - a.logLossAdded);
  for (const { id, use, logLossAdded, averagePrecisionLost, interval } of order)
    yield `  ${formatSmall(mean(averagePrecisionLost))} ±${deviation(averagePrecisionLost).toFixed(4)}  ` +
      `${formatSmall(logLossAdded)} (${interval.map(formatSmall).join(' to ')})  ${String(use).padStart(6)} ${id}`;
  yield `costs more than chance explains, on folds it was not fitted on: ${joinIds(clues.filter(isCostly))}`;
  yield `matches no labeled finding: ${joinIds(clues.filter(({ use }) => use === 0))}`;
}

const joinIds = (clues: readonly Ablated[]): string => clues.map(({ id }) => id).join(', ') || 'none';
const formatSmall = (value: number): string => value.toFixed(4).padStart(7);

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / Math.max(1, values.length - 1));
}

const meanOf = (all: readonly Quality[]): Quality => ({
  logLoss: mean(all.map(({ logLoss }) => logLoss)),
  averagePrecision: mean(all.map(({ averagePrecision }) => averagePrecision)),
});
