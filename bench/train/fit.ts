/** Logistic regression over sparse binary features, the same result for the same rows. */
import { hashOf } from './bundles.ts';

export interface Fitted {
  readonly bias: number;
  readonly weights: Float64Array;
}

export interface Weighted {
  readonly label: 0 | 1;
  readonly features: Int32Array;
  /** Weight of the row. */
  readonly weight: number;
}

export interface FitOptions {
  readonly features: number;
  /** Passes over all rows. */
  readonly epochs: number;
  /** Strength of the L2 penalty, for rows whose weights average 1. */
  readonly penalty: number;
  readonly rate: number;
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Returns the log-odds of a row. */
export function logOdds({ bias, weights }: Fitted, features: Int32Array): number {
  let sum = bias;
  for (const index of features) sum += weights[index] ?? 0;
  return sum;
}

/** Fits with AdaGrad over the rows in a reproducible random order, and averages the last half of the passes. */
export function fitRows(rows: readonly Weighted[], { features, epochs, penalty, rate }: FitOptions): Fitted {
  const weights = new Float64Array(features);
  const mean = new Float64Array(features);
  const squares = new Float64Array(features).fill(1e-6);
  const touched = new Int32Array(features);
  let bias = 0;
  let biasSquares = 1e-6;
  let meanBias = 0;
  const order = rows.map((_, index) => index).sort((a, b) => hashOf(`${a}`) - hashOf(`${b}`));
  const shrink = penalty / rows.length;
  const from = Math.floor(epochs / 2);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const index of order) {
      const row = rows[index];
      if (row === undefined) continue;
      step++;
      const error = (sigmoid(logOdds({ bias, weights }, row.features)) - row.label) * row.weight;
      biasSquares += error * error;
      bias -= (rate * error) / Math.sqrt(biasSquares);
      for (const feature of row.features) {
        // The accumulated penalty since the feature was last seen.
        const skipped = step - (touched[feature] ?? 0);
        touched[feature] = step;
        const gradient = error + shrink * skipped * (weights[feature] ?? 0);
        squares[feature] = (squares[feature] ?? 0) + gradient * gradient;
        weights[feature] = (weights[feature] ?? 0) - (rate * gradient) / Math.sqrt(squares[feature] ?? 1);
      }
    }
    if (epoch < from) continue;
    const share = 1 / (epochs - from);
    meanBias += bias * share;
    for (let feature = 0; feature < features; feature++)
      mean[feature] = (mean[feature] ?? 0) + (weights[feature] ?? 0) * share;
  }
  return { bias: meanBias, weights: mean };
}
