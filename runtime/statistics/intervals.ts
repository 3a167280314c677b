/** Confidence intervals of rates and of their differences. */

/** An estimate with its 95 % confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Quantile of the standard normal distribution for 95 %, two-sided. */
const Z = 1.959964;

/** Variances below this are rounding errors of equal values. */
const NO_VARIANCE = 1e-12;

/** Fewer judged trials than this are marked as too few. */
export const FEW_TRIALS = 10;

/**
 * Returns Wilson's score interval for `passed` of `trials` independent trials; undefined without trials. `trials` may be
 * fractional, for an effective number.
 * @param quantile that of the standard normal distribution, or a larger one if the variance itself is estimated
 */
export function wilson(passed: number, trials: number, quantile = Z): Estimate | undefined {
  if (trials <= 0) return undefined;
  const rate = passed / trials;
  const square = quantile ** 2;
  const center = (rate + square / (2 * trials)) / (1 + square / trials);
  const half =
    (quantile * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials ** 2))) / (1 + square / trials);
  return { value: rate, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** The judged trials of one case on one side. */
export interface Tally {
  readonly passed: number;
  readonly judged: number;
}

/**
 * Returns the pass rate over cases, each with the same weight, with Wilson's interval for the effective number of trials:
 * trials of one case resemble each other, so that they count less than independent ones. Undefined without judged trials.
 */
export function rateOverCases(tallies: readonly Tally[]): Estimate | undefined {
  const judged = tallies.filter((one) => one.judged > 0);
  const rates = judged.map((one) => one.passed / one.judged);
  if (rates.length === 0) return undefined;
  const trials = judged.reduce((sum, one) => sum + one.judged, 0);
  const rate = mean(rates);
  if (rates.length === 1) return wilson(rate * trials, trials);
  const variance = varianceOf(rates) / rates.length;
  // More trials of the same cases than this add nothing.
  const effective = variance < NO_VARIANCE ? trials : Math.min(trials, (rate * (1 - rate)) / variance);
  const quantile = effective < trials ? studentQuantile(rates.length - 1) : Z;
  return wilson(rate * effective, effective, quantile);
}

/** The counted events of one cluster, such as the misses among the requests of a session. */
export interface Counted {
  readonly events: number;
  readonly all: number;
}

/**
 * Returns the share of events over clusters, with Wilson's interval for the effective number: events of one cluster resemble each
 * other, so that they count less than independent ones. Undefined if there is nothing to count.
 */
export function shareOverClusters(clusters: readonly Counted[]): Estimate | undefined {
  const counted = clusters.filter(({ all }) => all > 0);
  const all = counted.reduce((sum, one) => sum + one.all, 0);
  const events = counted.reduce((sum, one) => sum + one.events, 0);
  if (counted.length < 2) return wilson(events, all);
  const share = events / all;
  const squares = counted.reduce((sum, one) => sum + (one.events - share * one.all) ** 2, 0);
  const variance = ((counted.length / (counted.length - 1)) * squares) / all ** 2;
  const effective = variance < NO_VARIANCE ? all : Math.min(all, (share * (1 - share)) / variance);
  const quantile = effective < all ? studentQuantile(counted.length - 1) : Z;
  return wilson(share * effective, effective, quantile);
}

/**
 * Returns the mean difference between two sides over the cases that both were judged on, with the interval of the paired
 * t statistic. Undefined with fewer than two such cases. If all differences are equal, for example because every trial
 * failed, the interval is that of independent trials, with one success and one failure added to each side.
 */
export function pairedDifference(pairs: readonly (readonly [a: Tally, b: Tally])[]): Estimate | undefined {
  const judged = pairs.filter(([a, b]) => a.judged > 0 && b.judged > 0);
  if (judged.length < 2) return undefined;
  const differences = judged.map(([a, b]) => a.passed / a.judged - b.passed / b.judged);
  const value = mean(differences);
  const observed = varianceOf(differences) / judged.length;
  const half =
    observed < NO_VARIANCE
      ? Z * Math.sqrt(smoothed(judged.map(([a]) => a)) + smoothed(judged.map(([, b]) => b)))
      : studentQuantile(judged.length - 1) * Math.sqrt(observed);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

/** Returns the variance of a rate with one success and one failure added. */
function smoothed(tallies: readonly Tally[]): number {
  const passed = tallies.reduce((sum, one) => sum + one.passed, 1);
  const judged = tallies.reduce((sum, one) => sum + one.judged, 2);
  const rate = passed / judged;
  return (rate * (1 - rate)) / judged;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the sample variance of at least two values. */
function varianceOf(values: readonly number[]): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1);
}

/** Quantiles of Student's t distribution for 95 %, two-sided, for 1 and 2 degrees of freedom. */
const EXACT = [Number.POSITIVE_INFINITY, 12.7062, 4.3027];

/**
 * Returns the quantile of Student's t distribution for 95 %, two-sided, by the Cornish-Fisher expansion
 * (Abramowitz and Stegun, 26.7.5); its error is below 0.02 from three degrees of freedom on.
 */
export function studentQuantile(freedom: number): number {
  const exact = EXACT[freedom];
  if (exact !== undefined) return exact;
  const terms = [
    Z,
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92160,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}
