import type { Judgement } from '../skill/index.ts';
import type { Severity } from './protocol.ts';

/**
 * From which certainty on a finding is a warning, and from which it is an error; what is less certain is a hint. From 0
 * to 1. What SKILL.md hands to the model needs less than `error`: a broken link or image and a path that the model is
 * sent to are errors from `warning` on, a command from halfway between the two. A path into `references/`, `scripts/` or
 * `assets/` is a warning at least. Always an error are a command that runs what lies in `scripts/`, since it fails and no
 * clue tells its sorts apart, and a slip of the pen: nothing but the file beside it can be meant. In other files than
 * SKILL.md, where more findings are wrong, a warning begins halfway between the two as well.
 */
export interface CertaintyThresholds {
  readonly error: number;
  readonly warning: number;
}

/** Chosen on findings that were read, by cross-validation over their authors: `docs/certainty.md` has the table. */
export const DEFAULT_CERTAINTY: CertaintyThresholds = { error: 0.73, warning: 0.27 };

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
  thresholds: CertaintyThresholds = DEFAULT_CERTAINTY,
): Severity {
  if (judgement === undefined) return severity;
  const { certainty, handed, inOtherFile } = judgement;
  if (handed === 'slip' || handed === 'script') return severity;
  if (certainty < (inOtherFile ? warningInOtherFiles(thresholds) : thresholds.warning))
    return weaker(severity, handed === 'folder' ? 'warning' : 'hint');
  return certainty < errorFrom(handed, thresholds) ? weaker(severity, 'warning') : severity;
}

/** From which certainty on a finding in another file than SKILL.md is a warning. */
export const warningInOtherFiles = ({ error, warning }: CertaintyThresholds): number =>
  Math.max(warning, halfway({ error, warning }));

const halfway = ({ error, warning }: CertaintyThresholds): number => (error + warning) / 2;

/** From which certainty on a finding may be an error. */
function errorFrom(handed: Judgement['handed'], thresholds: CertaintyThresholds): number {
  const { error, warning } = thresholds;
  if (handed === undefined || handed === 'folder') return error;
  return Math.min(error, handed === 'command' ? halfway(thresholds) : warning);
}

const weaker = (one: Severity, other: Severity): Severity =>
  WEAKER[Math.max(WEAKER.indexOf(one), WEAKER.indexOf(other))] ?? other;
