/** The entry point that VS Code calls in its extension host: runs Mocha on the bundles of one suite. */
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defined } from '../../../runtime/text/objects.ts';
import { cleanWindow } from './clean.ts';
import { mapStack } from './stack.ts';
import { describeWindow } from './state.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import { canDriveWindow, picture, saveState } from './ui.ts';

/**
 * Runs the bundled tests of the suite and launch that `scripts/test.mjs` passes in the environment.
 * @throws if a test failed or there was none
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const {
    EDITOR_SUITE = '',
    EDITOR_LAUNCH = '1',
    EDITOR_LAUNCHES = '1',
    EDITOR_RESULTS,
    EDITOR_GREP,
    EDITOR_FILES,
  } = process.env;
  const { default: Mocha } = await import('mocha');
  // Scales the timeouts that tests set for themselves.
  const { timeout } = Mocha.Context.prototype;
  Object.assign(Mocha.Context.prototype, {
    timeout(this: Mocha.Context, ms: number) {
      return timeout.call(this, ms * TIMEOUT_FACTOR);
    },
  });
  const mocha = new Mocha(
    defined({
      ui: 'bdd',
      color: true,
      timeout: 30_000 * TIMEOUT_FACTOR,
      slow: 2000,
      grep: EDITOR_GREP || undefined,
    }),
  );
  const folder = join(__dirname, EDITOR_SUITE);
  for (const name of readdirSync(folder).sort()) {
    if (!belongsTo(name, EDITOR_LAUNCH)) continue;
    // A second attempt runs only the files that had a failure.
    if (EDITOR_FILES && !EDITOR_FILES.split(',').includes(name)) continue;
    mocha.addFile(join(folder, name));
  }
  mocha.suite.afterEach(reportFailure);
  // A later launch must find the state left by an earlier one.
  hookFiles(mocha.suite, EDITOR_LAUNCH === '1' ? cleanWindow : undefined);
  /** The result of each test and of each failed hook. */
  const states = new Map<Mocha.Runnable, 'passed' | 'failed' | 'skipped'>();
  const errors = new Map<Mocha.Runnable, string>();
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
    runner.on('pass', (test) => states.set(test, 'passed'));
    runner.on('pending', (test) => states.set(test, 'skipped'));
    runner.prependListener('fail', (test, error) => {
      states.set(test, 'failed');
      if (error.stack) error.stack = mapStack(error.stack);
      errors.set(test, error.stack ?? String(error.message));
    });
  });
  // Before VS Code disposes of the state that the next launch must find.
  if (canDriveWindow && EDITOR_LAUNCH !== EDITOR_LAUNCHES) await saveState();
  if (!stats) throw new Error('Mocha gave no result.');
  const results = [...states].map(([runnable, state]) => ({
    kind: runnable instanceof Mocha.Hook ? 'hook' : 'test',
    title: runnable.fullTitle(),
    file: basename(runnable.file ?? ''),
    state,
    error: errors.get(runnable),
  }));
  if (EDITOR_RESULTS) writeFileSync(EDITOR_RESULTS, JSON.stringify(results));
  if (stats.failures > 0) throw new Error(`${stats.failures} failed`);
  if (stats.passes + stats.pending === 0) throw new Error(`No test of suite ${EDITOR_SUITE}, launch ${EDITOR_LAUNCH}.`);
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

/** Reports the state of the window after a failed test, and saves a screenshot: `.cache/screenshots/failures/SUITE-TEST.png`. */
async function reportFailure(this: Mocha.Context): Promise<void> {
  const test = this.currentTest;
  if (test?.state !== 'failed' || reported.has(test)) return;
  reported.add(test);
  console.log(await describeWindow().catch(String));
  if (!canDriveWindow) return;
  const name = `${process.env.EDITOR_SUITE}-${test.title}`.replace(/[^\w]+/g, '-').slice(0, 80);
  await picture(`failures/${name}`).catch(() => {});
}
