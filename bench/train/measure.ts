/** What a fit is worth on authors that it has not seen. */
import { CLUES, FEATURES } from '../../skill/index.ts';
import { corrected, firstScores, fitCorrection, foldOf, type Scored } from './correction.ts';
import { type Fitted, fitRows, logOdds, sigmoid, type Weighted } from './fit.ts';
import type { Labelled } from './labelled.ts';
import type { Row } from './rows.ts';

export interface Author {
  readonly slug: string;
  readonly rows: readonly Row[];
}

/** Chosen by cross-validation and by labelled skills of other authors. */
const OPTIONS = { features: FEATURES, epochs: 12, penalty: 20, rate: 0.05 };

export const fitAll = (authors: readonly Author[]): Fitted => fitRows(weighed(authors), OPTIONS);

/** Rows of an author with n of them weigh √n together; the mean is 1. */
function weighed(authors: readonly Author[]): readonly Weighted[] {
  const rows = authors.flatMap((author) =>
    author.rows.map((row) => ({ ...row, weight: 1 / Math.sqrt(author.rows.length) })),
  );
  const mean = rows.reduce((sum, { weight }) => sum + weight, 0) / rows.length;
  return rows.map((row) => ({ ...row, weight: row.weight / mean }));
}

export interface Worth {
  /** In nats a row; less is better. */
  readonly logLoss: number;
  readonly averagePrecision: number;
}

/** `leftOut`: a clue that is not asked. */
export function worth(model: Fitted, authors: readonly Author[], leftOut?: number): Worth {
  const scored = authors.flatMap(({ rows }) =>
    rows.map(({ features, label }) => ({
      label,
      score: logOdds(model, leftOut === undefined ? features : features.filter((one) => one !== leftOut)),
    })),
  );
  let loss = 0;
  for (const { score, label } of scored) {
    const right = label === 1 ? sigmoid(score) : 1 - sigmoid(score);
    loss -= Math.log(Math.max(1e-9, right));
  }
  scored.sort((a, b) => b.score - a.score);
  const total = scored.filter(({ label }) => label === 1).length;
  let hits = 0;
  let precision = 0;
  for (const [index, { label }] of scored.entries()) {
    if (label === 0) continue;
    hits++;
    precision += hits / (index + 1);
  }
  return { logLoss: loss / scored.length, averagePrecision: precision / Math.max(1, total) };
}

const shown = ({ logLoss, averagePrecision }: Worth): string =>
  `log loss ${logLoss.toFixed(3)}, average precision ${averagePrecision.toFixed(3)}`;

/** Cross-validation, and for each clue what is lost without it on the authors that were not fitted on. */
export function* crossValidation(authors: readonly Author[], folds: number): Iterable<string> {
  const without = CLUES.map(() => 0);
  for (let fold = 0; fold < folds; fold++) {
    const tested = authors.filter((_, index) => index % folds === fold);
    const model = fitAll(authors.filter((_, index) => index % folds !== fold));
    const whole = worth(model, tested);
    yield `fold ${fold + 1}: ${tested.length} authors, ${shown(whole)}`;
    for (const [index] of CLUES.entries())
      without[index] = (without[index] ?? 0) + (worth(model, tested, index).logLoss - whole.logLoss) / folds;
  }
  yield 'log loss added where a clue is not asked, on authors that were not fitted on:';
  const order = CLUES.map(({ id }, index) => ({ id, added: without[index] ?? 0 })).sort((a, b) => b.added - a.added);
  for (const { id, added } of order) yield `  ${added.toFixed(4).padStart(8)} ${id}`;
}

/** What more authors bring: every fifth one is kept back to measure with. */
export function* learningCurve(authors: readonly Author[]): Iterable<string> {
  const tested = authors.filter((_, index) => index % 5 === 0);
  const rest = authors.filter((_, index) => index % 5 !== 0);
  for (let count = 25; count < rest.length + 25; count += 25) {
    const used = rest.slice(0, count);
    yield `${String(used.length).padStart(4)} authors: ${shown(worth(fitAll(used), tested))}`;
  }
}

/** Folds of the authors of the labels, so that no finding is scored by what was fitted on its author. */
const FOLDS = 5;
const CORRECTION_FOLDS = 10;

/** What the first stage says of each labelled finding, fitted without the finding's author. */
export function scoredApart(authors: readonly Author[], labelled: readonly Labelled[]): readonly Scored[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const own = labelled.filter(({ repository }) => foldOf(repository, FOLDS) === fold);
    if (own.length === 0) return [];
    const model = fitAll(authors.filter(({ slug }) => foldOf(slug, FOLDS) !== fold));
    return own.map((finding): Scored => ({ ...finding, ...firstScores(model, finding.features) }));
  });
}

/** Cross-validation of the second stage: precision of the findings where so many of the true ones are kept. */
export function* correctionReport(findings: readonly Scored[]): Iterable<string> {
  const judged = findings.map((finding) => {
    const fold = foldOf(finding.repository, CORRECTION_FOLDS);
    const others = findings.filter(({ repository }) => foldOf(repository, CORRECTION_FOLDS) !== fold);
    return { finding, score: others.length === 0 ? 0 : corrected(finding, fitCorrection(others)) };
  });
  for (const [name, isOf] of [
    ['all', () => true],
    ['SKILL.md', ({ isManifest }: Scored) => isManifest],
    ['other files', ({ isManifest }: Scored) => !isManifest],
  ] as const) {
    const own = judged.filter(({ finding }) => isOf(finding)).sort((a, b) => b.score - a.score);
    const total = own.filter(({ finding }) => finding.label === 1).length;
    const parts = [0.3, 0.5, 0.7, 0.8, 0.9, 0.95].map((recall) => {
      let hits = 0;
      const at = own.findIndex(({ finding }) => {
        hits += finding.label;
        return hits >= recall * total;
      });
      const precision = (hits / (at + 1)).toFixed(2);
      return `${precision} at ${recall} (certainty ${sigmoid(own[at]?.score ?? 0).toFixed(2)})`;
    });
    yield `findings in ${name}: ${total} of ${own.length} true; precision at recall: ${parts.join(', ')}`;
  }
}
