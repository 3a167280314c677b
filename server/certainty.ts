/** The level of a finding by its certainty. */
import type { Judgment } from '../skill/index.ts';
import type { Severity } from './protocol.ts';

/**
 * The minimum certainties, from 0 to 1, of a warning and of an error; a finding below `warning` is a hint. They are the same for
 * every rule about paths, every form of a path and every document; no finding exceeds the level of its rule.
 */
export interface CertaintyThresholds {
  readonly error: number;
  readonly warning: number;
}

/** Chosen on manually reviewed findings by cross-validation over their authors: `docs/certainty.md` has the table. */
export const DEFAULT_CERTAINTY: CertaintyThresholds = { error: 0.8, warning: 0.35 };

/** Returns true if the settings need certainties; otherwise no keystroke or check computes them. */
export const needsCertainty = (settings: {
  readonly certainty?: CertaintyThresholds;
  readonly explain?: boolean;
}): boolean =>
  settings.explain === true || atCertainty('error', { certainty: 0, clues: [] }, settings.certainty) !== 'error';

const STRONGEST_FIRST: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** Returns the level of a finding with the given certainty. */
export function atCertainty(
  severity: Severity,
  judgment: Judgment | undefined,
  thresholds: CertaintyThresholds = DEFAULT_CERTAINTY,
): Severity {
  if (judgment === undefined) return severity;
  const { certainty } = judgment;
  if (certainty < thresholds.warning) return weaker(severity, 'hint');
  return certainty < thresholds.error ? weaker(severity, 'warning') : severity;
}

/** Returns the weaker of two levels. */
export const weaker = (one: Severity, other: Severity): Severity =>
  STRONGEST_FIRST[Math.max(STRONGEST_FIRST.indexOf(one), STRONGEST_FIRST.indexOf(other))] ?? other;
