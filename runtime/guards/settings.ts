import { GUARD_THRESHOLDS } from '../protocol/guard-thresholds.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';

const LARGEST = 1_000_000;

const isName = (name: string): name is keyof GuardThresholds => Object.hasOwn(GUARD_THRESHOLDS, name);

export const THRESHOLD_NAMES: readonly (keyof GuardThresholds)[] = Object.keys(GUARD_THRESHOLDS).filter(isName);

/** The thresholds of `default`; those of `adk` for resources are upstream's, see `resource-guard.ts`. */
export const THRESHOLDS = Object.fromEntries(
  THRESHOLD_NAMES.map((name) => [name, GUARD_THRESHOLDS[name].default]),
) as GuardThresholds;

/** What is wrong with a threshold that was set, for a person; undefined where nothing is. */
export function thresholdProblem(name: string, value: unknown): string | undefined {
  if (!isName(name)) return `There is no threshold '${name}'. There are: ${THRESHOLD_NAMES.join(', ')}.`;
  const { minimum } = GUARD_THRESHOLDS[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > LARGEST)
    return `The threshold '${name}' must be a whole number from ${minimum} to ${LARGEST}.`;
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
