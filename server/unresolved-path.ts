/** The entries of an account of paths without a file, and their counts. */
import type { PathCounts, PathKind, Range } from '../skill/index.ts';
import type { PathPattern } from './path-patterns.ts';

/** A path without a file, and what it is taken for. */
export interface UnresolvedPath {
  readonly range: Range;
  /** The path as written. */
  readonly target: string;
  readonly kind: PathKind;
  /** The code of the rule that reports it; otherwise the id of the clue or circumstance that keeps it from being reported. */
  readonly because: string;
  /** The message of the finding; otherwise the reason, to be read after "because". */
  readonly says: string;
  /** The author's pattern that says so. */
  readonly pattern?: PathPattern;
}

/** Returns true for a path that is not reported. */
export const isUnreported = ({ kind }: UnresolvedPath): boolean => kind !== 'broken' && kind !== 'uncertain';

/** Counts the paths of a document by kind. A path that occurs several times as the same kind counts once. */
export function countPaths(account: readonly UnresolvedPath[]): PathCounts {
  const counts: Partial<Record<PathKind, number>> = {};
  const seen = new Set<string>();
  for (const { kind, target } of account) {
    const key = `${kind} ${target}`;
    if (seen.has(key)) continue;
    seen.add(key);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
