/**
 * Retries of tests that may have lost a race with other work on the machine. Tests that pass on the second try are counted
 * and listed separately; tests that fail twice fail.
 */

import type { Failure } from './failures.ts';

/** The result of one test in a launch of VS Code, or of a failure outside of a test. */
export interface Result {
  /** Hooks are listed only if they failed. A crash or a hang of VS Code has no file. */
  readonly kind: 'test' | 'hook' | 'crash';
  readonly title: string;
  /** The file of tests as the launch names it; undefined for a crash. */
  readonly file?: string | undefined;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The message and the stack of a failure. */
  readonly error?: string | undefined;
}

/** The counts of one or several suites. */
export interface Outcome {
  /** Tests that passed on the first try. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed, on the second try too. */
  readonly failures: readonly Failure[];
  /** Tests that passed on the second try, with the error of the first. */
  readonly secondTry: readonly Failure[];
}

/**
 * Runs a suite, and retries what may have lost a race: entire files with a failed test, because the tests of a file depend
 * on each other, or the entire suite after a crash or a hang. Tests that passed on the first try stay passed.
 * @param run runs these files, or all of them without a list
 */
export async function runWithRetry(run: (files?: readonly string[]) => Promise<readonly Result[]>): Promise<Outcome> {
  const first = await run();
  const failed = first.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return countResults(first);
  const files = new Set(failed.flatMap(({ file }) => file ?? []));
  const second = await run(failed.some(isCrash) ? undefined : [...files]);
  return mergeTries(first, second);
}

/** Returns the counts of a suite that is not retried. */
export function countResults(results: readonly Result[]): Outcome {
  return count(results, []);
}

export function sumOf(outcomes: readonly Outcome[]): Outcome {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => outcomes.reduce((all, one) => all + one[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: outcomes.flatMap(({ failures }) => failures),
    secondTry: outcomes.flatMap(({ secondTry }) => secondTry),
  };
}

function mergeTries(first: readonly Result[], second: readonly Result[]): Outcome {
  const again = byTest(second);
  const known = byTest(first);
  const crashed = second.some(isCrash);
  // A hook or a crash that does not recur is not listed again; after a crash the other outcomes are unknown.
  const recovered = (result: Result): boolean => {
    const now = again.get(keyOf(result));
    return result.kind === 'test' ? now?.state === 'passed' : now === undefined && !crashed;
  };
  const lost = first.filter(({ state }) => state === 'failed');
  // Tests that did not run because of a failed hook or a crash.
  const added = second.filter((result) => !known.has(keyOf(result)));
  const late = [...lost.filter(recovered), ...added.filter(({ state }) => state === 'passed')];
  const rest = [
    ...first.filter(({ state }) => state !== 'failed'),
    ...lost.filter((result) => !recovered(result)),
    ...added.filter(({ state }) => state !== 'passed'),
  ];
  return count(rest, late);
}

function count(results: readonly Result[], late: readonly Result[]): Outcome {
  const countOf = (expected: Result['state']): number => results.filter(({ state }) => state === expected).length;
  return {
    passed: countOf('passed'),
    failed: countOf('failed'),
    skipped: countOf('skipped'),
    failures: results.filter(({ state }) => state === 'failed').map(describe),
    secondTry: late.map(describe),
  };
}

const describe = ({ title, file, error }: Result): Failure => ({ title, file, error });
const isCrash = ({ kind }: Result): boolean => kind === 'crash';
const keyOf = ({ kind, file, title }: Result): string => JSON.stringify([kind, file, title]);
const byTest = (results: readonly Result[]): ReadonlyMap<string, Result> =>
  new Map(results.map((result) => [keyOf(result), result]));
