/** The failed tests of a run, as the end of `npm test` lists them: often only the last part of an output is kept. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  readonly title: string;
  /** The file of tests, relative to the checkout; undefined if a whole program failed. */
  readonly file?: string | undefined;
  /** The message and the stack, or the last lines of a program's output. */
  readonly error?: string | undefined;
}

/** The most failures that are listed, and the most lines of each error. */
const LIMIT = { failures: 30, lines: 12, columns: 700 };

/** The required part of a report of Vitest's JSON reporter. */
interface Report {
  readonly testResults: readonly {
    /** The absolute path of the file. */
    readonly name: string;
    readonly status: string;
    /** The error of a file that could not be loaded. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/**
 * Returns the failed tests of a report of Vitest, and those that passed on the second try, which keep the messages of the
 * first.
 * @param root the checkout
 */
export function failuresIn(
  report: Report,
  root: string,
): { failures: readonly Failure[]; secondTry: readonly Failure[] } {
  const failures: Failure[] = [];
  const secondTry: Failure[] = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const before = failures.length;
    for (const { fullName, status: state, failureMessages } of assertionResults) {
      const error = failureMessages?.join('\n');
      if (state === 'failed') failures.push({ title: fullName, file, error });
      else if (state === 'passed' && error) secondTry.push({ title: fullName, file, error });
    }
    if (status === 'failed' && failures.length === before)
      failures.push({ title: 'the file failed outside of its tests', file, error: message });
  }
  return { failures, secondTry };
}

/** Returns the failure of a program that failed without a failed test, with the last lines of its output. */
export function failureOf(program: string, output: string): Failure {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  return { title: program, error: lines.slice(-LIMIT.lines).join('\n') };
}

/** Returns a list for the end of the output: the title and the file of each failure, and the first lines of its error. */
export function listFailures(failures: readonly Failure[]): string {
  const items = failures.slice(0, LIMIT.failures).map(({ title, file, error }) => {
    const lines = stripVTControlCharacters(error ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '' && !isForeignFrame(line))
      .slice(0, LIMIT.lines)
      .map((line) => `      ${line.slice(0, LIMIT.columns)}`);
    return [`  ${title}`, ...(file ? [`    ${file}`] : []), ...lines].join('\n');
  });
  const more = failures.length - items.length;
  return [...items, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

/** Returns true for a line of a stack outside of the checkout's own code. */
function isForeignFrame(line: string): boolean {
  return /^\s+at .*(?:node_modules|node:internal|<anonymous>\))/.test(line);
}
