/** Links that a workspace has in place of the folders of runs and evals: nothing is written or read through them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifest, writeFiles } from '../equipment/runtime/folders.ts';
import { createTemporaryFolder, runCli } from './run-support.ts';

const CASES = JSON.stringify({
  skill_name: 'one',
  evals: [{ id: 'x', prompt: 'Do it.', assertions: [{ check: 'loaded' }] }],
});
const MODEL = ['--model', 'simulated/heeding'];

/** Creates a workspace with a skill, and with a link at a path to a folder outside, which has the given files. */
function createWorkspace(link?: string, files: Readonly<Record<string, string>> = {}) {
  const cwd = writeFiles(createTemporaryFolder(), { 'one/SKILL.md': manifest('one'), 'one/evals/evals.json': CASES });
  const outside = writeFiles(createTemporaryFolder(), { 'mine.txt': 'mine', ...files });
  if (link !== undefined) linkTo(outside, join(cwd, link));
  const cli = (...args: readonly string[]) => runCli(args, { cwd });
  return { cwd, outside, cli };
}

function linkTo(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

const evaluate = ['eval', 'one', '--trials', '1', ...MODEL];
const start = ['run', 'Do it.', '--skills', 'one', ...MODEL, '--json'];

describe('through a link in the default folder nothing is written', () => {
  test.each(['', '/evals', '/evals/runs', '/evals/trials', '/evals/votes'])(
    'by an eval: .skillwright%s',
    async (at) => {
      const link = `.skillwright${at}`;
      const { cwd, outside, cli } = createWorkspace(link);
      const { code, stderr } = await cli(...evaluate);
      expect(stderr).toContain(`${join(cwd, link)} is a link`);
      expect(code).toBe(2);
      expect(readdirSync(outside)).toEqual(['mine.txt']);
    },
  );

  test('by an eval that has results there', async () => {
    const names = ['results.json', 'plan.json', 'benchmark.json', 'junit.xml', 'costs.jsonl', '.gitignore', 'lock'];
    const files = Object.fromEntries(names.map((name) => [name, 'mine']));
    const { outside, cli } = createWorkspace('.skillwright/evals', files);
    expect((await cli(...evaluate)).code).toBe(2);
    for (const name of names) expect(readFileSync(join(outside, name), 'utf8')).toBe('mine');
  });

  test('by an eval, in the place of a file', async () => {
    const { cwd, outside, cli } = createWorkspace();
    const names = ['results.json', 'plan.json', 'benchmark.json', 'junit.xml', 'viewer-files.json', 'judged.jsonl'];
    for (const name of names) linkTo(join(outside, 'mine.txt'), join(cwd, '.skillwright/evals', name));
    linkTo(join(outside, 'absent.txt'), join(cwd, '.skillwright/evals/runs/.gitignore'));
    expect((await cli(...evaluate)).code).toBe(0);
    expect(readFileSync(join(outside, 'mine.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(outside)).toEqual(['mine.txt']);
    expect(JSON.parse(readFileSync(join(cwd, '.skillwright/evals/results.json'), 'utf8'))).toHaveProperty('version');
  });

  test('by an eval, in the place of the files for a viewer', async () => {
    const { cwd, outside, cli } = createWorkspace('.skillwright/evals/eval-1');
    linkTo(outside, join(cwd, '.skillwright/evals/eval-0'));
    const { stderr } = await cli(...evaluate);
    expect(stderr).toContain('is a link');
    expect(readdirSync(outside)).toEqual(['mine.txt']);
  });

  test.each(['', '/runs'])('by a run: .skillwright%s', async (at) => {
    const { cwd, outside, cli } = createWorkspace(`.skillwright${at}`);
    const { code, stderr } = await cli(...start);
    expect(stderr).toContain(`${join(cwd, `.skillwright${at}`)} is a link`);
    expect(code).toBe(2);
    expect(readdirSync(outside)).toEqual(['mine.txt']);
    const listed = await cli('runs');
    expect([listed.code, listed.stderr]).toEqual([2, expect.stringContaining('is a link')]);
  });

  test('by `eval add`', async () => {
    const { cwd, outside, cli } = createWorkspace();
    const run = (await cli(...start)).ofType('run_started')[0]?.run ?? '';
    linkTo(join(outside, 'mine.txt'), join(cwd, 'one/evals/evals.json.new'));
    expect((await cli('eval', 'add', run, '--skill', 'one')).code).toBe(0);
    expect(readFileSync(join(outside, 'mine.txt'), 'utf8')).toBe('mine');
    renameSync(join(cwd, 'one/evals'), join(outside, 'evals'));
    linkTo(join(outside, 'evals'), join(cwd, 'one/evals'));
    const before = readFileSync(join(outside, 'evals/evals.json'), 'utf8');
    const added = await cli('eval', 'add', run, '--skill', 'one');
    expect([added.code, added.stderr]).toEqual([2, expect.stringContaining('is a link')]);
    expect(readFileSync(join(outside, 'evals/evals.json'), 'utf8')).toBe(before);
  });
});

describe('a run that is a link', () => {
  test.each(['folder', 'journal'])('is not listed, read, continued, forked or replayed: its %s', async (which) => {
    const other = createWorkspace();
    const run = (await other.cli(...start)).ofType('run_started')[0]?.run ?? '';
    const folder = join(other.cwd, '.skillwright/runs', run);
    const { cwd, cli } = createWorkspace();
    const target = join(cwd, '.skillwright/runs', run);
    if (which === 'folder') linkTo(folder, target);
    else linkTo(join(folder, 'journal.jsonl'), join(target, 'journal.jsonl'));
    const journal = join(folder, 'journal.jsonl');
    const before = readFileSync(journal, 'utf8');
    expect((await cli('runs', '--json')).stdout).toBe('');
    for (const args of [
      ['show', run],
      ['export', run, '--format', 'html'],
      ['resume', run],
      ['run', 'More.', '--continue', run, '--skills', 'one', ...MODEL],
      ['fork', run, '--at', '3'],
      ['replay', run],
    ]) {
      const { code, stdout } = await cli(...args);
      expect([args[0], code, stdout]).toEqual([args[0], 2, '']);
    }
    expect(readFileSync(journal, 'utf8')).toBe(before);
    expect(readdirSync(join(cwd, '.skillwright/runs'))).toEqual([run]);
    // The user may name it.
    expect((await cli('show', target, '--json')).code).toBe(0);
  });
});

describe('a folder that the user named', () => {
  test('may be a link, or be below one', async () => {
    const { outside, cli } = createWorkspace('linked');
    expect((await cli(...evaluate, '--out', 'linked')).code).toBe(0);
    expect(existsSync(join(outside, 'results.json'))).toBe(true);
    const { code, ofType } = await cli(...start, '--runs', 'linked/below/runs');
    expect(code).toBe(0);
    const run = ofType('run_started')[0]?.run ?? '';
    expect((await cli('show', run, '--runs', 'linked/below/runs')).code).toBe(0);
  });

  test('has no links that are followed', async () => {
    const { outside, cli, cwd } = createWorkspace('out/runs');
    const { code, stderr } = await cli(...evaluate, '--out', 'out');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${join(cwd, 'out/runs')} is a link`)]);
    expect(readdirSync(outside)).toEqual(['mine.txt']);
  });
});
