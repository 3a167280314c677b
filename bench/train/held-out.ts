/**
 * Labeled findings, each with fits that exclude its author. They are stored in `.cache/train/`, so that measurements
 * on them (`report.ts`) need neither the checkouts nor another fit of the first stage.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLUES, PAIRED, pairOf } from '../../skill/index.ts';
import { correctedScore, firstScores, fitCorrection, foldOf, type Scored } from './correction.ts';
import { type Fitted, sigmoid } from './fit.ts';
import { isUnresolved, type Labeled } from './labeled.ts';
import { type Author, fitAll } from './measure.ts';
import { roundWeight } from './tables.ts';

/** Folds of the labels' authors in the first stage, and in the second. */
const FOLDS = 5;
const CORRECTION_FOLDS = 10;

export interface HeldOutFits {
  /** The labeled findings, including those that the rules suppress. */
  readonly labeled: readonly Labeled[];
  /** Models of the first stage, each without the authors of its fold. */
  readonly models: readonly Fitted[];
}

/** Fits the first stage once for each fold of the labels' authors. */
export const fitHeldOut = (authors: readonly Author[], labeled: readonly Labeled[]): HeldOutFits => ({
  labeled,
  models: Array.from({ length: FOLDS }, (_, fold) =>
    fitAll(authors.filter(({ slug }) => foldOf(slug, FOLDS) !== fold)),
  ),
});

/**
 * Returns the first stage's result for each unresolved finding, by the fit without its author.
 * @param removedClue the clue to leave out, along with its pairs
 */
export const heldOutScores = (fits: HeldOutFits, removedClue?: number): readonly Scored[] =>
  fits.labeled.filter(isUnresolved).map((finding) => scored(fits, finding, removedClue));

function scored({ models }: HeldOutFits, finding: Labeled, removedClue?: number): Scored {
  const features = removedClue === undefined ? finding.features : withoutClue(finding.features, removedClue);
  const model = models[foldOf(finding.repository, FOLDS)] ?? { bias: 0, weights: new Float64Array() };
  return { ...finding, features, ...firstScores(model, features) };
}

/** Removes a clue and its pairs. */
function withoutClue(features: Int32Array, clue: number): Int32Array {
  if (!features.includes(clue)) return features;
  const excluded = new Set([clue]);
  for (const other of features)
    if (clue < PAIRED && other < PAIRED && other !== clue)
      excluded.add(CLUES.length + pairOf(Math.min(clue, other), Math.max(clue, other)));
  return features.filter((feature) => !excluded.has(feature));
}

/** A finding with the log-odds of both stages, fitted without its author. */
export interface HeldOut {
  readonly finding: Scored;
  readonly score: number;
  readonly label: 0 | 1;
}

/**
 * Returns each finding's score by a correction that was fitted without its author. `round` selects a different assignment to
 * folds.
 */
export function heldOut(
  findings: readonly Scored[],
  {
    folds = CORRECTION_FOLDS,
    round = 0,
    correctionOf = (_: number, others: readonly Scored[]) => fitCorrection(others),
  } = {},
): readonly HeldOut[] {
  const byFold = Map.groupBy(findings, ({ repository }) => foldOf(repository, folds, round));
  return [...byFold].flatMap(([fold, own]) => {
    const others = findings.filter(({ repository }) => foldOf(repository, folds, round) !== fold);
    const correction = others.length === 0 ? undefined : correctionOf(fold, others);
    return own.map((finding) => ({
      finding,
      score: correction === undefined ? 0 : correctedScore(finding, correction),
      label: finding.label,
    }));
  });
}

/**
 * Returns the judge's certainty for each labeled finding, by fits without its author: a table of `repository, file,
 * target, certainty`, for measurements on the skills of the training set.
 */
export function heldOutCertainties(fits: HeldOutFits): string {
  const findings = heldOutScores(fits);
  const corrections = new Map(
    Array.from({ length: CORRECTION_FOLDS }, (_, fold) => [
      fold,
      fitCorrection(findings.filter(({ repository }) => foldOf(repository, CORRECTION_FOLDS) !== fold)),
    ]),
  );
  const lines = fits.labeled.map((finding) => {
    const correction = corrections.get(foldOf(finding.repository, CORRECTION_FOLDS));
    const certainty = correction === undefined ? 0 : sigmoid(correctedScore(scored(fits, finding), correction));
    return [finding.repository, finding.file, finding.target, roundWeight(certainty)].join('\t');
  });
  return `repository\tfile\ttarget\tcertainty\n${lines.join('\n')}\n`;
}

interface Stored {
  /** Ids of the clues behind the feature numbers. */
  readonly clues: readonly string[];
  readonly models: readonly { readonly bias: number; readonly weights: string }[];
  readonly labeled: readonly (Omit<Labeled, 'features'> & { readonly features: readonly number[] })[];
}

const STORE_FOLDER = join(import.meta.dirname, '../../.cache/train');

/** The output file of `heldOutCertainties`. */
export const CERTAINTIES = join(STORE_FOLDER, 'certainties.tsv');

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Stores the fits for `readHeldOut`, with the table of certainties. */
export function storeHeldOut(fits: HeldOutFits): void {
  const stored: Stored = {
    clues: CLUES.map(({ id }) => id),
    models: fits.models.map(({ bias, weights }) => ({ bias, weights: bytesOf(weights).toString('base64') })),
    labeled: fits.labeled.map((one) => ({ ...one, features: [...one.features] })),
  };
  mkdirSync(STORE_FOLDER, { recursive: true });
  writeFileSync(join(STORE_FOLDER, 'apart.json'), JSON.stringify(stored));
  writeFileSync(CERTAINTIES, heldOutCertainties(fits));
}

/** Returns the result of the last training; undefined if there was none, or if the clues have changed since. */
export function readHeldOut(): HeldOutFits | undefined {
  let stored: Stored;
  try {
    stored = JSON.parse(readFileSync(join(STORE_FOLDER, 'apart.json'), 'utf8')) as Stored;
  } catch {
    return undefined;
  }
  if (stored.clues.join() !== CLUES.map(({ id }) => id).join()) return undefined;
  return {
    labeled: stored.labeled.map((one) => ({ ...one, features: Int32Array.from(one.features) })),
    models: stored.models.map(({ bias, weights }) => ({
      bias,
      weights: new Float64Array(new Uint8Array(Buffer.from(weights, 'base64')).buffer),
    })),
  };
}
