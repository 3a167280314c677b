/**
 * Runs the tests inside VS Code: `node scripts/vscode-host/run-suites.ts [SUITE…] [--grep TEXT]`. Exits with 1 if
 * one failed. In the browser host several windows run in parallel (`EDITOR_AT_ONCE`), because each waits half of its
 * time; the output of each is printed at its end. With `EDITOR_TOTALS` in the environment the counts are written there
 * as JSON, for `scripts/test.mjs`, and failed test files run a second time.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { defined } from '../../skill/index.ts';
import { buildEditorTests } from '../lib/bundle.mjs';
import type { Failure } from '../lib/failures.ts';
import { removeLeftovers } from '../lib/leftovers.ts';
import { keepTemporaryFilesInMemory } from '../lib/memory-folder.ts';
import { ownFolders } from '../lib/own-folders.ts';
import { extensionFiles } from '../lib/package-files.ts';
import { cache, root } from '../lib/paths.mjs';
import { since } from '../lib/run.mjs';
import { countResults, type Outcome, type Result, runWithRetry, sumOf } from '../lib/second-try.ts';
import { type Editor, ensureEditor } from './choose.ts';
import { type Duration, readResults } from './results.ts';
import { findSuites, nameOf, type Suite, type Window, windowsOf } from './suites.ts';

/** The duration of each test, for `.cache/editor-durations.json`: what to make faster, and which suites to give one window. */
const durations: Duration[] = [];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });

keepTemporaryFilesInMemory();
const all: Outcome[] = [];
/** True in a complete run, in which a failed test may have lost a race; suites started by hand are not retried. */
const triesTwice = process.env.EDITOR_TOTALS !== undefined;
// Several runs may be active in one checkout.
const bundles = join(cache, `test-editor.${process.pid}`);
// test-electron forwards SIGINT to VS Code, which then exits, but does not handle SIGTERM; without a listener it would
// end this process.
let interrupted = false;
process.on('SIGINT', () => {
  interrupted = true;
});
process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'));
try {
  const editor = await ensureEditor();
  removeLeftovers(join(cache, 'test-editor'));
  if (!(await buildEditorTests(bundles))) throw new Error('The tests do not build.');
  // The longest windows first, so that none of them runs alone at the end.
  const waiting = windowsOf(findSuites(positionals)).toSorted((a, b) => b.limit - a.limit);
  const parallel = Math.min(waiting.length, countParallelWindows(editor));
  const next = async (): Promise<void> => {
    for (let window = waiting.shift(); window !== undefined && !interrupted; window = waiting.shift())
      all.push(withPaths(await runWithRetries(window, editor, parallel > 1)));
  };
  await Promise.all(Array.from({ length: parallel }, next));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  all.push(countResults([crash(error instanceof Error ? error.message : String(error))]));
} finally {
  rmSync(bundles, { recursive: true, force: true });
}
const totals = sumOf(all);
if (process.env.EDITOR_TOTALS) writeFileSync(process.env.EDITOR_TOTALS, JSON.stringify(totals));
mkdirSync(cache, { recursive: true });
writeFileSync(
  join(cache, 'editor-durations.json'),
  JSON.stringify(
    durations.toSorted((a, b) => b.ms - a.ms),
    undefined,
    1,
  ),
);
process.exitCode = interrupted ? 130 : totals.failed > 0 ? 1 : 0;

/** Runs a window, and retries its failures if enabled. */
async function runWithRetries(window: Window, editor: Editor, isParallel: boolean): Promise<Outcome> {
  const run = (files?: readonly string[]): Promise<readonly Result[]> => {
    const once = (output: NodeJS.WritableStream) => runWindow(window, editor, output, files);
    return isParallel ? printAtEnd(once) : once(process.stdout);
  };
  if (!triesTwice) return countResults(await run());
  let isAgain = false;
  return runWithRetry(async (failed) => {
    if (interrupted) return [crash(`suite ${window.name}: interrupted`)];
    // A later launch depends on the state of the earlier one.
    const files = window.launches > 1 ? undefined : failed;
    if (isAgain)
      console.log(
        `suite ${window.name}: tried a second time${files ? `, ${files.join(', ').replaceAll('.cjs', '.ts')}` : ''}`,
      );
    isAgain = true;
    return run(files);
  });
}

