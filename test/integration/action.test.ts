/** Runs the script of `action.yml` as a workflow does, and checks what `npm pack` includes for the pre-commit hook. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const step = action.runs.steps.at(-1);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sw-action-'));
  for (const name of ['good', 'bad one']) mkdirSync(join(folder, name));
  const head = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\n`;
  writeFileSync(join(folder, 'good', 'SKILL.md'), head('good'));
  writeFileSync(join(folder, 'bad one', 'SKILL.md'), `${head('bad-one')}Read \`references/none.md\`.\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(inputs: Readonly<Record<string, string>>): Promise<{ code: number; stdout: string }> {
  const value = (name: string): string => inputs[name] ?? action.inputs[name].default;
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
  };
  // As GitHub runs `shell: bash`.
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run];
  return new Promise((resolve) => {
    execFile('bash', args, { cwd: folder, env }, (error, stdout) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout });
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

it.skipIf(process.platform === 'win32')('does not execute shell commands in an input', async () => {
  const attack = '$(touch owned) `touch owned`; touch owned';
  expect((await run({ paths: attack, arguments: attack, output: '' })).code).toBe(2);
  expect(() => readFileSync(join(folder, 'owned'))).toThrow();
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
