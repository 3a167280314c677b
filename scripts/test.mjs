/**
 * `npm test [-- STAGE…]`: sets everything up and runs all stages, or the given ones of: types, lint, unit, integration,
 * editor. Those in VS Code mostly wait, so the others run at the same time, at a lower priority; each stage's output is printed
 * in one piece. The last line has the number of tests in all stages; the lines before it list each failure with its file and
 * the first lines of its error. Failed test files in VS Code run a second time, and so do failed integration tests if CI is
 * set; tests that pass then are listed and counted separately. `--long` runs the long property tests in full (`test/equipment/skill/long.ts`).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { run, since } from './lib/run.mjs';
import { ensureBuilt, useProjectNode } from './setup.mjs';

await useProjectNode(import.meta.url);

/**
 * The outcome of a stage. A failure without a failed test is that of a program.
 * @typedef {import('./lib/failures.ts').Failure} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly Failure[], secondTry: readonly Failure[] }} Outcome
 */

// Not imported before the project's own Node runs this.
const { failureOf, failuresIn, listFailures } = await import('./lib/failures.ts');
const { keepTemporaryFilesInMemory } = await import('./lib/memory-folder.ts');
const { orderedOutput } = await import('./lib/ordered-output.ts');
const { ensureOptionalPrograms } = await import('./lib/system-packages.ts');
keepTemporaryFilesInMemory();
// The compiler and esbuild are programs in Go, which collects garbage this many percent later: a quarter of their processor time.
process.env.GOGC ??= '300';
const scratch = mkdtempSync(join(tmpdir(), 'sw-test-'));
const begin = performance.now();
const node = process.execPath;
/** @param {string} name */
const tool = (name) => join(root, 'node_modules', '.bin', name);
/** @type {Outcome} */
const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], secondTry: [] };

/**
 * In the order of their output.
 * @typedef {(text: string) => void} Print
 * @type {Record<string, (print: Print) => Promise<Outcome>>}
 */
const stages = {
  // Several checkers in a project check the same types: a sixth more processor time, on processors that have other work.
  types: (print) => check('tsc', tool('tsc'), ['-b', '--checkers', '1'], { print }),
  lint: async (print) => {
    const style = await check('biome', tool('biome'), ['check', '--error-on-warnings', '--diagnostic-level=warn'], {
      print,
    });
    if (style.failed > 0) print('`npm run format` formats, and applies the fixes that are safe.\n');
    const imports = await check('npm run lint:imports', 'npm', ['run', '--silent', 'lint:imports'], { print });
    const words = await check('npm run lint:words', 'npm', ['run', '--silent', 'lint:words'], { print });
    const keys = await check('npm run lint:keys', 'npm', ['run', '--silent', 'lint:keys'], { print });
    const spreads = await check('npm run lint:spreads', 'npm', ['run', '--silent', 'lint:spreads'], { print });
    return sum([style, imports, words, keys, spreads, await expressions(print)]);
  },
  integration: (print) => vitest('integration', print),
  unit: (print) => vitest('unit', print),
  // Reads the reports of the tests.
  conformance: (print) => check('conformance', node, [join(root, 'scripts/conformance.ts')], { print }),
  editor,
};
/**
 * Stages that run one after another; these lists run at the same time. The first one mostly waits and determines the time of
 * all, so the others only get the processor time that it leaves. Unit tests never wait: they fill the cores while integration
 * tests do.
 */
const LISTS = [['editor'], ['types', 'lint', 'unit'], ['integration']];
/** The niceness of the other stages if the editor runs: a process gets a third of the processor time of one of the editor. */
const WITH_EDITOR = 5;

