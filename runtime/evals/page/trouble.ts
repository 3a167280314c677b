import { groupBy } from '../../group-by.ts';
import { failedUnrated } from '../results/result-sections.ts';
import type { CaseResult, SideResult } from '../results/results.ts';
import type { CasePlace } from './page-places.ts';

/** The state of the trials of a case on one side. */
export type SideState = 'failed' | 'unjudged' | 'passed';

/** Returns `failed` if a trial failed, and otherwise `unjudged` if one is not judged. */
export function stateOf({ failed, judged, trials }: SideResult): SideState {
  if (failed > 0) return 'failed';
  return judged < trials || trials === 0 ? 'unjudged' : 'passed';
}

/** Returns the worst state of results. */
export function worstState(states: readonly SideState[]): SideState {
  return ORDER.find((state) => states.includes(state)) ?? 'unjudged';
}

const ORDER: readonly SideState[] = ['failed', 'unjudged', 'passed'];

/**
 * Returns the cases with the most trouble first: those with the largest share of failed trials with the skill, in the client
 * and model where it is largest, then those that are not judged, then the others, each in the order of the file.
 */
export function byTrouble(places: readonly CasePlace[], cases: readonly CaseResult[]): readonly CasePlace[] {
  const results = groupBy(cases, (one) => JSON.stringify([one.skill, one.case]));
  const troubleOf = ({ skill, name }: CasePlace): number => {
    const sides = (results.get(JSON.stringify([skill, name])) ?? []).map((one) => one.with);
    const state = worstState(sides.map(stateOf));
    const share = Math.max(0, ...sides.map((side) => (side.trials === 0 ? 0 : side.failed / side.trials)));
    return state === 'failed' ? 1 + share : state === 'unjudged' ? 0.5 : 0;
  };
  return places.toSorted((a, b) => troubleOf(b) - troubleOf(a));
}

/** Returns the rate of a side for its bar; undefined if nothing is judged. */
export function barRateOf(side: SideResult) {
  const { passed, judged, low, high } = side;
  if (judged === 0) return failedUnrated(side) > 0 ? { value: 0 } : undefined;
  return low === undefined || high === undefined ? { value: passed / judged } : { value: passed / judged, low, high };
}
