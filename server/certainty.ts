/** The level of a finding by its certainty. */
import type { Judgment } from '../skill/index.ts';
import type { Severity } from './protocol.ts';

/**
 * The minimum certainties, from 0 to 1, of a warning and of an error; a finding below `warning` is a hint. Paths that
 * SKILL.md passes to the model require less than `error`: a broken link or image, or a path that SKILL.md says to load,
 * is an error from `warning` on, and a command from the midpoint of the two. A path into `references/`, `scripts/` or
 * `assets/` is at least a warning. Two kinds are always errors: a command that runs a file in `scripts/`, since it
 * fails and no clue distinguishes false findings, and a typo, since only the neighboring file can be meant. In files
 * other than SKILL.md, where more findings are false, a warning also requires the midpoint.
 */
export interface CertaintyThresholds {
  readonly error: number;
  readonly warning: number;
}

/** Chosen on manually reviewed findings by cross-validation over their authors: `docs/certainty.md` has the table. */
export const DEFAULT_CERTAINTY: CertaintyThresholds = { error: 0.73, warning: 0.27 };

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
  const { certainty, cue, inOtherFile } = judgment;
  if (cue === 'slip' || cue === 'script') return severity;
  if (certainty < (inOtherFile ? warningInOtherFiles(thresholds) : thresholds.warning))
    return weaker(severity, cue === 'folder' ? 'warning' : 'hint');
  return certainty < errorFrom(cue, thresholds) ? weaker(severity, 'warning') : severity;
}

/** Returns the minimum certainty at which a finding outside of SKILL.md is a warning. */
export const warningInOtherFiles = ({ error, warning }: CertaintyThresholds): number =>
  Math.max(warning, midpoint({ error, warning }));

const midpoint = ({ error, warning }: CertaintyThresholds): number => (error + warning) / 2;

/** Returns the minimum certainty at which a finding may be an error. */
function errorFrom(cue: Judgment['cue'], thresholds: CertaintyThresholds): number {
  const { error, warning } = thresholds;
  if (cue === undefined || cue === 'folder') return error;
  return Math.min(error, cue === 'command' ? midpoint(thresholds) : warning);
}

/** Returns the weaker of two levels. */
export const weaker = (one: Severity, other: Severity): Severity =>
  STRONGEST_FIRST[Math.max(STRONGEST_FIRST.indexOf(one), STRONGEST_FIRST.indexOf(other))] ?? other;
