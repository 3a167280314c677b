import type { ShownComparison, Side } from './protocol.ts';

/** Marks the session of another agent as grown since it was compared, so that "Compare Again" is offered. */
export function withGrown(comparison: ShownComparison, side: Side): ShownComparison {
  const { runs } = comparison;
  return { ...comparison, runs: { ...runs, [side]: { ...runs[side], live: true } } };
}
