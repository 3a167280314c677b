/** Quality metrics of scores that separate true findings from false ones. */
import { sigmoid } from './fit.ts';

export interface Prediction {
  readonly label: 0 | 1;
  /** Log-odds. */
  readonly score: number;
}

export interface Quality {
  /** In nats per row; less is better. */
  readonly logLoss: number;
  readonly averagePrecision: number;
}

/** In nats. */
export function logLossOf({ score, label }: Prediction): number {
  const probability = label === 1 ? sigmoid(score) : 1 - sigmoid(score);
  return -Math.log(Math.max(1e-9, probability));
}

export function qualityOf(predictions: readonly Prediction[]): Quality {
  const loss = predictions.reduce((sum, one) => sum + logLossOf(one), 0);
  const sorted = [...predictions].sort((a, b) => b.score - a.score);
  let hits = 0;
  let precision = 0;
  for (const [index, { label }] of sorted.entries()) {
    if (label === 0) continue;
    hits++;
    precision += hits / (index + 1);
  }
  return { logLoss: loss / predictions.length, averagePrecision: precision / Math.max(1, hits) };
}

export const formatQuality = ({ logLoss, averagePrecision }: Quality): string =>
  `log loss ${logLoss.toFixed(3)}, average precision ${averagePrecision.toFixed(3)}`;

/** Returns the precision at a recall, and the certainty that this requires. */
export function atRecall(predictions: readonly Prediction[], recall: number): { precision: number; certainty: number } {
  const sorted = [...predictions].sort((a, b) => b.score - a.score);
  const total = sorted.filter(({ label }) => label === 1).length;
  let hits = 0;
  const at = sorted.findIndex(({ label }) => {
    hits += label;
    return hits >= recall * total;
  });
  return { precision: hits / (at + 1), certainty: sigmoid(sorted[at]?.score ?? 0) };
}

interface Thresholds {
  readonly error: number;
  readonly warning: number;
}

/** Returns the effect of certainty thresholds on the rules' findings, and the share of true ones that they hide. */
export function atThresholds(predictions: readonly Prediction[], { error, warning }: Thresholds): string {
  const atLevel = (level: 'error' | 'warning' | 'hint'): readonly Prediction[] =>
    predictions.filter((one) => {
      const certainty = sigmoid(one.score);
      return level === (certainty >= error ? 'error' : certainty >= warning ? 'warning' : 'hint');
    });
  const precision = (findings: readonly Prediction[]): string =>
    `${findings.filter(({ label }) => label === 1).length} of ${findings.length} right`;
  const quiet = atLevel('hint').filter(({ label }) => label === 1).length;
  const total = predictions.filter(({ label }) => label === 1).length;
  return (
    `errors ${precision(atLevel('error'))}, warnings ${precision(atLevel('warning'))}; ` +
    `${quiet} of ${total} true ones as a hint (${((quiet / Math.max(1, total)) * 100).toFixed(0)} %)`
  );
}
