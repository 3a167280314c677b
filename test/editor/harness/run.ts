/** The entry point that VS Code calls in its extension host: runs Mocha on the bundles of the suites of a window. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { defined } from '../../../runtime/text/objects.ts';
import { cleanWindow } from './clean.ts';
import { keepStart } from './restore.ts';
import { mapStack } from './stack.ts';
import { describeWindow } from './state.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import { canDriveWindow, picture, saveState } from './ui.ts';

/** The suites of the window, in their order. */
const Suites = z.array(z.object({ name: z.string(), size: z.string() }));

interface TestResult {
  readonly kind: 'test' | 'hook';
  readonly title: string;
  /** From the folder of the bundles. */
  readonly file: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly error: string | undefined;
  /** In milliseconds. */
  readonly duration: number | undefined;
}

/**
 * Runs the bundled tests of the suites and launch that `run-suites.ts` passes in the environment.
 * @throws if a test failed or there was none
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const { EDITOR_SUITES = '[]', EDITOR_LAUNCH = '1', EDITOR_LAUNCHES = '1', EDITOR_RESULTS } = process.env;
  const { default: Mocha } = await import('mocha');
  // Scales the timeouts that tests set for themselves.
  const { timeout } = Mocha.Context.prototype;
  Object.assign(Mocha.Context.prototype, {
    timeout(this: Mocha.Context, ms: number) {
      return timeout.call(this, ms * TIMEOUT_FACTOR);
    },
  });
  const results: TestResult[] = [];
  const write = (isComplete: boolean): void => {
    if (EDITOR_RESULTS) writeFileSync(EDITOR_RESULTS, JSON.stringify({ isComplete, tests: results }));
  };
  const restore = keepStart();
  for (const { name, size } of Suites.parse(JSON.parse(EDITOR_SUITES))) {
    const files = filesOf(name, EDITOR_LAUNCH);
    if (files.length === 0) continue;
    // A later launch must find the state left by an earlier one.
    if (results.length > 0 && EDITOR_LAUNCH === '1') await restore(size);
    console.log(`\n  suite ${name}`);
    results.push(...(await runFiles(Mocha, name, files)));
    write(false);
  }
  // Before VS Code disposes of the state that the next launch must find.
  if (canDriveWindow && EDITOR_LAUNCH !== EDITOR_LAUNCHES) await saveState();
  write(true);
  const failed = results.filter(({ state }) => state === 'failed').length;
  if (failed > 0) throw new Error(`${failed} failed`);
  if (results.length === 0) throw new Error(`No test of the suites ${EDITOR_SUITES}, launch ${EDITOR_LAUNCH}.`);
}

/** Returns the files of a suite that run in a launch, as absolute paths in order. */
function filesOf(suite: string, launch: string): readonly string[] {
  const { EDITOR_FILES } = process.env;
  return (
    readdirSync(join(__dirname, suite))
      .toSorted()
      .filter((name) => belongsTo(name, launch))
      .map((name) => join(__dirname, suite, name))
      // A second attempt runs only the files that had a failure.
      .filter((file) => !EDITOR_FILES || EDITOR_FILES.split(',').includes(relative(__dirname, file)))
  );
}

/** Runs files of a suite, and returns the result of each test and of each failed hook. */
async function runFiles(Runner: typeof Mocha, suite: string, files: readonly string[]): Promise<readonly TestResult[]> {
  const { EDITOR_GREP, EDITOR_LAUNCH } = process.env;
  const mocha = new Runner(
    defined({
      ui: 'bdd',
      color: true,
      timeout: 30_000 * TIMEOUT_FACTOR,
      slow: 2000,
      grep: EDITOR_GREP || undefined,
    }),
  );
  for (const file of files) mocha.addFile(file);
  mocha.suite.afterEach(reportFailure);
  hookFiles(mocha.suite, EDITOR_LAUNCH === '1' ? cleanWindow : undefined);
  const states = new Map<Mocha.Runnable, TestResult['state']>();
  const errors = new Map<Mocha.Runnable, string>();
  currentSuite = suite;
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('pass', (test) => states.set(test, 'passed'));
    runner.on('pending', (test) => states.set(test, 'skipped'));
    runner.prependListener('fail', (test, error) => {
      states.set(test, 'failed');
      if (error.stack) error.stack = mapStack(error.stack);
      errors.set(test, error.stack ?? String(error.message));
    });
  });
  return [...states].map(([runnable, state]) => ({
    kind: runnable instanceof Runner.Hook ? 'hook' : 'test',
    title: runnable.fullTitle(),
    file: runnable.file ? relative(__dirname, runnable.file) : join(suite, ''),
    state,
    error: errors.get(runnable),
    duration: runnable.duration,
  }));
}

/** Adds hooks to the suites of every file, which run before the file's own. */
function hookFiles(all: Mocha.Suite, clean: (() => Promise<void>) | undefined): void {
  let knownCount = 0;
  all.on('post-require', () => {
    const added = all.suites.slice(knownCount);
    knownCount = all.suites.length;
    // The file's hooks open editors before its tests and close them after each.
    if (clean) prependHook(added[0], 'beforeAll', clean);
    for (const suite of added) prependHook(suite, 'afterEach', reportFailure);
  });
}

function prependHook(
  suite: Mocha.Suite | undefined,
  when: 'beforeAll' | 'afterEach',
  hook: Mocha.Func | Mocha.AsyncFunc,
): void {
  suite?.[when](hook);
  const hooks = (suite === undefined ? [] : Reflect.get(suite, `_${when}`)) as Mocha.Hook[];
  hooks.unshift(...hooks.splice(-1));
}

/** Returns true if a file runs in a launch: `reopen.launch2.test.cjs` in the second one on the same profile, others in the first. */
function belongsTo(name: string, launch: string): boolean {
  if (!name.endsWith('.test.cjs')) return false;
  return (/\.launch(\d+)\.test\.cjs$/.exec(name)?.[1] ?? '1') === launch;
}

const reported = new Set<Mocha.Test>();
let currentSuite = '';

/** Reports the state of the window after a failed test, and saves a screenshot: `.cache/screenshots/failures/SUITE-TEST.png`. */
async function reportFailure(this: Mocha.Context): Promise<void> {
  const test = this.currentTest;
  if (test?.state !== 'failed' || reported.has(test)) return;
  reported.add(test);
  console.log(await describeWindow().catch(String));
  if (!canDriveWindow) return;
  const name = `${currentSuite}-${test.title}`.replace(/[^\w]+/g, '-').slice(0, 80);
  await picture(`failures/${name}`).catch(() => {});
}
