import { formatCount } from '../../text/count.ts';
import type { EvalResults } from './results.ts';

/** Limits that the author sets. */
export interface Thresholds {
  /** Lowest allowed pass rate with the skill, 0 to 1, in every client and with every model. */
  readonly minPass?: number;
  /** Highest allowed number of missing files requested in one trial with the skill. */
  readonly maxMisses?: number;
}

/**
 * Returns a sentence for each threshold that is not met. A rate that nothing was judged for does not meet one, nor does one that
 * failed trials outside the rate put out of reach, or that trials without a valid run could have put below it.
 */
export function missedThresholds({ groups }: EvalResults, { minPass, maxMisses }: Thresholds): readonly string[] {
  return groups.flatMap((group) => {
    const where = `${group.skill}, ${group.client}, ${group.model}, ${group.kind}s`;
    const { value } = group.with ?? {};
    const highest = group.trials === 0 ? 1 : 1 - group.failed / group.trials;
    const { invalid = 0, judged, trials } = group;
    const lowest = judged === 0 ? 0 : ((value ?? 0) * judged) / (judged + invalid);
    const problemOf = (required: number): string | undefined => {
      if (value === undefined) return 'nothing was judged';
      if (value < required) return `${percent(value)} passed`;
      if (highest < required) return `${group.failed} of ${formatCount(trials, 'trial')} failed`;
      if (lowest < required)
        return `${invalid} of ${formatCount(trials, 'trial')} ${invalid === 1 ? 'is' : 'are'} not valid`;
      return undefined;
    };
    const problem = minPass === undefined ? undefined : problemOf(minPass);
    return [
      ...(minPass === undefined || problem === undefined
        ? []
        : [`${where}: ${problem}, at least ${percent(minPass)} required.`]),
      ...(maxMisses !== undefined && group.mostMisses > maxMisses
        ? [
            `${where}: a trial requested ${formatCount(group.mostMisses, 'missing file')}, at most ${maxMisses} allowed.`,
          ]
        : []),
    ];
  });
}

/** Formats a rate as a percentage, so that it never looks as if it met a threshold that it does not. */
export function percent(rate: number): string {
  return `${Math.floor(rate * 1000 + 1e-9) / 10} %`;
}
