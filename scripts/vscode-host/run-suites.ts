/**
 * Runs the tests inside VS Code: `node scripts/vscode-host/run-suites.ts [SUITE…] [--grep TEXT]`. Ends with 1 where
 * one failed. With `EDITOR_TOTALS` in the environment the counts are written there as JSON, for `scripts/test.mjs`.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { buildEditorTests } from '../build.mjs';
import { cache, root } from '../lib/paths.mjs';
import { since } from '../lib/run.mjs';
import { type Editor, ensureEditor } from './choose.ts';
import { removeLeftovers } from './processes.ts';
import { findSuites, type Suite } from './suites.ts';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });

const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
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
  for (const suite of findSuites(positionals)) {
    if (interrupted) break;
    add(await runSuite(suite, editor));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  totals.failed += 1;
} finally {
  rmSync(bundles, { recursive: true, force: true });
}
if (process.env.EDITOR_TOTALS) writeFileSync(process.env.EDITOR_TOTALS, JSON.stringify(totals));
process.exitCode = interrupted ? 130 : totals.failed > 0 ? 1 : 0;

function add(more: Totals): void {
  totals.passed += more.passed;
  totals.failed += more.failed;
  totals.skipped += more.skipped;
}

/** Runs all launches of a suite on one profile, in a scratch folder that is removed. */
async function runSuite(suite: Suite, editor: Editor): Promise<Totals> {
  const title = suite.name || 'test/editor';
  const sum: Totals = { passed: 0, failed: 0, skipped: 0 };
  if (suite.trust && editor.kind === 'desktop') {
    console.log(`suite ${title}: skipped, runTests turns workspace trust off in desktop VS Code`);
    return sum;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'sw-suite-'));
  try {
    const opened = copyWorkspace(suite.workspace, scratch);
    const userDataDir = join(scratch, 'profile');
    mkdirSync(join(userDataDir, 'User'), { recursive: true });
    const settings = { 'workbench.colorTheme': 'Default Dark Modern', ...suite.settings };
    writeFileSync(join(userDataDir, 'User/settings.json'), JSON.stringify(settings));
    // In a browser VS Code takes one extension under development; these are installed.
    if (editor.kind !== 'desktop')
      for (const path of beside(suite)) cpSync(path, join(scratch, 'extensions', basename(path)), { recursive: true });
    for (let launch = 1; launch <= suite.launches; launch++) {
      const start = performance.now();
      console.log(
        `suite ${title}${suite.launches > 1 ? `, launch ${launch} of ${suite.launches}` : ''} (${editor.kind} VS Code)`,
      );
      const counted = await runLaunch(suite, launch, editor, { scratch, opened, userDataDir });
      sum.passed += counted.passed;
      sum.failed += counted.failed;
      sum.skipped += counted.skipped;
      console.log(`suite ${title}: ${counted.passed} passed, ${counted.failed} failed in ${since(start)}`);
      if (counted.failed > 0) break;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return sum;
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

/** One launch of VS Code. A run that ends red without a failed test, by a crash or a hang, counts as one failure. */
async function runLaunch(
  suite: Suite,
  launch: number,
  editor: Editor,
  { scratch, opened, userDataDir }: { scratch: string; opened: string; userDataDir: string },
): Promise<Totals> {
  const results = join(scratch, `results-${launch}`);
  let red = false;
  try {
    await runTests({
      ...(editor.executable === undefined ? {} : { vscodeExecutablePath: editor.executable }),
      cachePath: join(cache, 'vscode-test'),
      extensionDevelopmentPath: editor.kind === 'desktop' ? [root, ...beside(suite)] : root,
      extensionTestsPath: join(bundles, 'run.cjs'),
      launchArgs: [
        opened,
        '--disable-extensions',
        ...beside(suite).map((path) => `--enable-proposed-api=${idOf(path)}`),
        `--user-data-dir=${userDataDir}`,
        `--extensions-dir=${join(scratch, 'extensions')}`,
      ],
      extensionTestsEnv: {
        EDITOR_SUITE: suite.name,
        EDITOR_LAUNCH: String(launch),
        EDITOR_RESULTS: results,
        EDITOR_GREP: values.grep,
        EDITOR_LAUNCHES: String(suite.launches),
        EDITOR_HOST_LIMIT: String(suite.limit),
        EDITOR_HOST_SIZE: suite.size,
        EDITOR_HOST_TRUST: suite.trust ? '1' : '0',
      },
    });
  } catch (error) {
    red = true;
    console.error(error instanceof TestRunFailedError ? `VS Code ended with ${error.code ?? error.signal}` : error);
  }
  const [passed = 0, failed = 0, skipped = 0] = existsSync(results)
    ? readFileSync(results, 'utf8').split(/\s+/).map(Number)
    : [];
  return { passed, failed: red && failed === 0 ? 1 : failed, skipped };
}
