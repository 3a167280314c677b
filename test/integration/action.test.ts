/** Runs the script of `action.yml` as a workflow does, and checks what `npm pack` includes for the pre-commit hook. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const stepNamed = (name: string) => action.runs.steps.find((one: { name?: string }) => one.name === name);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sw-action-'));
  for (const name of ['good', 'bad one']) mkdirSync(join(folder, name));
  const head = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\n`;
  writeFileSync(join(folder, 'good', 'SKILL.md'), head('good'));
  writeFileSync(join(folder, 'bad one', 'SKILL.md'), `${head('bad-one')}Read \`references/none.md\`.\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(
  inputs: Readonly<Record<string, string>>,
  { name = 'Check skills', cwd = folder } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const value = (input: string): string => inputs[input] ?? action.inputs[input].default;
  const env = {
    ...process.env,
    SKILLWRIGHT: join(root, 'dist', 'cli.mjs'),
    GITHUB_WORKSPACE: folder,
    ACTION_FOLDER: inputs.action ?? '/home/runner/_actions/skillwright',
    INPUT_PATHS: value('paths'),
    INPUT_EXCLUDE: value('exclude'),
    INPUT_FORMAT: value('format'),
    INPUT_OUTPUT: value('output'),
    INPUT_ARGUMENTS: value('arguments'),
    INPUT_CHANGED_SINCE: value('changed-since'),
    INPUT_EVALS: value('evals'),
    INPUT_EVALS_SINCE: value('evals-since'),
    INPUT_EVALS_ARGUMENTS: value('evals-arguments'),
    INPUT_EVALS_SUMMARY: value('evals-summary'),
    GITHUB_STEP_SUMMARY: '',
  };
  // As GitHub runs `shell: bash`.
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', stepNamed(name).run];
  return new Promise((resolve) => {
    execFile('bash', args, { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}

it.skipIf(process.platform === 'win32')('checks the given paths, one per line', async () => {
  expect(await run({ paths: 'good' })).toMatchObject({ code: 0 });
  expect(await run({ paths: 'good\nbad one\n' })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^::warning|^::error file=bad one\/SKILL\.md/),
  });
  expect(await run({})).toMatchObject({ code: 1 });
});

it.skipIf(process.platform === 'win32')('accepts arguments and writes the report to a file', async () => {
  expect(await run({ paths: 'bad one', arguments: '--baseline known.json --update-baseline' })).toMatchObject({
    code: 0,
  });
  expect(await run({ paths: 'bad one', arguments: '--baseline known.json' })).toMatchObject({ code: 0 });
  expect(await run({ paths: 'bad one', format: 'sarif', output: 'report.sarif' })).toMatchObject({ code: 1 });
  expect(JSON.parse(readFileSync(join(folder, 'report.sarif'), 'utf8')).version).toBe('2.1.0');
});

it.skipIf(process.platform === 'win32')('excludes globs, and a copy of the action in the repository', async () => {
  expect(await run({ exclude: 'none\n**/bad*\n' })).toMatchObject({ code: 0 });
  expect(await run({ action: `${folder}/./bad one` })).toMatchObject({ code: 0 });
  for (const action of [folder, `${folder}/`, `${folder}/./`, `${folder}/./good`])
    expect(await run({ action })).toMatchObject({ code: 1 });
});

it.skipIf(process.platform === 'win32')('reports only what has changed since a revision', async () => {
  const cwd = mkdtempSync(join(folder, 'changed-'));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd });
  const write = (name: string, text: string): void => {
    mkdirSync(join(cwd, name), { recursive: true });
    writeFileSync(join(cwd, name, 'SKILL.md'), `---\nname: ${name}\ndescription: Does it.\n---\n${text}`);
  };
  write('old', 'Read `references/none.md`.\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Base');
  expect(await run({}, { cwd })).toMatchObject({ code: 1 });
  expect(await run({ 'changed-since': 'HEAD' }, { cwd })).toMatchObject({ code: 0 });
  write('new', 'Read `references/none.md`.\n');
  const { code, stdout } = await run({ 'changed-since': 'HEAD' }, { cwd });
  expect([code, stdout.includes('file=new/SKILL.md'), stdout.includes('file=old')]).toEqual([1, true, false]);
  expect(await run({ 'changed-since': '$(touch owned)' }, { cwd })).toMatchObject({ code: 2 });
});

