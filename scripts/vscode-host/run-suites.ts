/**
 * Runs the tests inside VS Code: `node scripts/vscode-host/run-suites.ts [SUITE…] [--grep TEXT]`. Ends with 1 where
 * one failed. In the browser host two suites run at once, for each waits much of its time; what one prints comes when it
 * has ended. `EDITOR_AT_ONCE` says another number. With `EDITOR_TOTALS` in the environment the counts are written
 * there as JSON, for `scripts/test.mjs`, and the files of tests that fail are run a second time.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import * as z from 'zod';
import { buildEditorTests } from '../lib/bundle.mjs';
import { ownFolders } from '../lib/own-folders.ts';
import { extensionFiles } from '../lib/package-files.ts';
import { cache, root } from '../lib/paths.mjs';
import { since } from '../lib/run.mjs';
import { counted, type Outcome, type Result, sumOf, twice } from '../lib/second-try.ts';
import { type Editor, ensureEditor } from './choose.ts';
import { removeLeftovers } from './processes.ts';
import { findSuites, type Suite } from './suites.ts';

/** What `test/editor/harness/run.ts` writes at the end. */
const Results = z.array(
  z.object({
    kind: z.enum(['test', 'hook']),
    title: z.string(),
    file: z.string(),
    state: z.enum(['passed', 'failed', 'skipped']),
  }),
);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });

const all: Outcome[] = [];
/** A test that fails in a run of everything may have lost a race; who runs a suite by hand wants to see that. */
const triesTwice = process.env.EDITOR_TOTALS !== undefined;
// Several runs may go on in one checkout.
const bundles = join(cache, `test-editor.${process.pid}`);
// test-electron hands SIGINT on to VS Code, which then ends by itself, but it knows no SIGTERM; and it would end this
// process unless someone listens.
let interrupted = false;
process.on('SIGINT', () => {
  interrupted = true;
});
process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'));
try {
  const editor = await ensureEditor();
  removeLeftovers(join(cache, 'test-editor'));
  if (!(await buildEditorTests(bundles))) throw new Error('The tests do not build.');
  // Those that may take longest first, so that none of them runs alone at the end.
  const waiting = findSuites(positionals).toSorted((a, b) => b.limit - a.limit);
  const atOnce = Math.min(waiting.length, suitesAtOnce(editor));
  const next = async (): Promise<void> => {
    for (let suite = waiting.shift(); suite !== undefined && !interrupted; suite = waiting.shift())
      all.push(await tried(suite, editor, atOnce > 1));
  };
  await Promise.all(Array.from({ length: atOnce }, next));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  all.push(counted([crash(error instanceof Error ? error.message : String(error))]));
} finally {
  rmSync(bundles, { recursive: true, force: true });
}
const totals = sumOf(all);
if (process.env.EDITOR_TOTALS) writeFileSync(process.env.EDITOR_TOTALS, JSON.stringify(totals));
process.exitCode = interrupted ? 130 : totals.failed > 0 ? 1 : 0;

/** Runs a suite, and a second time what of it failed, where that may be. */
async function tried(suite: Suite, editor: Editor, isWhole: boolean): Promise<Outcome> {
  const run = (files?: readonly string[]): Promise<readonly Result[]> => {
    const once = (output: NodeJS.WritableStream) => runSuite(suite, editor, output, files);
    return isWhole ? printedWhole(once) : once(process.stdout);
  };
  if (!triesTwice) return counted(await run());
  let isAgain = false;
  return twice(async (failed) => {
    if (interrupted) return [crash(`suite ${suite.name}: interrupted`)];
    // What a later launch finds is what an earlier one left.
    const files = suite.launches > 1 ? undefined : failed;
    if (isAgain)
      console.log(
        `suite ${suite.name}: tried a second time${files ? `, ${files.join(', ').replaceAll('.cjs', '.ts')}` : ''}`,
      );
    isAgain = true;
    return run(files);
  });
}

/** What went wrong outside of a test. */
function crash(title: string): Result {
  return { kind: 'crash', title, state: 'failed' };
}

/** The windows of desktop VS Code would take the focus from one another. */
function suitesAtOnce(editor: Editor): number {
  if (editor.kind === 'desktop') return 1;
  return Number(process.env.EDITOR_AT_ONCE) || Math.min(2, availableParallelism());
}

/** A suite beside others: what it prints comes at its end, in one piece. */
async function printedWhole<T>(once: (output: NodeJS.WritableStream) => Promise<T>): Promise<T> {
  const output = new PassThrough();
  const text = output.setEncoding('utf8').toArray();
  try {
    return await once(output);
  } finally {
    output.end();
    process.stdout.write((await text).join(''));
  }
}

