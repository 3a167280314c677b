import type { TrialResult } from './results.ts';

/** Returns the different reasons why a trial, or some of its assertions, are not judged. */
export function unjudgedReasons({ reason, checks }: TrialResult): readonly string[] {
  if (reason !== undefined) return [reason];
  return [...new Set(checks.filter(({ passed }) => passed === null).map(({ evidence }) => evidence))];
}
