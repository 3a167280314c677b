import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { holdRoots } from './confined-file-system.ts';
import { Listings } from './listings.ts';

const isLinux = process.platform === 'linux';

function makeFolders() {
  const above = realpathSync(temporaryFolder());
  writeFiles(above, {
    'root/skill/SKILL.md': 'inside',
    'root/skill/references/a.md': 'inside a',
    'other/skill/SKILL.md': 'second root',
    'secret/SKILL.md': 'SECRET',
    'secret/references/a.md': 'SECRET',
  });
  return { above, root: join(above, 'root'), other: join(above, 'other'), secret: join(above, 'secret') };
}

/** Makes everything below a folder older than what is remembered without doubt. */
function age(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) utimesSync(join(entry.parentPath, entry.name), 1000, 1000);
  utimesSync(folder, 1000, 1000);
}

describe.each(isLinux ? [true, false] : [false])('by descriptor: %s', (byDescriptor) => {
  test('has the files below its roots as the disk has them', () => {
    const { root, other } = makeFolders();
    symlinkSync('references/a.md', join(root, 'skill/link.md'));
    symlinkSync('references', join(root, 'skill/folder'));
    symlinkSync('absent', join(root, 'skill/dead'));
    writeFileSync(join(root, 'skill/binary'), Buffer.from([0, 1, 255]));
    writeFileSync(join(root, 'skill/large.md'), 'x'.repeat(3 * 1024 * 1024));
    const held = holdRoots([root, other], { byDescriptor });
    const { fs } = held;
    expect(fs.read(`${root}/skill/SKILL.md`)).toEqual({ kind: 'text', text: 'inside' });
    expect(fs.read(`${other}/skill/SKILL.md`)).toEqual({ kind: 'text', text: 'second root' });
    expect(fs.read(`${root}/skill/link.md`)).toEqual({ kind: 'text', text: 'inside a' });
    expect(fs.read(`${root}/skill/absent`)).toEqual({ kind: 'missing' });
    expect(fs.read(`${root}/skill/binary`)).toEqual({ kind: 'binary' });
    expect(fs.read(`${root}/skill/large.md`)).toEqual({ kind: 'too-large', size: 3 * 1024 * 1024 });
    expect(fs.read(`${root}/skill`)).toMatchObject({ kind: 'unreadable' });
    expect(fs.list(`${root}/skill`)).toEqual([
      { name: 'SKILL.md', kind: 'file', link: false },
      { name: 'binary', kind: 'file', link: false },
      { name: 'folder', kind: 'folder', link: true },
      { name: 'large.md', kind: 'file', link: false },
      { name: 'link.md', kind: 'file', link: true },
      { name: 'references', kind: 'folder', link: false },
    ]);
    expect(fs.realPath(`${root}/skill/folder/a.md`)).toBe(`${root}/skill/references/a.md`);
    expect([fs.kind(root), fs.kind(`${root}/skill/link.md`), fs.kind(`${root}/x`)]).toEqual([
      'folder',
      'file',
      undefined,
    ]);
    expect(fs.size?.(`${root}/skill/SKILL.md`)).toBe(6);
    held.close();
  });

  test('has nothing else: links out, paths upward, absolute paths, pipes', () => {
    const { root, secret, above } = makeFolders();
    symlinkSync(secret, join(root, 'out'));
    symlinkSync('../../secret/SKILL.md', join(root, 'skill/secret.md'));
    symlinkSync('/etc', join(root, 'etc'));
    if (isLinux) execFileSync('mkfifo', [join(root, 'pipe')]);
    const held = holdRoots([root], { byDescriptor });
    const { fs } = held;
    for (const path of [
      ...[`${root}/out`, `${root}/out/SKILL.md`, `${root}/skill/secret.md`, `${root}/etc/passwd`, `${root}/pipe`],
      ...[secret, `${secret}/SKILL.md`, `${root}/../secret/SKILL.md`, `${root}x`, '/etc/passwd', above, '/', ''],
      ...[`${root}/skill/../../secret/SKILL.md`, `${root}/skill/SKILL.md\0`],
    ]) {
      expect(fs.read(path).kind, path).not.toBe('text');
      expect(fs.kind(path), path).toBeUndefined();
      expect(fs.list(path), path).toEqual([]);
      if (!path.endsWith('/pipe')) expect(fs.realPath(path), path).toBeUndefined();
      expect(held.textOf(path), path).toBeUndefined();
      expect(held.replace(path, 'changed'), path).toEqual(expect.any(String));
    }
    expect(fs.list(root).map(({ name }) => name)).toEqual(['skill']);
    expect(readFileSync(join(secret, 'SKILL.md'), 'utf8')).toBe('SECRET');
    held.close();
  });

  test('replaces regular files only, and neither links nor what has other names elsewhere', () => {
    const { root, secret } = makeFolders();
    const file = join(root, 'skill/SKILL.md');
    chmodSync(file, 0o640);
    linkSync(join(secret, 'references/a.md'), join(root, 'skill/hard.md'));
    symlinkSync('SKILL.md', join(root, 'skill/link.md'));
    const held = holdRoots([root], { byDescriptor });
    expect(held.replace(file, 'new')).toBeUndefined();
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o640]);
    expect([held.textOf(join(root, 'skill/link.md')), held.replace(join(root, 'skill/link.md'), 'x')]).toEqual([
      undefined,
      'it is not a regular file',
    ]);
    // A hard link is replaced here, and the same file elsewhere keeps its text.
    expect(held.replace(join(root, 'skill/hard.md'), 'here')).toBeUndefined();
    expect(readFileSync(join(secret, 'references/a.md'), 'utf8')).toBe('SECRET');
    expect(held.replace(join(root, 'skill/absent.md'), 'x')).toBe('it does not exist');
    expect(readdirSync(join(root, 'skill')).sort()).toEqual(['SKILL.md', 'hard.md', 'link.md', 'references']);
    held.close();
  });

  test('reads and replaces nothing outside while a folder is exchanged for a link again and again', () => {
    const { root, secret } = makeFolders();
    const held = holdRoots([root], { byDescriptor });
    const texts = new Set<string | undefined>();
    for (let round = 0; round < 100; round++) {
      renameSync(join(root, 'skill'), join(root, 'away'));
      symlinkSync(secret, join(root, 'skill'));
      const read = held.fs.read(`${root}/skill/SKILL.md`);
      texts.add(read.kind === 'text' ? read.text : read.kind);
      held.replace(`${root}/skill/SKILL.md`, 'written');
      rmSync(join(root, 'skill'));
      renameSync(join(root, 'away'), join(root, 'skill'));
      held.replace(`${root}/skill/SKILL.md`, 'written');
    }
    expect([...texts]).toEqual(['missing']);
    expect(readFileSync(join(secret, 'SKILL.md'), 'utf8')).toBe('SECRET');
    expect(readFileSync(join(root, 'skill/SKILL.md'), 'utf8')).toBe('written');
    held.close();
  });

  test('has nothing once the root is gone', () => {
    const { root, above } = makeFolders();
    const held = holdRoots([root], { byDescriptor });
    rmSync(root, { recursive: true });
    symlinkSync(join(above, 'secret'), root);
    expect(held.fs.read(`${root}/SKILL.md`).kind).not.toBe('text');
    expect(held.fs.list(root)).toEqual([]);
    held.close();
    expect(holdRoots([join(above, 'absent')], { byDescriptor }).files.size).toBe(0);
  });

  test('lists a folder again when it has changed, or another one has taken its place', () => {
    const { root, secret } = makeFolders();
    const listings = new Listings();
    const names = (): string[] => {
      const held = holdRoots([root], { byDescriptor, listings });
      const found = held.fs.list(`${root}/skill`).map(({ name }) => name);
      held.close();
      return found;
    };
    age(root);
    expect(names()).toEqual(['SKILL.md', 'references']);
    writeFileSync(join(root, 'skill/new.md'), '');
    expect(names()).toEqual(['SKILL.md', 'new.md', 'references']);
    age(root);
    expect([names(), names()]).toEqual(Array(2).fill(['SKILL.md', 'new.md', 'references']));
    renameSync(join(root, 'skill'), join(root, 'away'));
    symlinkSync(secret, join(root, 'skill'));
    expect(names()).toEqual([]);
    rmSync(join(root, 'skill'));
    mkdirSync(join(root, 'skill'));
    age(root);
    expect(names()).toEqual([]);
    expect(existsSync(join(root, 'away/new.md'))).toBe(true);
  });
});
