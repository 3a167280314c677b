/** Runs `skillwright check` and `skillwright lsp`: exit codes, pipes, the command line's contract. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInProcess } from './in-process.ts';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.mjs');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sw-check-'));
  // Its folder exists, so that each file is a finding of its own.
  mkdirSync(join(folder, 'many/references'), { recursive: true });
  writeFileSync(join(folder, 'many/references/other.md'), '# Other\n');
  const body = Array.from({ length: 4_000 }, (_, index) => `Read \`references/file-${index}.md\`.\n`).join('\n');
  writeFileSync(
    join(folder, 'many', 'SKILL.md'),
    `---\nname: many\ndescription: Many.\nodd: 1\n---\n\nRead \`references/other.md\`.\n\n${body}`,
  );
  mkdirSync(join(folder, 'good'));
  writeFileSync(join(folder, 'good', 'SKILL.md'), '---\nname: good\ndescription: Good.\nlicence: MIT\n---\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function startProcess(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 1e9, encoding: 'utf8' } as const;
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}

const check = (...args: string[]) => runInProcess(['check', ...args], { cwd: folder, env: process.env });

it('exits with 0 without errors, 1 with errors, 1 with too many warnings', async () => {
  const codes = async (...args: string[]) => (await check(...args)).code;
  expect(await codes('good')).toBe(0);
  expect(await codes('many')).toBe(1);
  expect(await codes('good', '--max-warnings', '1')).toBe(0);
  expect(await codes('good', '--max-warnings', '0')).toBe(1);
});

it('exits with 2 on wrong use and unreadable input, with instructions', async () => {
  for (const args of [
    ['none'],
    ['--format', 'xml'],
    ['--profile', 'x'],
    ['--max-warnings', '-1'],
    ['--root', 'none'],
  ]) {
    const { code, stderr, stdout } = await check(...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).not.toBe('');
  }
});

it('writes a large report to a pipe completely', async () => {
  const { stdout, code } = await startProcess('check', '--format', 'json');
  expect(stdout.length).toBeGreaterThan(1_000_000);
  const report = JSON.parse(stdout) as { skills: number; diagnostics: { file: string }[] };
  expect([code, report.skills, report.diagnostics.length]).toEqual([1, 2, 4_003]);
  expect((await startProcess('check', '--no-cache', '--format', 'json')).stdout).toBe(stdout);
});

it('finds one fault in each faulty example, and none in the valid ones', async () => {
  const { stdout } = await startProcess('check', join(root, 'examples'), '--format', 'json');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { file: string; code: string }[] };
  const codes: Record<string, string[]> = {};
  for (const { file, code } of diagnostics) {
    const skill = file.split('/').slice(-3, -1).join('/');
    codes[skill] = [...(codes[skill] ?? []), code];
  }
  // "the user guide", the command of step 3, and "the provided template".
  expect(codes['skills/release-writer']).toEqual(['reference.guessable', 'reference.client', 'reference.guessable']);
  expect(codes).toMatchObject({
    'faults/bug-report': ['reference.case'],
    'faults/commit-message': ['frontmatter.missing'],
    'faults/meeting-notes': ['reference.missing', 'reference.missing'],
    'faults/photo-shrinker': ['reference.missing'],
    'faults/recipe-card': ['frontmatter.syntax'],
    'faults/standup': ['frontmatter.description'],
    'faults/weekly-report': ['frontmatter.name', 'frontmatter.unknown'],
  });
  expect(Object.keys(codes)).toHaveLength(8);
});

it('starts the language server', async () => {
  expect((await startProcess('lsp')).code).toBe(2);
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: null, capabilities: {} },
  });
  const answer = await new Promise<string>((resolve) => {
    const child = execFile(process.execPath, [cli, 'lsp', '--stdio'], () => {});
    let answer = '';
    child.stdout?.on('data', (data: string) => {
      answer += data;
      if (!answer.endsWith('}')) return;
      child.kill();
      resolve(answer);
    });
    child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  });
  expect(answer).toContain('"diagnosticProvider"');
});
