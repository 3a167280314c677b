/** Logistic regression over a few hundred features that are seldom there, with a penalty of its own for each; by Newton's method. */
import { sigmoid } from './fit.ts';

export interface SparseRow {
  readonly label: 0 | 1;
  readonly weight: number;
  /** Index of each feature that is not 0, and its value. */
  readonly features: readonly (readonly [index: number, value: number])[];
}

const MOST_STEPS = 25;
const DONE = 1e-7;
/** Below this share of doubt a row still pulls, or the equations cannot be solved. */
const LEAST_DOUBT = 1e-6;

/** The weights of the features; `penalties[i]` is the strength of the L2 penalty on feature `i`. */
export function fitRidge(rows: readonly SparseRow[], penalties: Float64Array): Float64Array {
  const size = penalties.length;
  const weights = new Float64Array(size);
  for (let step = 0; step < MOST_STEPS; step++) {
    const curvature = Array.from({ length: size }, () => new Float64Array(size));
    const gradient = new Float64Array(size);
    for (let index = 0; index < size; index++) {
      gradient[index] = -at(penalties, index) * at(weights, index);
      add(curvature[index], index, at(penalties, index));
    }
    for (const { label, weight, features } of rows) {
      const chance = sigmoid(scoreOf(features, weights));
      const error = (label - chance) * weight;
      const doubt = Math.max(chance * (1 - chance), LEAST_DOUBT) * weight;
      for (const [one, value] of features) {
        add(gradient, one, error * value);
        for (const [other, second] of features) add(curvature[one], other, doubt * value * second);
      }
    }
    const change = solved(curvature, gradient);
    for (let index = 0; index < size; index++) add(weights, index, at(change, index));
    if (change.every((one) => Math.abs(one) < DONE)) break;
  }
  return weights;
}

/** Log-odds of a row. */
export const scoreOf = (features: SparseRow['features'], weights: Float64Array): number =>
  features.reduce((sum, [index, value]) => sum + value * at(weights, index), 0);

const at = (values: Float64Array | undefined, index: number): number => values?.[index] ?? 0;

function add(values: Float64Array | undefined, index: number, value: number): void {
  if (values !== undefined) values[index] = at(values, index) + value;
}

/** Solves a symmetric, positive definite system by Cholesky's decomposition, which takes the place of `matrix`. */
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let row = 0; row < size; row++) {
    const own = matrix[row];
    if (own === undefined) continue;
    for (let column = 0; column <= row; column++) {
      const other = matrix[column];
      let sum = at(own, column);
      for (let index = 0; index < column; index++) sum -= at(own, index) * at(other, index);
      own[column] = row === column ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / at(other, column);
    }
  }
  const result = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let sum = at(right, row);
    for (let index = 0; index < row; index++) sum -= at(matrix[row], index) * at(result, index);
    result[row] = sum / at(matrix[row], row);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = at(result, row);
    for (let index = row + 1; index < size; index++) sum -= at(matrix[index], row) * at(result, index);
    result[row] = sum / at(matrix[row], row);
  }
  return result;
}
