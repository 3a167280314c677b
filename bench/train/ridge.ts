/** Logistic regression over a few hundred sparse features, with a separate penalty for each, by Newton's method. */
import { sigmoid } from './fit.ts';

export interface SparseRow {
  readonly label: 0 | 1;
  readonly weight: number;
  /** Index of each nonzero feature, ascending, and its value. */
  readonly features: readonly (readonly [index: number, value: number])[];
}

const MAX_STEPS = 25;
const TOLERANCE = 1e-7;
/** Minimum uncertainty of a row in the equations, which would otherwise be unsolvable. */
const MIN_VARIANCE = 1e-6;

/** A row in typed arrays, because its features are read often. */
interface IndexedRow {
  readonly label: 0 | 1;
  readonly weight: number;
  readonly indexes: Int32Array;
  readonly values: Float64Array;
}

/** Fits the weights of the features; `penalties[i]` is the strength of the L2 penalty on feature `i`. */
export function fitRidge(rows: readonly SparseRow[], penalties: Float64Array): Float64Array {
  const size = penalties.length;
  const weights = new Float64Array(size);
  const read = rows.map(({ label, weight, features }): IndexedRow => {
    const indexes = Int32Array.from(features, ([index]) => index);
    return { label, weight, indexes, values: Float64Array.from(features, ([, value]) => value) };
  });
  const curvature = new Float64Array(size * size);
  const gradient = new Float64Array(size);
  for (let step = 0; step < MAX_STEPS; step++) {
    curvature.fill(0);
    for (let index = 0; index < size; index++) {
      const penalty = penalties[index] ?? 0;
      gradient[index] = -penalty * (weights[index] ?? 0);
      curvature[index * size + index] = penalty;
    }
    for (const row of read) addRow(row, weights, gradient, curvature);
    const change = solve(curvature, gradient);
    for (let index = 0; index < size; index++) weights[index] = (weights[index] ?? 0) + (change[index] ?? 0);
    if (change.every((one) => Math.abs(one) < TOLERANCE)) break;
  }
  return weights;
}

/** Returns the log-odds of a row. */
export const scoreOf = (features: SparseRow['features'], weights: Float64Array): number =>
  features.reduce((sum, [index, value]) => sum + value * (weights[index] ?? 0), 0);

/** Adds a row's gradient, and the part of its curvature on and below the diagonal, which is all that is read. */
function addRow(
  { label, weight, indexes, values }: IndexedRow,
  weights: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const size = weights.length;
  let score = 0;
  for (let place = 0; place < indexes.length; place++)
    score += (values[place] ?? 0) * (weights[indexes[place] ?? 0] ?? 0);
  const chance = sigmoid(score);
  const error = (label - chance) * weight;
  const variance = Math.max(chance * (1 - chance), MIN_VARIANCE) * weight;
  for (let place = 0; place < indexes.length; place++) {
    const one = indexes[place] ?? 0;
    const value = values[place] ?? 0;
    gradient[one] = (gradient[one] ?? 0) + error * value;
    for (let other = 0; other <= place; other++) {
      const at = one * size + (indexes[other] ?? 0);
      curvature[at] = (curvature[at] ?? 0) + variance * value * (values[other] ?? 0);
    }
  }
}

/**
 * Solves a symmetric, positive definite system by Cholesky decomposition in place; `matrix` has its rows in sequence.
 */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const [own, other] = [row * size, column * size];
      let sum = matrix[own + column] ?? 0;
      for (let index = 0; index < column; index++) sum -= (matrix[own + index] ?? 0) * (matrix[other + index] ?? 0);
      matrix[own + column] =
        row === column ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / (matrix[other + column] ?? 0);
    }
  }
  const result = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let sum = right[row] ?? 0;
    for (let index = 0; index < row; index++) sum -= (matrix[row * size + index] ?? 0) * (result[index] ?? 0);
    result[row] = sum / (matrix[row * size + row] ?? 0);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = result[row] ?? 0;
    for (let index = row + 1; index < size; index++) sum -= (matrix[index * size + row] ?? 0) * (result[index] ?? 0);
    result[row] = sum / (matrix[row * size + row] ?? 0);
  }
  return result;
}
