// cspell:ignore mktree
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Skill } from '../../../skill/index.ts';
import { manifest, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { readCommittedSkill } from './committed-skill.ts';

const { signal } = new AbortController();

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', [
    '-C',
    folder,
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@b.c',
    '-c',
    'commit.gpgsign=false',
    ...args,
  ]);
}

/** Creates a repository with a committed skill, and returns the skill. */
function committed(inner = 'skills/notes'): Skill {
  const top = temporaryFolder();
  const root = inner === '' ? top : join(top, inner);
  writeFiles(root, {
    'SKILL.md': manifest('notes', 'Read the guide.\n'),
    'references/ü b.md': 'Old.\n',
    'bin/run': '#!/bin/sh\n',
    'assets/logo.png': new Uint8Array([0, 255, 10, 0]),
  });
  chmodSync(join(root, 'bin/run'), 0o755);
  git(top, 'init', '-q');
  git(top, 'add', '-A');
  git(top, 'commit', '-qm', 'x');
  const read = readSkills([root]);
  if (read.kind === 'failed' || read.skills[0] === undefined) throw new Error('no skill');
  return read.skills[0];
}

it.each(['skills/notes', ''])('reads the files of the last commit, byte for byte, below %j', async (inner) => {
  const skill = committed(inner);
  writeFileSync(join(skill.root, 'references/ü b.md'), 'New.\n');
  const read = await readCommittedSkill(skill, 'HEAD', signal);
  if (read.kind === 'failed') throw new Error(read.message);
  const { root } = read.skill;
  expect(read.skill.name).toBe('notes');
  expect(readFileSync(join(root, 'references/ü b.md'), 'utf8')).toBe('Old.\n');
  expect([...readFileSync(join(root, 'assets/logo.png'))]).toEqual([0, 255, 10, 0]);
  if (process.platform !== 'win32') expect(statSync(join(root, 'bin/run')).mode & 0o111).not.toBe(0);
  expect(readFileSync(join(skill.root, 'references/ü b.md'), 'utf8')).toBe('New.\n');
  read.remove();
  expect(existsSync(dirname(root))).toBe(false);
});

it('refuses a revision with more submodules than a skill can have files', async () => {
  const skill = committed('');
  const run = (args: readonly string[], input = ''): string =>
    execFileSync('git', ['-C', skill.root, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim();
  const lines = Array.from({ length: 20_001 }, (_, index) => `160000 commit ${'1'.repeat(40)}\t${index}\n`);
  const commit = run(['commit-tree', run(['mktree', '--missing'], lines.join('')), '-m', 'x']);
  expect(await readCommittedSkill(skill, commit, signal)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('too many or too large files'),
  });
});

it.each<[what: string, change: (skill: Skill) => string, message: RegExp]>([
  ['a skill that has not changed', () => 'HEAD', /has not changed since HEAD/],
  ['a revision that does not exist', () => 'no-such', /no-such has no notes/],
  ['an option as the revision', () => '--all', /Name a branch/],
  [
    'a path of the repository that leads elsewhere',
    ({ root }) => {
      const folder = join(root, '../other');
      writeFiles(folder, { 'SKILL.md': manifest('other') });
      return 'HEAD:skills';
    },
    /has no notes/,
  ],
])('refuses %s', async (_, change, message) => {
  const skill = committed();
  expect(await readCommittedSkill(skill, change(skill), signal)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(message),
  });
});

it('refuses a folder that is not in a repository', async () => {
  const root = writeFiles(join(temporaryFolder(), 'notes'), { 'SKILL.md': manifest('notes') });
  const skill = { root, name: 'notes' } as Skill;
  expect(await readCommittedSkill(skill, 'HEAD', signal)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('not in a git repository'),
  });
});

it.skipIf(process.platform === 'win32')('writes nothing through a committed link', async () => {
  const skill = committed();
  const outside = temporaryFolder();
  symlinkSync(outside, join(skill.root, 'out'));
  git(skill.root, 'add', '-A');
  git(skill.root, 'commit', '-qm', 'y');
  writeFileSync(join(skill.root, 'new.md'), 'New.\n');
  const read = await readCommittedSkill(skill, 'HEAD', signal);
  if (read.kind === 'failed') throw new Error(read.message);
  expect(read.skill.manifest.text).toContain('Read the guide.');
  read.remove();
  expect(existsSync(outside)).toBe(true);
});
