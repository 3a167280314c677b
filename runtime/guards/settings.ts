import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';

/** The thresholds of `default`; those of `adk` for resources are upstream's, see `resource-guard.ts`. */
export const THRESHOLDS: GuardThresholds = {
  resourceSamePath: 2,
  resourceAnyPath: 3,
  script: 2,
  repeatedCall: 3,
  denials: 3,
  errorHint: 3,
  errorStop: 5,
  noProgress: 7,
};

/** A call that was never made before is no repetition: these begin at the second. */
const AT_LEAST_TWO: ReadonlySet<string> = new Set(['repeatedCall', 'errorStop', 'noProgress']);
const LARGEST = 1_000_000;

export const THRESHOLD_NAMES = Object.keys(THRESHOLDS) as readonly (keyof GuardThresholds)[];

/** The thresholds with what was set, by name; or what is wrong with one of them, for a person. */
export function thresholdProblem(name: string, value: unknown): string | undefined {
  if (!THRESHOLD_NAMES.some((known) => known === name))
    return `There is no threshold '${name}'. There are: ${THRESHOLD_NAMES.join(', ')}.`;
  const least = AT_LEAST_TWO.has(name) ? 2 : 1;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > LARGEST)
    return `The threshold '${name}' must be a whole number from ${least} to ${LARGEST}.`;
  return undefined;
}

/** Whether the loop detector leaves a tool alone. `*` in an entry stands for any characters: `browser_*`. */
export function exemption(settings: GuardSettings): (tool: string) => boolean {
  const names = new Set(settings.exempt ?? []);
  const patterns = [...names]
    .filter((name) => name.includes('*'))
    .map((name) => new RegExp(`^${name.split('*').map(escapeRegExp).join('.*')}$`, 's'));
  return (tool) => names.has(tool) || patterns.some((pattern) => pattern.test(tool));
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
}
