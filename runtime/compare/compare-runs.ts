import { defined } from '../../skill/index.ts';
import type { ForkChange, RunTotals } from '../protocol/compare.ts';
import { type AlignedPair, align, type Levels, Numbering } from '../text/align.ts';
import { comparedSide, type RunToCompare } from './compared-side.ts';
import { type Divergence, findDivergence } from './divergence.ts';
import { findForkChange } from './fork-change.ts';
import type { AlignedSteps, RunStep } from './steps.ts';

/** The comparison of two runs. */
export interface RunComparison {
  readonly aligned: readonly AlignedSteps[];
  /** The first difference with its likely reason; absent if all steps are the same. */
  readonly divergence?: Divergence;
  /** Absent if neither run was forked from the other. */
  readonly forkChange?: ForkChange;
  readonly totals: { readonly a: RunTotals; readonly b: RunTotals };
}

/**
 * Costs of pairing steps: identical steps, the same call with another result, and different versions of a step. Steps
 * without a counterpart cost 2 each, so pairing unrelated steps never costs less than leaving both unpaired.
 */
const COSTS = [0, 1, 3];

/** Compares two runs step by step, and finds the first difference and its likely reason. */
export function compareRuns(a: RunToCompare, b: RunToCompare): RunComparison {
  const before = comparedSide(a);
  const after = comparedSide(b);
  const aligned = alignSteps(before.steps, after.steps);
  const divergence = findDivergence(before, after, aligned);
  return defined({
    aligned,
    divergence,
    forkChange: findForkChange(before, after),
    totals: { a: before.totals, b: after.totals },
  });
}

/** Aligns the steps of two runs so that as few as possible differ. */
export function alignSteps(a: readonly RunStep[], b: readonly RunStep[]): readonly AlignedSteps[] {
  const numberings = [new Numbering(), new Numbering(), new Numbering()];
  const levelsOf = (steps: readonly RunStep[]): Levels =>
    [steps.map(({ identity }) => identity), steps.map(({ cause }) => cause), steps.map(({ group }) => group)].map(
      (texts, level) => numberings[level]?.number(texts) ?? new Int32Array(),
    );
  return align(levelsOf(a), levelsOf(b), COSTS).map((pair) => rowOf(pair, a, b));
}

function rowOf([i, j]: AlignedPair, a: readonly RunStep[], b: readonly RunStep[]): AlignedSteps {
  const before = i === null ? undefined : a[i];
  const after = j === null ? undefined : b[j];
  if (before === undefined) return defined({ b: after, relation: 'added' });
  if (after === undefined) return { a: before, relation: 'removed' };
  return { a: before, b: after, relation: before.identity === after.identity ? 'same' : 'changed' };
}
