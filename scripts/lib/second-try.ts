/**
 * What happens where a test failed that may have lost a race with other work on the machine: it is tried a second time,
 * and what passes then is counted and listed apart. What fails twice fails.
 */

/** What a launch of VS Code says about one test, or about what went wrong outside of a test. */
export interface Result {
  /** A hook is listed only where it failed. A crash or a hang of VS Code belongs to no file. */
  readonly kind: 'test' | 'hook' | 'crash';
  readonly title: string;
  /** The file of tests as the launch names it; undefined for a crash. */
  readonly file?: string;
  readonly state: 'passed' | 'failed' | 'skipped';
}

/** The counts of one or several suites. */
export interface Outcome {
  /** Passed at the first try. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Titles of what passed at the second try only. */
  readonly secondTry: readonly string[];
}

/**
 * Runs a suite, and a second time what may have lost a race: the files of tests that had a failure, as a whole, for the
 * tests of a file build on each other; after a crash or a hang the whole suite. What passed at the first try stays passed.
 * @param run runs these files, or all of them without a list
 */
export async function twice(run: (files?: readonly string[]) => Promise<readonly Result[]>): Promise<Outcome> {
  const first = await run();
  const failed = first.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return counted(first);
  const files = new Set(failed.flatMap(({ file }) => file ?? []));
  const second = await run(failed.some(isCrash) ? undefined : [...files]);
  return merged(first, second);
}

/** The counts of a suite that is not tried again. */
export function counted(results: readonly Result[]): Outcome {
  return count(results, []);
}

export function sumOf(outcomes: readonly Outcome[]): Outcome {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => outcomes.reduce((all, one) => all + one[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    secondTry: outcomes.flatMap(({ secondTry }) => secondTry),
  };
}

function merged(first: readonly Result[], second: readonly Result[]): Outcome {
  const again = byTest(second);
  const known = byTest(first);
  const crashed = second.some(isCrash);
  // A hook or a crash that does not fail again is not mentioned again; after a crash nobody knows what else would have.
  const recovered = (result: Result): boolean => {
    const now = again.get(keyOf(result));
    return result.kind === 'test' ? now?.state === 'passed' : now === undefined && !crashed;
  };
  const lost = first.filter(({ state }) => state === 'failed');
  // What a failed hook or a crash had kept from running.
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
  const how = (wanted: Result['state']): number => results.filter(({ state }) => state === wanted).length;
  return {
    passed: how('passed'),
    failed: how('failed'),
    skipped: how('skipped'),
    secondTry: late.map(({ title }) => title),
  };
}

const isCrash = ({ kind }: Result): boolean => kind === 'crash';
const keyOf = ({ kind, file, title }: Result): string => JSON.stringify([kind, file, title]);
const byTest = (results: readonly Result[]): ReadonlyMap<string, Result> =>
  new Map(results.map((result) => [keyOf(result), result]));

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** The names of those that passed at the second try in a report of Vitest: it keeps the messages of the first. */
export function secondTriesIn({ testResults }: Report): readonly string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
      .map(({ fullName }) => fullName),
  );
}
