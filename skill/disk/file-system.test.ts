import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSkill } from '../documents/read.ts';
import { findSkills } from '../files/find.ts';
import { diskFiles } from './file-system.ts';

const fs = diskFiles();
let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'skill-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): string {
  mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, name, 'SKILL.md'), content);
  return `${root}/${name}/SKILL.md`;
}

it('keeps the byte order mark', () => {
  expect(fs.read(write('bom', '\uFEFFtext'))).toEqual({ kind: 'text', text: '\uFEFFtext' });
});

it('returns an error for a file that is not text, and can still read the next one', () => {
  expect(readSkill(fs, write('huge', Buffer.alloc(50_000_000, 'a')))).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('too large'),
  });
  expect(readSkill(fs, write('nul', 'a\0b'))).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('UTF-8'),
  });
  expect(readSkill(fs, write('latin', Buffer.from([0xe4, 0x20])))).toMatchObject({ kind: 'unreadable' });
  expect(readSkill(fs, `${root}/none/SKILL.md`)).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('does not exist'),
  });
  expect(readSkill(fs, root)).toMatchObject({ kind: 'unreadable' });
  expect(readSkill(fs, write('good', '# Good'))).toMatchObject({ kind: 'skill' });
});

it.skipIf(process.platform === 'win32')('does not wait on a named pipe', () => {
  mkdirSync(join(root, 'pipe'));
  execFileSync('mkfifo', [join(root, 'pipe/SKILL.md')]);
  expect(fs.read(`${root}/pipe/SKILL.md`)).toMatchObject({ kind: 'unreadable' });
});

it.skipIf(process.platform === 'win32').each([
  ['a named pipe', (path: string) => execFileSync('mkfifo', [path]), 'unreadable'],
  ['a link to itself', (path: string) => symlinkSync('.skillwright.json', path), 'unreadable'],
  ['a dead link', (path: string) => symlinkSync('nowhere', path), 'missing'],
] as const)('lists settings that are %s, so they can be reported', (name, make, kind) => {
  const folder = join(root, name);
  mkdirSync(folder);
  make(join(folder, '.skillwright.json'));
  expect(fs.list(folder).map((entry) => entry.name)).toEqual(['.skillwright.json']);
  expect(fs.read(`${folder}/.skillwright.json`).kind).toBe(kind);
});

it('follows links once and skips dead links', () => {
  write('loop/a', '# A');
  symlinkSync('..', join(root, 'loop/a/up'));
  symlinkSync('nowhere', join(root, 'loop/a/dead'));
  symlinkSync(join(root, 'good'), join(root, 'loop/linked'));
  expect(findSkills(fs, `${root}/loop`)).toEqual([`${root}/loop/a/SKILL.md`, `${root}/loop/linked/SKILL.md`]);
  expect(fs.list(`${root}/loop/a`).map((entry) => entry.name)).toEqual(['SKILL.md', 'up']);
});

it('reads a SKILL.md that links to a file in its folder, but not to one outside', () => {
  const secret = write('secret', '---\nname: secret\n---\nPrivate');
  mkdirSync(join(root, 'thief'));
  symlinkSync(secret, join(root, 'thief/SKILL.md'));
  expect(readSkill(fs, `${root}/thief/SKILL.md`)).toMatchObject({
    kind: 'unreadable',
    message: expect.stringContaining('link to a file outside'),
  });
  mkdirSync(join(root, 'honest'));
  writeFileSync(join(root, 'honest/text.md'), '# Fine');
  symlinkSync('text.md', join(root, 'honest/SKILL.md'));
  expect(readSkill(fs, `${root}/honest/SKILL.md`).kind).toBe('skill');
});
