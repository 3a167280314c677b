/** The results of a launch of VS Code, which `test/editor/harness/run.ts` writes after each suite. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { Result } from '../lib/second-try.ts';

const Written = z.object({
  /** True once all suites of the launch have run. */
  isComplete: z.boolean(),
  tests: z.array(
    z.object({
      kind: z.enum(['test', 'hook']),
      title: z.string(),
      /** From the folder of the bundles: `SUITE/NAME.test.cjs`. */
      file: z.string(),
      state: z.enum(['passed', 'failed', 'skipped']),
      error: z.string().optional(),
      /** In milliseconds. */
      duration: z.number().optional(),
    }),
  ),
});

/** The duration of a test. */
export interface Duration {
  readonly file: string;
  readonly title: string;
  readonly ms: number;
}

/**
 * Reads the results of a launch. A crash or a hang counts as one failure, also after suites that have ended and may have
 * failures of their own: the tests after it did not run.
 * @param path of the file that the launch wrote, if it did
 * @param hasFailed true if VS Code ended with an error
 * @param launch a name for the crash
 */
export function readResults(
  path: string,
  hasFailed: boolean,
  { name, place }: { readonly name: string; readonly place: string },
): { readonly results: readonly Result[]; readonly durations: readonly Duration[] } {
  const { isComplete, tests } = existsSync(path)
    ? Written.parse(JSON.parse(readFileSync(path, 'utf8')))
    : { isComplete: false, tests: [] };
  const results: Result[] = tests.map(({ duration: _, ...test }) => ({
    ...test,
    title: `suite ${dirname(test.file)}${place}: ${test.title}`,
  }));
  if (!isComplete || (hasFailed && !results.some(({ state }) => state === 'failed')))
    results.push({
      kind: 'crash',
      title: `suite ${name}${place}: VS Code ended before the tests did`,
      state: 'failed',
    });
  return { results, durations: tests.map(({ file, title, duration }) => ({ file, title, ms: duration ?? 0 })) };
}
