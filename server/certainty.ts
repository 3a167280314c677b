import type { Judgement } from '../skill/index.ts';
import type { Severity } from './protocol.ts';

/** From which certainty on a finding keeps its level, and from which it is a warning at most; what is less certain is a hint. From 0 to 1. */
export interface CertaintyThresholds {
  readonly error: number;
  readonly warning: number;
}

/** Every finding keeps the level of its rule: what the judge is worth on unseen skills is in `docs/certainty.md`. */
export const DEFAULT_CERTAINTY: CertaintyThresholds = { error: 0, warning: 0 };

/** Whether anybody asks how certain findings are: without, no keystroke and no check pays for it. */
export const needsCertainty = (settings: {
  readonly certainty?: CertaintyThresholds;
  readonly explain?: boolean;
}): boolean =>
  settings.explain === true || atCertainty('error', { certainty: 0, clues: [] }, settings.certainty) !== 'error';

const WEAKER: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** The level of a finding of which one is only so certain. */
export function atCertainty(
  severity: Severity,
  judgement: Judgement | undefined,
  { error, warning }: CertaintyThresholds = DEFAULT_CERTAINTY,
): Severity {
  if (judgement === undefined) return severity;
  if (judgement.certainty < warning) return weaker(severity, 'hint');
  return judgement.certainty < error ? weaker(severity, 'warning') : severity;
}

const weaker = (one: Severity, other: Severity): Severity =>
  WEAKER[Math.max(WEAKER.indexOf(one), WEAKER.indexOf(other))] ?? other;
