/** Validates the thresholds of guards. */
import { matchesWildcards } from '../../skill/index.ts';
import { GUARD_THRESHOLDS } from '../protocol/guard-thresholds.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';

const MAX_THRESHOLD = 1_000_000;

const isName = (name: string): name is keyof GuardThresholds => Object.hasOwn(GUARD_THRESHOLDS, name);

/** The names of all thresholds. */
export const THRESHOLD_NAMES: readonly (keyof GuardThresholds)[] = Object.keys(GUARD_THRESHOLDS).filter(isName);

/** The thresholds of the preset `default`. Those of `adk` are fixed, see `resource-guard.ts`. */
export const THRESHOLDS = Object.fromEntries(
  THRESHOLD_NAMES.map((name) => [name, GUARD_THRESHOLDS[name].default]),
) as GuardThresholds;

/** Returns an error message if the threshold is unknown or its value is invalid. */
export function thresholdProblem(name: string, value: unknown): string | undefined {
  if (!isName(name)) return `Unknown threshold '${name}'. Use one of: ${THRESHOLD_NAMES.join(', ')}.`;
  const { minimum } = GUARD_THRESHOLDS[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > MAX_THRESHOLD)
    return `The threshold '${name}' must be a whole number from ${minimum} to ${MAX_THRESHOLD}.`;
  return undefined;
}

/**
 * Returns a function that is true for tools exempt from the loop detector. `*` in an entry matches any characters:
 * `browser_*`.
 */
export function exemption(settings: GuardSettings): (tool: string) => boolean {
  const names = new Set(settings.exempt ?? []);
  const patterns = [...names].filter((name) => name.includes('*')).map((name) => name.split('*'));
  return (tool) => names.has(tool) || patterns.some((parts) => matchesWildcards(parts, tool));
}
