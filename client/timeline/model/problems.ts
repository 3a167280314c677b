/** The kinds of problems, where F8 stops, and their numbers as text. */
import type { SpanKind, SpanStatus } from '../row.ts';
import { count, plural } from './format.ts';

/** A failed call, a miss, a denied call, a decision of a guard; `other`: a model call, a note or the process of a script that failed. */
export type ProblemKind = 'failed' | 'missed' | 'denied' | 'guard' | 'other';

export type ProblemCounts = { [kind in ProblemKind]: number };

export const NO_PROBLEMS: Readonly<ProblemCounts> = { failed: 0, missed: 0, denied: 0, guard: 0, other: 0 };

const CALLS: ReadonlySet<SpanKind> = new Set(['tool', 'skill', 'script']);

/**
 * Returns the kind of problem that a row reports; undefined if it reports none.
 * @param parent the kind of the row above; the process of a script is below its call
 */
export function problemKind(
  kind: SpanKind,
  status: SpanStatus,
  verdict?: string,
  parent?: SpanKind,
): ProblemKind | undefined {
  if (kind === 'guard') return verdict === 'warn' ? undefined : 'guard';
  if (kind === 'cause' || kind === 'approval' || kind === 'agent') return undefined;
  if (status === 'miss') return 'missed';
  if (status === 'denied') return 'denied';
  if (status !== 'error') return undefined;
  const isCall = CALLS.has(kind) && (parent === undefined || !CALLS.has(parent));
  return isCall ? 'failed' : 'other';
}

/** Describes the numbers: `16 failed calls, 0 misses, 0 denied`, then guards and other errors if there are any; `none` for none. */
export function describeProblems(counts: Readonly<ProblemCounts>): string {
  const { failed, missed, denied, guard, other } = counts;
  if (failed + missed + denied + guard + other === 0) return 'none';
  const parts = [describeKind('failed', failed), describeKind('missed', missed), `${count(denied)} denied`];
  if (guard > 0) parts.push(plural(guard, 'guard'));
  if (other > 0) parts.push(plural(other, 'other error'));
  return parts.join(', ');
}

/** Describes the number of calls that failed, missed or were denied: `16 failed calls`, `1 miss`. */
export function describeKind(kind: 'failed' | 'missed' | 'denied', value: number): string {
  return kind === 'missed' ? plural(value, 'miss', 'misses') : plural(value, `${kind} call`);
}
