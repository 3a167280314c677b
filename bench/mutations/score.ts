/** The score of a checker's answer to a mutation, from file, line and path only. */
import type { Finding, Mutation } from './mutation.ts';

export interface Outcome {
  readonly mutation: Mutation;
  /** Positive mutations: found on the right line or at the right words. Negative ones: any new finding. */
  readonly isReported: boolean;
  /**
   * Found with the exact range; for prose, words within the right sentence. Equals `isReported` if a checker has no ranges.
   */
  readonly exact: boolean;
  /** True if the right file was suggested first; undefined without a right file or suggestions. */
  readonly first: boolean | undefined;
  /** Unexpected new findings; for negatives, all new ones. */
  readonly others: readonly Finding[];
}

/** Compares the findings in a skill before and after. */
export function score(mutation: Mutation, before: readonly Finding[], after: readonly Finding[]): Outcome {
  const fresh = newFindings(before, after);
  const { expected, kind } = mutation;
  if (!expected)
    return { mutation, isReported: fresh.length > 0, exact: fresh.length > 0, first: undefined, others: fresh };
  if (kind === 'orphan') {
    const hits = fresh.filter(
      (one) => plain(one.target).includes(expected.target) || one.suggestions?.includes(expected.target),
    );
    const others = fresh.filter((one) => !hits.includes(one));
    return { mutation, isReported: hits.length > 0, exact: hits.length > 0, first: undefined, others };
  }
  const here = fresh.filter((one) => one.file === expected.file);
  const inPlace = here.filter((one) => {
    if (kind === 'prose')
      return one.code === undefined || one.code === 'reference.guessable' ? near(one, mutation) : false;
    return one.range
      ? overlaps(one.range, expected.range)
      : one.line === expected.line && samePath(one.target, expected.target);
  });
  const exact = inPlace.filter((one) => {
    if (!one.range) return true;
    if (kind === 'prose') return overlaps(one.range, expected.range);
    return one.range.start === expected.range.start && one.range.end === expected.range.end;
  });
  const [hit] = exact;
  const first =
    expected.right === undefined || hit === undefined
      ? undefined
      : plain(hit.suggestions?.[0] ?? '') === expected.right;
  return {
    mutation,
    isReported: inPlace.length > 0,
    exact: exact.length > 0,
    first,
    // A removed file breaks every path to it.
    others: fresh.filter((one) => !inPlace.includes(one) && !(mutation.removed.length > 0)),
  };
}

/** Returns new findings: by file, rule and path, counted, because lines move. */
function newFindings(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, number>();
  const key = (one: Finding): string => `${one.file}\t${one.code}\t${plain(one.target)}`;
  for (const one of before) known.set(key(one), (known.get(key(one)) ?? 0) + 1);
  return after.filter((one) => {
    const remaining = known.get(key(one)) ?? 0;
    known.set(key(one), remaining - 1);
    return remaining <= 0;
  });
}

const plain = (path: string): string => path.replace(/^(?:\.\/)+/, '');
const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end;
const near = (one: Finding, { expected }: Mutation): boolean => one.line === expected?.line;

/** True for the same path, ignoring additions or omissions of a checker: `./`, an anchor, parent folders. */
export function samePath(reportedPath: string, path: string): boolean {
  const a = plain(reportedPath.replace(/[#?].*$/, ''));
  const b = plain(path.replace(/[#?].*$/, ''));
  return a === b || a.endsWith(`/${b}`);
}