it.skipIf(process.platform === 'win32')('does not execute shell commands in an input', async () => {
  const attack = '$(touch owned) `touch owned`; touch owned';
  expect((await run({ paths: attack, arguments: attack, output: '' })).code).toBe(2);
  expect(() => readFileSync(join(folder, 'owned'))).toThrow();
});

it.skipIf(process.platform === 'win32')('runs the evals of changed skills, with thresholds and a comment', async () => {
  const cwd = join(folder, 'repository');
  const write = (path: string, text: string): void => {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim();
  const CASES = JSON.stringify({
    evals: [{ id: 'one', prompt: 'Write release notes.', assertions: [{ check: 'loaded' }] }],
  });
  for (const name of ['notes', 'other', 'plain'])
    write(
      `skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Writes release notes.\n---\n# Steps of ${name}\n`,
    );
  for (const name of ['notes', 'other']) write(`skills/${name}/evals/evals.json`, CASES);
  write('.gitignore', '.skillwright\ncomment.md\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'Base');
  const evals = (more: Readonly<Record<string, string>> = {}) =>
    run(
      { evals: 'skills', 'evals-since': git('rev-parse', 'main'), 'evals-summary': 'comment.md', ...more },
      { name: 'Run the evals of skills', cwd },
    );
  const comment = (): string => readFileSync(join(cwd, 'comment.md'), 'utf8');

  expect(await evals()).toMatchObject({ code: 0, stdout: 'No skill with eval files has changed.\n' });
  expect(comment()).toBe('## Skillwright eval\n\nNo skill with eval files has changed.\n');

  git('checkout', '-qb', 'change');
  write('skills/notes/references/new.md', '# New\n');
  write('skills/plain/SKILL.md', '---\nname: plain\ndescription: Writes plain notes.\n---\n# Changed\n');
  git('add', '-A');
  git('commit', '-qm', 'Change');
  // What happens on the base in the meantime is no change of the branch.
  git('checkout', '-q', 'main');
  write('skills/other/SKILL.md', '---\nname: other\ndescription: Other.\n---\n# Other\n');
  git('commit', '-qam', 'Later');
  git('checkout', '-q', 'change');
  const met = await evals({ 'evals-arguments': '--trials 1 --min-pass 1' });
  expect(met).toMatchObject({ code: 0 });
  expect(met.stderr).toContain('plain has changed and has no eval file');
  expect(comment()).toContain('### `notes` · `adk`');
  expect(comment()).toContain('| `one` | 1/1 |');
  expect(comment()).not.toContain('other');

  write('skills/notes/evals/evals.json', CASES.replace('"loaded"', '"not_loaded"'));
  const missed = await evals({ 'evals-arguments': '--trials 1 --min-pass 0.8' });
  expect(missed).toMatchObject({ code: 1, stderr: expect.stringContaining('at least 80 % required') });
  expect(comment()).toContain('| `one` | 0/1 |');
  expect(comment()).toContain('- `notes, adk, simulated/weak, tasks: 0 % passed, at least 80 % required.`');

  const attack = '$(touch owned) `touch owned`; touch owned';
  expect((await evals({ 'evals-since': attack })).stderr).toContain('Fetch the history of');
  expect((await evals({ 'evals-since': '--output=owned' })).stderr).toContain('Name a branch, tag or commit');
  expect(git('status', '--short')).toBe('M skills/notes/evals/evals.json');
});

it('is packed for npm with everything that the command line loads', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files: readonly string[] = Object.values(JSON.parse(listed)).flatMap((one) =>
    Object(one).files.map(({ path }: { path: string }) => path),
  );
  expect(files).toContain('dist/cli.mjs');
  expect(files.some((file) => file.startsWith('dist/cli/'))).toBe(true);
  expect(files).toContain('docs/rules/reference.missing.md');
  expect(files.filter((file) => !/^(?:dist|docs\/rules)\/|^(?:package\.json|README\.md|LICENSE)$/.test(file))).toEqual(
    [],
  );
});

it('has a hook that runs the command', () => {
  const [hook] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(Object.keys(manifest.bin)).toContain(hook.entry.split(' ')[0]);
  expect(manifest.scripts.prepack).toContain('build.mjs --production');
});