/** Runs all launches of a suite, or these files of it, on one profile, in a scratch folder that is removed. */
async function runSuite(
  suite: Suite,
  editor: Editor,
  output: NodeJS.WritableStream,
  files?: readonly string[],
): Promise<readonly Result[]> {
  const title = suite.name || 'test/editor';
  const results: Result[] = [];
  if (suite.trust && editor.kind === 'desktop') {
    output.write(`suite ${title}: skipped, runTests turns workspace trust off in desktop VS Code\n`);
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
      // A hover that appears where the mouse was left would cover what is clicked next.
      'workbench.hover.delay': 60_000,
      // In a browser VS Code saves a changed text after a second, on the desktop it does not: a test that reverts its
      // changes later than that would leave them to the tests behind it.
      'files.autoSave': 'off',
    };
    const settings = { ...own, ...suite.settings };
    writeFileSync(join(userDataDir, 'User/settings.json'), JSON.stringify(settings));
    // In a browser VS Code takes one extension under development; these are installed.
    if (editor.kind !== 'desktop')
      for (const path of beside(suite)) cpSync(path, join(scratch, 'extensions', basename(path)), { recursive: true });
    for (let launch = 1; launch <= suite.launches; launch++) {
      const start = performance.now();
      output.write(
        `suite ${title}${suite.launches > 1 ? `, launch ${launch} of ${suite.launches}` : ''} (${editor.kind} VS Code)\n`,
      );
      const place = { scratch, opened, extension, userDataDir, output, files };
      const launched = await runLaunch(suite, launch, editor, place);
      results.push(...launched);
      const { passed, failed } = counted(launched);
      output.write(`suite ${title}: ${passed} passed, ${failed} failed in ${since(start)}\n`);
      if (failed > 0) break;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return results;
}

/** The folders of the further extensions of a suite. */
function beside(suite: Suite): string[] {
  return suite.extensions.map((name) => join(root, 'test/editor', suite.name, name));
}

function idOf(extension: string): string {
  const { publisher, name } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  return `${publisher}.${name}`;
}

/** The workspace's copy, so that tests may write into it; the path to open. */
function copyWorkspace(workspace: string, scratch: string): string {
  const source = join(root, workspace);
  if (!existsSync(source)) throw new Error(`The workspace ${workspace} does not exist.`);
  const folder = statSync(source).isDirectory() ? source : dirname(source);
  const copy = join(scratch, basename(folder));
  cpSync(folder, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => basename(path) !== '.skillwright',
  });
  return folder === source ? copy : join(copy, basename(source));
}

/** The files that the `.vsix` would hold, as they are built now, in a folder without the rest of the checkout. */
function copyPackage(to: string): string {
  for (const file of extensionFiles()) cpSync(join(root, file), join(to, file));
  return to;
}

/** Where a suite has its things, and where it prints. */
interface Place {
  /** The extension's folder. */
  readonly extension: string;
  readonly scratch: string;
  readonly opened: string;
  readonly userDataDir: string;
  readonly output: NodeJS.WritableStream;
  /** Run these files of tests alone. */
  readonly files: readonly string[] | undefined;
}

/** One launch of VS Code. A run that ends red without a failed test, by a crash or a hang, counts as one failure. */
async function runLaunch(
  suite: Suite,
  launch: number,
  editor: Editor,
  { scratch, opened, extension, userDataDir, output, files }: Place,
): Promise<readonly Result[]> {
  const results = join(scratch, `results-${launch}`);
  let red = false;
  try {
    await runTests({
      ...(editor.executable === undefined ? {} : { vscodeExecutablePath: editor.executable }),
      cachePath: join(cache, 'vscode-test'),
      stdout: output,
      stderr: output,
      extensionDevelopmentPath: editor.kind === 'desktop' ? [extension, ...beside(suite)] : extension,
      extensionTestsPath: join(bundles, 'run.cjs'),
      launchArgs: [
        opened,
        '--disable-extensions',
        ...beside(suite).map((path) => `--enable-proposed-api=${idOf(path)}`),
        `--user-data-dir=${userDataDir}`,
        `--extensions-dir=${join(scratch, 'extensions')}`,
      ],
      extensionTestsEnv: {
        ...ownFolders(join(scratch, 'home')),
        EDITOR_SUITE: suite.name,
        EDITOR_LAUNCH: String(launch),
        EDITOR_RESULTS: results,
        EDITOR_GREP: values.grep,
        // A run of everything keeps pictures of failures alone.
        EDITOR_PICTURES: triesTwice ? 'none' : process.env.EDITOR_PICTURES,
        EDITOR_FILES: files?.join(','),
        EDITOR_LAUNCHES: String(suite.launches),
        EDITOR_HOST_LIMIT: String(suite.limit),
        EDITOR_HOST_SIZE: suite.size,
        EDITOR_HOST_TRUST: suite.trust ? '1' : '0',
      },
    });
  } catch (error) {
    red = true;
    const why = error instanceof TestRunFailedError ? `VS Code ended with ${error.code ?? error.signal}` : error;
    output.write(`${why instanceof Error ? (why.stack ?? why.message) : why}\n`);
  }
  const title = `suite ${suite.name}${suite.launches > 1 ? `, launch ${launch}` : ''}`;
  const written = existsSync(results) ? Results.parse(JSON.parse(readFileSync(results, 'utf8'))) : [];
  const launched: Result[] = written.map((result) => ({ ...result, title: `${title}: ${result.title}` }));
  if (red && !launched.some(({ state }) => state === 'failed'))
    launched.push(crash(`${title}: VS Code ended before the tests did`));
  return launched;
}