const wanted = process.argv.slice(2).filter((one) => one !== '--long');
if (process.argv.includes('--long')) process.env.TEST_LONG = '1';
const unknown = wanted.find((name) => !(name in stages));
if (unknown) {
  console.error(`No stage "${unknown}"; there are: ${Object.keys(stages).join(', ')}`);
  process.exit(2);
}
const output = orderedOutput(Object.keys(stages).filter(isSelected), (text) => process.stdout.write(text));
// After an interrupt, some wait.
process.once('exit', output.flush);
/** @type {Map<string, Outcome>} */
const outcomes = new Map();
try {
  await ensureBuilt();
  if (isSelected('unit') || isSelected('integration')) ensureOptionalPrograms(console.log);
  await Promise.all(LISTS.map(runStages));
  await runStages(['conformance']);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const totals = sum([...outcomes.values()]);
console.log(`\nall stages: ${since(begin)}${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
if (totals.secondTry.length > 0)
  console.log(`\npassed at the second try: ${totals.secondTry.length}\n${listFailures(totals.secondTry)}`);
if (totals.failed > 0) {
  const failedStages = [...outcomes].filter(([, { failed }]) => failed > 0).map(([name]) => name);
  console.log(`\nfailed: ${totals.failed}\n${listFailures(totals.failures)}`);
  console.log(`\nFailed: ${failedStages.join(', ')}. \`npm test -- STAGE\` runs one stage.\n`);
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/**
 * Runs those of the stages that are selected, one after another.
 * @param {readonly string[]} names
 */
async function runStages(names) {
  for (const name of names.filter(isSelected)) {
    const start = performance.now();
    /** @type {Print} */
    const print = (text) => output.print(name, text);
    print(`\n── ${name} ${'─'.repeat(70 - name.length)}\n`);
    const outcome = (await stages[name]?.(print)) ?? nothing;
    outcomes.set(name, outcome);
    print(`── ${name}: ${outcome.failed === 0 ? 'passed' : 'FAILED'} in ${since(start)}\n`);
    output.end(name);
  }
}

/**
 * @param {string} stage
 * @returns {boolean}
 */
function isSelected(stage) {
  if (stage === 'conformance') return isSelected('unit') && isSelected('integration');
  return wanted.length === 0 || wanted.includes(stage);
}

/**
 * @param {readonly Outcome[]} all
 * @returns {Outcome}
 */
function sum(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
    secondTry: all.flatMap(({ secondTry }) => secondTry),
  };
}

/**
 * Runs a program, and adds a failure if it failed without one.
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ print: Print, env?: NodeJS.ProcessEnv, outcome?: () => Outcome, niceness?: number }} options `outcome` is read at
 *   its end
 * @returns {Promise<Outcome>}
 */
async function check(title, command, args, { print, env, outcome, niceness = isSelected('editor') ? WITH_EDITOR : 0 }) {
  let output = '';
  /** @param {string} text */
  const onOutput = (text) => {
    output = (output + text).slice(-100_000);
    print(text);
  };
  const code = await run(command, args, { env, onOutput, niceness });
  const tested = outcome?.() ?? nothing;
  if (code === 0 || tested.failed > 0) return tested;
  return sum([tested, { ...nothing, failed: 1, failures: [failureOf(title, output)] }]);
}

/**
 * Checks for regular expressions with quadratic time: `eslint.config.mjs`.
 * @param {Print} print
 */
function expressions(print) {
  const eslint = join(root, 'node_modules/eslint/bin/eslint.js');
  const folders = ['skill', 'server', 'runtime', 'client', 'cli'];
  // Suppresses Node's warning that type stripping is experimental.
  return check('eslint', node, ['--disable-warning=ExperimentalWarning', eslint, ...folders], { print });
}

/**
 * @param {string} project of `vitest.config.ts`
 * @param {Print} print
 */
function vitest(project, print) {
  // Stored for the conformance report.
  const report = join(root, '.cache/reports', `${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Integration tests may lose a race with other work on a shared machine; unit tests cannot.
  if (process.env.CI && project === 'integration') args.push('--retry=1');
  rmSync(report, { force: true });
  const outcome = () => {
    const counts = read(report);
    if (!counts) return nothing;
    const { failures, secondTry } = failuresIn(counts, root);
    return {
      passed: counts.numPassedTests - secondTry.length,
      failed: failures.length,
      skipped: counts.numPendingTests,
      failures,
      secondTry,
    };
  };
  return check(project, tool('vitest'), args, { print, outcome });
}

/** Installs the VS Code for tests, and returns it, or the failure. */
async function installEditor() {
  try {
    const { ensureEditor } = await import('./vscode-host/choose.ts');
    return { chosen: await ensureEditor() };
  } catch (error) {
    return { failure: failureOf('editor', error instanceof Error ? error.message : String(error)) };
  }
}

/**
 * Runs the tests inside VS Code.
 * @param {Print} print
 */
async function editor(print) {
  const { chosen, failure } = await installEditor();
  if (chosen === undefined) {
    print(`${failure.error}\n`);
    return { ...nothing, failed: 1, failures: [failure] };
  }
  const report = join(scratch, 'editor.json');
  const script = join(root, 'scripts/vscode-host/run-suites.ts');
  const virtual = chosen.kind === 'desktop' && chosen.display === 'xvfb';
  const [command, args] = virtual ? ['xvfb-run', ['-a', node, script]] : [node, [script]];
  const outcome = () => read(report) ?? nothing;
  return check('editor', command, args, { print, env: { EDITOR_TOTALS: report }, outcome, niceness: 0 });
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