/** Returns an outcome with the paths of its files of tests in the checkout. */
function withPaths(outcome: Outcome): Outcome {
  const withPath = (failure: Failure): Failure =>
    failure.file ? { ...failure, file: join('test/editor', failure.file.replace(/\.cjs$/, '.ts')) } : failure;
  return { ...outcome, failures: outcome.failures.map(withPath), secondTry: outcome.secondTry.map(withPath) };
}

/** Returns a failure outside of a test. */
function crash(title: string): Result {
  return { kind: 'crash', title, state: 'failed' };
}

/** Returns the number of parallel windows; 1 on the desktop, where windows would take the focus from one another. */
function countParallelWindows(editor: Editor): number {
  if (editor.kind === 'desktop') return 1;
  return Number(process.env.EDITOR_AT_ONCE) || Math.min(3, availableParallelism() + 1);
}

/** Runs a window in parallel with others, and prints its output at the end. */
async function printAtEnd<T>(once: (output: NodeJS.WritableStream) => Promise<T>): Promise<T> {
  const output = new PassThrough();
  const text = output.setEncoding('utf8').toArray();
  try {
    return await once(output);
  } finally {
    output.end();
    process.stdout.write((await text).join(''));
  }
}

/** Runs all launches of a window, or the given files, with one profile, in a temporary folder. */
async function runWindow(
  window: Window,
  editor: Editor,
  output: NodeJS.WritableStream,
  files?: readonly string[],
): Promise<readonly Result[]> {
  const [suite] = window.suites;
  const results: Result[] = [];
  if (suite.trust && editor.kind === 'desktop') {
    output.write(`suite ${window.name}: skipped, runTests turns workspace trust off in desktop VS Code\n`);
    return [];
  }
  const scratch = mkdtempSync(join(tmpdir(), 'sw-suite-'));
  try {
    const opened = copyWorkspace(suite.workspace, scratch);
    const extension = suite.packaged ? copyPackage(join(scratch, 'packaged')) : root;
    const userDataDir = join(scratch, 'profile');
    mkdirSync(join(userDataDir, 'User'), { recursive: true });
    const own = {
      'workbench.colorTheme': 'Default Dark Modern',
      // A hover at the last mouse position would cover the next click target.
      'workbench.hover.delay': 60_000,
      // VS Code in a browser saves changes after a second, unlike on the desktop: a test that reverts its changes later
      // would affect the next tests.
      'files.autoSave': 'off',
    };
    const settings = { ...own, ...suite.settings };
    writeFileSync(join(userDataDir, 'User/settings.json'), JSON.stringify(settings));
    // VS Code in a browser supports one extension under development; the others are installed.
    if (editor.kind !== 'desktop')
      for (const path of extraExtensions(suite))
        cpSync(path, join(scratch, 'extensions', basename(path)), { recursive: true });
    for (let launch = 1; launch <= window.launches; launch++) {
      const start = performance.now();
      const title = `suite ${nameOf(window.suites.filter(({ launches }) => launches >= launch))}`;
      output.write(
        `${title}${window.launches > 1 ? `, launch ${launch} of ${window.launches}` : ''} (${editor.kind} VS Code)\n`,
      );
      const place = { scratch, opened, extension, userDataDir, output, files };
      const launched = await runLaunch(window, launch, editor, place);
      results.push(...launched);
      const { passed, failed } = countResults(launched);
      output.write(`${title}: ${passed} passed, ${failed} failed in ${since(start)}\n`);
      if (failed > 0) break;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return results;
}

/** Returns the folders of a suite's additional extensions. */
function extraExtensions(suite: Suite): string[] {
  return suite.extensions.map((path) => join(root, 'test/editor', path));
}

function idOf(extension: string): string {
  const { publisher, name } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  return `${publisher}.${name}`;
}

/** Returns the folder of a workspace in the checkout. */
function sourceOf(workspace: string): string {
  const source = join(root, workspace);
  if (!existsSync(source)) throw new Error(`The workspace ${workspace} does not exist.`);
  return statSync(source).isDirectory() ? source : dirname(source);
}

/** Copies the workspace, so that tests may change it, and returns the path to open. */
function copyWorkspace(workspace: string, scratch: string): string {
  const source = join(root, workspace);
  const folder = sourceOf(workspace);
  const copy = join(scratch, basename(folder));
  cpSync(folder, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => basename(path) !== '.skillwright',
  });
  return folder === source ? copy : join(copy, basename(source));
}

/** Copies the files of the `.vsix`, as currently built, into a folder without the rest of the checkout. */
function copyPackage(to: string): string {
  for (const file of extensionFiles()) cpSync(join(root, file), join(to, file));
  return to;
}

/** The folders and the output of a window. */
interface Place {
  /** The extension's folder. */
  readonly extension: string;
  readonly scratch: string;
  readonly opened: string;
  readonly userDataDir: string;
  readonly output: NodeJS.WritableStream;
  /** The test files to run; undefined for all. */
  readonly files: readonly string[] | undefined;
}

/** Runs one launch of VS Code. A crash or a hang without a failed test counts as one failure. */
async function runLaunch(
  { name, suites, launches, limit }: Window,
  launch: number,
  editor: Editor,
  { scratch, opened, extension, userDataDir, output, files }: Place,
): Promise<readonly Result[]> {
  const [suite] = suites;
  const written = join(scratch, `results-${launch}`);
  let hasFailed = false;
  try {
    await runTests(
      defined({
        vscodeExecutablePath: editor.executable,
        cachePath: join(cache, 'vscode-test'),
        stdout: output,
        stderr: output,
        extensionDevelopmentPath: editor.kind === 'desktop' ? [extension, ...extraExtensions(suite)] : extension,
        extensionTestsPath: join(bundles, 'run.cjs'),
        launchArgs: [
          opened,
          '--disable-extensions',
          ...extraExtensions(suite).map((path) => `--enable-proposed-api=${idOf(path)}`),
          `--user-data-dir=${userDataDir}`,
          `--extensions-dir=${join(scratch, 'extensions')}`,
        ],
        extensionTestsEnv: {
          ...ownFolders(join(scratch, 'home')),
          EDITOR_SUITES: JSON.stringify(suites.map(({ name, size }) => ({ name, size }))),
          EDITOR_WORKSPACE: sourceOf(suite.workspace),
          EDITOR_WORKSPACE_COPY: join(scratch, basename(sourceOf(suite.workspace))),
          EDITOR_USER_SETTINGS: join(userDataDir, 'User/settings.json'),
          EDITOR_LAUNCH: String(launch),
          EDITOR_RESULTS: written,
          EDITOR_GREP: values.grep,
          // A complete run keeps only screenshots of failures.
          EDITOR_PICTURES: triesTwice ? 'none' : process.env.EDITOR_PICTURES,
          EDITOR_FILES: files?.join(','),
          EDITOR_LAUNCHES: String(launches),
          // Only ends what hangs: tests have limits of their own, and a busy machine is several times slower.
          EDITOR_HOST_LIMIT: String(limit * 2),
          EDITOR_HOST_SIZE: suite.size,
          EDITOR_HOST_TRUST: suite.trust ? '1' : '0',
        },
      }),
    );
  } catch (error) {
    hasFailed = true;
    const why = error instanceof TestRunFailedError ? `VS Code ended with ${error.code ?? error.signal}` : error;
    output.write(`${why instanceof Error ? (why.stack ?? why.message) : why}\n`);
  }
  const place = launches > 1 ? `, launch ${launch}` : '';
  const { results, durations: taken } = readResults(written, hasFailed, { name, place });
  durations.push(...taken);
  return results;
}
