/**
 * What is done where a test failed that may have lost a race with other work on the machine: it is tried a second time, and
 * what passes then is counted and listed apart. What fails twice fails.
 */

/** What came of the tests of one suite. */
export interface Outcome {
  /** Those that passed at the first try. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The titles of those that failed; a crash or a hang has one of its own. */
  readonly failures: readonly string[];
  /** The titles of those that passed at the second try alone. */
  readonly secondTry: readonly string[];
}

export const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], secondTry: [] };

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

/**
 * Runs a suite, and once more as a whole where something of it failed. All that fails in the second run is failed,
 * whether or not it was what failed in the first.
 */
export async function twice(run: () => Promise<Outcome>): Promise<Outcome> {
  const first = await run();
  if (first.failed === 0) return first;
  const second = await run();
  // Where the second run crashed nobody knows what of the first would have passed.
  if (second.failures.some(isCrash)) return second;
  const secondTry = first.failures.filter((title) => !second.failures.includes(title));
  return {
    ...second,
    // A crash is no test, and not among those that passed.
    passed: Math.max(0, second.passed - secondTry.filter((title) => !isCrash(title)).length),
    secondTry,
  };
}

/** How the title of what was no test begins. */
export const CRASH = 'VS Code';
const isCrash = (title: string): boolean => title.startsWith(CRASH);

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
