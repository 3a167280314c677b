import type { Side } from '../trials/plan.ts';
import type { EvalResults } from './results.ts';

/** The words for the two sides of a comparison. */
export interface SideNames {
  /** For columns. */
  readonly column: Readonly<Record<Side, string>>;
  /** For sentences. */
  readonly phrase: Readonly<Record<Side, string>>;
  /** The meaning of a difference that is positive, negative, or not shown. */
  readonly verdicts: readonly [positive: string, negative: string, none: string];
}

const ABSENT: SideNames = {
  column: { with: 'with', without: 'without' },
  phrase: { with: 'with the skill', without: 'without the skill' },
  verdicts: ['the skill helps', 'the skill harms', 'no difference is shown'],
};

const EARLIER: SideNames = {
  column: { with: 'present', without: 'earlier' },
  phrase: { with: 'with the present text', without: 'with the earlier text' },
  verdicts: ['the present text is better', 'the present text is worse', 'no difference is shown'],
};

/** Returns the words for the sides of results: with the skill and without it, or with its present and its earlier text. */
export function sideNames({ baseline }: Pick<EvalResults, 'baseline'>): SideNames {
  return baseline === 'earlier' ? EARLIER : ABSENT;
}
