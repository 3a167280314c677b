import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import type { TaskCase } from '../cases/eval-case.ts';
import { hashFiles, MAX_CASE_BYTES, resolveCaseFiles } from './case-files.ts';

/** Creates a folder with a skill and other files, and resolves the files of a case of that skill. */
function resolveIn(
  files: Readonly<Record<string, string>>,
  paths: readonly string[],
  {
    evalFile = 'demo/evals/evals.json',
    link,
  }: { readonly evalFile?: string; readonly link?: readonly [string, string] } = {},
) {
  const folder = writeFiles(temporaryFolder(), { 'demo/SKILL.md': '', 'demo/evals/evals.json': '', ...files });
  if (link !== undefined) {
    mkdirSync(join(folder, link[0], '..'), { recursive: true });
    symlinkSync(join(folder, link[1]), join(folder, link[0]));
  }
  const one: TaskCase = {
    kind: 'task',
    id: '1',
    prompt: 'Do it.',
    file: `${folder}/${evalFile}`,
    position: { line: 2, column: 3 },
    files: paths.map((path) => ({ path })),
    checks: [],
  };
  const resolved = resolveCaseFiles(one, `${folder}/demo`);
  return { paths: resolved.files.map(({ path }) => path), problems: resolved.problems.map(({ message }) => message) };
}

it.each<[base: string, file: string, path: string, evalFile?: string]>([
  ['the skill', 'demo/evals/files/a.csv', 'evals/files/a.csv'],
  ['the eval file', 'demo/evals/files/a.csv', 'files/a.csv'],
  ['the fixtures of a suite', 'demo/fixtures/a.csv', 'a.csv', 'demo/tasks/sum.yaml'],
  ['a folder of cases outside the skill', 'cases/files/a.csv', 'files/a.csv', 'cases/evals.json'],
])('finds files relative to %s', (_, file, path, evalFile) => {
  expect(resolveIn({ [file]: '1' }, [path], evalFile === undefined ? {} : { evalFile })).toEqual({
    paths: [path],
    problems: [],
  });
});

it('includes all files of a folder', () => {
  const files = { 'demo/evals/files/a.csv': '1', 'demo/evals/files/b/c.csv': '2' };
  expect(resolveIn(files, ['evals/files']).paths.sort()).toEqual(['evals/files/a.csv', 'evals/files/b/c.csv']);
});

it('leaves out files of the skill itself, which the baseline must not have', () => {
  const files = { 'demo/scripts/make.py': '', 'demo/references/guide.md': '' };
  expect(resolveIn(files, ['SKILL.md', 'scripts/make.py', 'references'])).toEqual({ paths: [], problems: [] });
});

// An eval file may come from a repository that the user does not trust, and its files are sent to a model.
it.each<[what: string, path: string]>([
  ['next to the skill', 'secret.txt'],
  ['above the skill', '../secret.txt'],
  ['hidden next to the eval file', '.env'],
  ['in a hidden folder', '.ssh/key'],
  ['by an absolute path', '/etc/hostname'],
  ['by a Windows path', 'C:/secret.txt'],
])('refuses a file %s', (_, path) => {
  const files = { 'secret.txt': 'x', 'demo/evals/.env': 'x', 'demo/evals/.ssh/key': 'x' };
  const { paths, problems } = resolveIn(files, [path]);
  expect(paths).toEqual([]);
  expect(problems).toHaveLength(1);
});

it('refuses a path with a NUL character, also of a file with content', () => {
  const one: TaskCase = {
    kind: 'task',
    id: '1',
    prompt: 'Do it.',
    file: '/demo/evals/evals.json',
    position: { line: 2, column: 3 },
    files: [{ path: 'a\0b.txt', content: '1' }],
    checks: [],
  };
  const { files, problems } = resolveCaseFiles(one, '/demo');
  expect(files).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('Remove the NUL character')]);
});

it('refuses a link to outside, and hidden files in a folder', () => {
  const linked = resolveIn({ 'secret.txt': 'x' }, ['evals/files/a.txt'], {
    link: ['demo/evals/files/a.txt', 'secret.txt'],
  });
  expect(linked).toEqual({ paths: [], problems: [expect.stringContaining('link')] });
  const linkedSecret = resolveIn({ 'demo/.env': 'x' }, ['evals/files/a.txt'], {
    link: ['demo/evals/files/a.txt', 'demo/.env'],
  });
  expect(linkedSecret).toEqual({ paths: [], problems: [expect.stringContaining('link')] });
  // The folder contains a link to itself, which would never end.
  const loop = resolveIn({ 'demo/evals/files/a.txt': '' }, ['evals/files'], {
    link: ['demo/evals/files/loop', 'demo/evals'],
  });
  expect(loop).toEqual({ paths: ['evals/files/a.txt'], problems: [] });
  const hidden = resolveIn({ 'demo/evals/files/a.txt': '', 'demo/evals/files/.env': 'x' }, ['evals/files']);
  expect(hidden.paths).toEqual(['evals/files/a.txt']);
});

// The baseline must not have them, and a link gives them another path.
it.each<[what: string, link: string, target: string, path: string, evalFile?: string]>([
  ['a file', 'demo/evals/files/a.md', 'demo/references/guide.md', 'evals/files/a.md'],
  ['its folder, as the folder of the case', 'demo/evals/files', 'demo/references', 'evals/files'],
  ['its instructions', 'demo/evals/files/a.md', 'demo/SKILL.md', 'files/a.md'],
  ['a file, from cases outside of it', 'cases/files/a.md', 'demo/references/guide.md', 'files', 'cases/evals.json'],
])('refuses a link to the skill itself: %s', (_, link, target, path, evalFile) => {
  const more = evalFile === undefined ? {} : { evalFile };
  const resolved = resolveIn({ 'demo/references/guide.md': '' }, [path], { ...more, link: [link, target] });
  expect(resolved).toEqual({ paths: [], problems: [expect.stringContaining('belongs to the skill')] });
});

it('refuses files that are too large together, before they are read', () => {
  const folder = writeFiles(temporaryFolder(), { 'demo/SKILL.md': '', 'demo/evals/a': '', 'demo/evals/b': '' });
  const size = MAX_CASE_BYTES / 2 + 1;
  for (const name of ['a', 'b']) truncateSync(join(folder, 'demo/evals', name), size);
  const one: TaskCase = {
    kind: 'task',
    id: '1',
    prompt: 'Do it.',
    file: `${folder}/demo/evals/evals.json`,
    files: [{ path: 'evals/a' }, { path: 'evals/b' }],
    checks: [],
    position: { line: 2, column: 3 },
  };
  const { files, problems } = resolveCaseFiles(one, `${folder}/demo`);
  expect(files).toHaveLength(1);
  expect(problems).toEqual([
    { file: one.file, line: 2, column: 3, message: expect.stringMatching(/64 MB, and evals\/b exceeds that/) },
  ]);
});

it('has another hash if a file becomes executable', () => {
  const file = { path: 'a', bytes: Buffer.from('1'), isExecutable: false };
  expect(hashFiles([{ ...file, isExecutable: true }])).not.toBe(hashFiles([file]));
});
