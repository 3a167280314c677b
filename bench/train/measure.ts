/** The first stage, and its value for unseen authors. */
import { CLUES, FEATURES } from '../../skill/index.ts';
import { type Fitted, fitRows, logOdds, type Weighted } from './fit.ts';
import { isUnresolved, type Labeled } from './labeled.ts';
import { formatQuality, type Quality, qualityOf } from './quality.ts';
import type { Row } from './rows.ts';

export interface Author {
  readonly slug: string;
  readonly rows: readonly Row[];
}

/** Chosen by cross-validation and by labeled skills of other authors. */
const OPTIONS = { features: FEATURES, epochs: 12, penalty: 20, rate: 0.05 };

export const fitAll = (authors: readonly Author[]): Fitted => fitRows(weighRows(authors), OPTIONS);

/** Rows of an author with n of them weigh √n together; the mean is 1. */
function weighRows(authors: readonly Author[]): readonly Weighted[] {
  const rows = authors.flatMap((author) =>
    author.rows.map((row) => ({ ...row, weight: 1 / Math.sqrt(author.rows.length) })),
  );
  const mean = rows.reduce((sum, { weight }) => sum + weight, 0) / rows.length;
  return rows.map((row) => ({ ...row, weight: row.weight / mean }));
}

/** Returns the quality of a model on the references of some authors. `leftOut`: a clue to exclude. */
export const qualityOn = (model: Fitted, authors: readonly Author[], leftOut?: number): Quality =>
  qualityOf(
    authors.flatMap(({ rows }) =>
      rows.map(({ features, label }) => ({
        label,
        score: logOdds(model, leftOut === undefined ? features : features.filter((one) => one !== leftOut)),
      })),
    ),
  );

/** Cross-validates, and measures the loss without each clue on the authors that were not fitted on. */
export function* crossValidation(authors: readonly Author[], folds: number): Iterable<string> {
  const without = CLUES.map(() => 0);
  for (let fold = 0; fold < folds; fold++) {
    const tested = authors.filter((_, index) => index % folds === fold);
    const model = fitAll(authors.filter((_, index) => index % folds !== fold));
    const complete = qualityOn(model, tested);
    yield `fold ${fold + 1}: ${tested.length} authors, ${formatQuality(complete)}`;
    for (const [index] of CLUES.entries())
      without[index] = (without[index] ?? 0) + (qualityOn(model, tested, index).logLoss - complete.logLoss) / folds;
  }
  yield 'log loss added if a clue is ignored, on authors that were not fitted on:';
  const order = CLUES.map(({ id }, index) => ({ id, added: without[index] ?? 0 })).sort((a, b) => b.added - a.added);
  for (const { id, added } of order) yield `  ${added.toFixed(4).padStart(8)} ${id}`;
}

const SHARES = [0.25, 0.5, 0.75, 1];

/**
 * Measures the value of more authors: every fifth one is held out, with its references and its labeled findings,
 * before these correct anything.
 */
export function* learningCurve(authors: readonly Author[], findings: readonly Labeled[]): Iterable<string> {
  const tested = authors.filter((_, index) => index % 5 === 0);
  const rest = authors.filter((_, index) => index % 5 !== 0);
  const slugs = new Set(tested.map(({ slug }) => slug.replace('/', '+')));
  const read = findings.filter((one) => slugs.has(one.repository) && isUnresolved(one));
  yield `learning curve over the authors trained on, measured on ${tested.length} others and ${read.length} of their findings:`;
  let before: { readonly count: number; readonly precision: number } | undefined;
  for (const share of SHARES) {
    const used = rest.slice(0, Math.round(rest.length * share));
    const model = fitAll(used);
    const free = qualityOn(model, tested);
    const onFindings = qualityOf(read.map(({ label, features }) => ({ label, score: logOdds(model, features) })));
    const gained =
      before === undefined
        ? ''
        : `, ${(((free.averagePrecision - before.precision) * 50) / (used.length - before.count)).toFixed(4)} for 50 authors more`;
    yield `${String(used.length).padStart(4)} authors: ${formatQuality(free)}${gained}; on findings ${formatQuality(onFindings)}`;
    before = { count: used.length, precision: free.averagePrecision };
  }
}
