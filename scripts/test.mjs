/**
 * `npm test [-- STAGE…]`: sets everything up and runs all stages, or the given ones of: types, lint, unit, integration,
 * editor. The last line has the number of tests in all stages. Failed test files in VS Code run a second time, and so do
 * failed integration tests if CI is set; tests that pass then are listed before the last line and counted separately.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { run, since } from './lib/run.mjs';
import { ensureBuilt, useProjectNode } from './setup.mjs';

await useProjectNode(import.meta.url);

const scratch = mkdtempSync(join(tmpdir(), 'sw-test-'));
const begin = performance.now();
const totals = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} tests that passed on the second try, which count as neither passed nor failed */
const secondTry = [];
/** @type {string[]} stages that failed */
const failedStages = [];
const node = process.execPath;
/** @param {string} name */
const tool = (name) => join(root, 'node_modules', '.bin', name);
const eslint = join(root, 'node_modules/eslint/bin/eslint.js');

/** @type {Record<string, () => Promise<boolean>>} a stage resolves to true if it passed, and adds to the totals */
const stages = {
  types: async () => (await run(tool('tsc'), ['-b'])) === 0,
  lint: async () => {
    const style = await run(tool('biome'), ['check', '--error-on-warnings', '--diagnostic-level=warn']);
    if (style !== 0) console.log('`npm run format` formats, and applies the fixes that are safe.');
    const words = await run('npm', ['run', '--silent', 'lint:words']);
    return (await expressions()) === 0 && style === 0 && words === 0;
  },
  unit: () => vitest('unit'),
  integration: () => vitest('integration'),
  editor,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in stages));
if (unknown) {
  console.error(`No stage "${unknown}"; there are: ${Object.keys(stages).join(', ')}`);
  process.exit(2);
}
try {
  await ensureBuilt();
  for (const [name, stage] of Object.entries(stages)) {
    if (!isSelected(name)) continue;
    const start = performance.now();
    console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`);
    const before = totals.failed;
    const green = await stage();
    // The stage failed without a failed test.
    if (!green && totals.failed === before) totals.failed += 1;
    if (!green) failedStages.push(name);
    console.log(`── ${name}: ${green ? 'passed' : 'FAILED'} in ${since(start)}`);
  }
  if (isSelected('unit') && isSelected('integration')) {
    console.log('\n── conformance');
    if ((await run(node, [join(root, 'scripts/conformance.ts')])) !== 0) {
      totals.failed += 1;
      failedStages.push('conformance');
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`\nall stages: ${since(begin)}${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
if (secondTry.length > 0)
  console.log(
    `\npassed at the second try: ${secondTry.length}\n${secondTry.map((title) => `  ${title}`).join('\n')}\n`,
  );
if (failedStages.length > 0)
  console.log(`\nFailed: ${failedStages.join(', ')}. \`npm test -- STAGE\` runs one stage.\n`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** @param {string} stage */
function isSelected(stage) {
  return wanted.length === 0 || wanted.includes(stage);
}

/** Checks for regular expressions with quadratic time: `eslint.config.mjs`. */
function expressions() {
  // Suppresses Node's warning that type stripping is experimental.
  return run(node, ['--disable-warning=ExperimentalWarning', eslint, 'skill', 'server', 'runtime', 'client', 'cli']);
}

/** @param {string} project of `vitest.config.ts` */
async function vitest(project) {
  // Stored for the conformance report.
  const report = join(root, '.cache/reports', `${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Integration tests may lose a race with other work on a shared machine; unit tests cannot.
  if (process.env.CI && project === 'integration') args.push('--retry=1');
  rmSync(report, { force: true });
  const code = await run(tool('vitest'), args);
  const counts = read(report);
  const { secondTriesIn } = await import('./lib/second-try.ts');
  const again = counts ? secondTriesIn(counts) : [];
  secondTry.push(...again.map((title) => `${project}: ${title}`));
  totals.passed += (counts?.numPassedTests ?? 0) - again.length;
  totals.failed += counts?.numFailedTests ?? 0;
  totals.skipped += counts?.numPendingTests ?? 0;
  return code === 0;
}

/** Runs the tests inside VS Code. */
async function editor() {
  const { ensureEditor } = await import('./vscode-host/choose.ts');
  let chosen;
  try {
    chosen = await ensureEditor();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
  const report = join(scratch, 'editor.json');
  const script = join(root, 'scripts/vscode-host/run-suites.ts');
  const virtual = chosen.kind === 'desktop' && chosen.display === 'xvfb';
  const [command, args] = virtual ? ['xvfb-run', ['-a', node, script]] : [node, [script]];
  const code = await run(command, args, { env: { EDITOR_TOTALS: report } });
  const counts = read(report);
  secondTry.push(...(counts?.secondTry ?? []));
  totals.passed += counts?.passed ?? 0;
  totals.failed += counts?.failed ?? 0;
  totals.skipped += counts?.skipped ?? 0;
  return code === 0;
}

/**
 * @param {string} file
 * @returns {any} undefined if the runner did not write it
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
