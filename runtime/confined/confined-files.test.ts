import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import { ConfinedFiles } from './confined-files.ts';
import { PAUSE, WalkLimits } from './walk-limits.ts';

const isLinux = process.platform === 'linux';

/** A folder with files, and another one next to it that must stay out of reach. */
function makeFolders() {
  const above = realpathSync(temporaryFolder());
  writeFiles(above, {
    'root/a.txt': 'inside a',
    'root/sub/deep/b.txt': 'inside b',
    'root/other/c.txt': 'inside c',
    'secret/a.txt': 'SECRET',
    'secret/sub/deep/b.txt': 'SECRET',
  });
  return { root: join(above, 'root'), secret: join(above, 'secret'), above };
}

/** Returns the paths and kinds of everything below a folder, without those in folders named `except`. */
const walk = (files: ConfinedFiles, folder: string, except?: string): readonly string[] =>
  [...files.walk(folder, (_, name) => name !== except, new WalkLimits(Number.POSITIVE_INFINITY))].flatMap((visited) =>
    visited === PAUSE
      ? []
      : [...visited.entries()].flatMap((entry) =>
          entry === PAUSE ? [] : [`${join(visited.path, entry.name)} ${entry.kind}`],
        ),
  );

const read = (files: ConfinedFiles, path: string): string => {
  const bytes = files.read(path, 1000);
  return Buffer.isBuffer(bytes) ? bytes.toString() : bytes.kind === 'refused' ? bytes.why : bytes.message;
};

describe.each(isLinux ? [true, false] : [false])('by descriptor: %s', (byDescriptor) => {
  const hold = (root: string): ConfinedFiles => {
    const files = ConfinedFiles.hold(root, byDescriptor);
    if (files === undefined) throw new Error('not held');
    return files;
  };

  test('follows links that stay inside, as the system does', () => {
    const { root } = makeFolders();
    symlinkSync('a.txt', join(root, 'same'));
    symlinkSync('../../a.txt', join(root, 'sub/deep/up'));
    symlinkSync(join(root, 'sub'), join(root, 'absolute'));
    symlinkSync('sub/deep', join(root, 'folder'));
    symlinkSync('same', join(root, 'chain'));
    symlinkSync(`${root}/folder/../b`, join(root, 'physical'));
    writeFiles(root, { 'sub/b': 'physically above' });
    const files = hold(root);
    for (const [path, text] of [
      ['a.txt', 'inside a'],
      ['same', 'inside a'],
      ['chain', 'inside a'],
      ['sub/deep/up', 'inside a'],
      ['absolute/deep/b.txt', 'inside b'],
      ['folder/b.txt', 'inside b'],
      ['physical', 'physically above'],
      ['./sub/../a.txt', 'inside a'],
      ['sub//deep/b.txt', 'inside b'],
    ] as const)
      expect(read(files, `${root}/${path}`), path).toBe(text);
    expect(files.locate(join(root, 'folder/b.txt'))).toMatchObject({
      kind: 'found',
      path: join(root, 'sub/deep/b.txt'),
    });
    expect(files.locateEntry(join(root, 'chain'))).toMatchObject({ kind: 'found', path: join(root, 'chain') });
    expect(files.locate(join(root, 'folder/new/x'))).toEqual({
      kind: 'missing',
      path: join(root, 'sub/deep/new/x'),
    });
    expect(files.locate(join(root, 'a.txt/x')).kind).toBe('missing');
    expect(files.list(join(root, 'folder'), 9)).toEqual([
      { name: 'b.txt', kind: 'file' },
      { name: 'up', kind: 'link' },
    ]);
    expect([files.kind(root), files.kind(join(root, 'same')), files.kind(join(root, 'absent'))]).toEqual([
      'folder',
      'file',
      undefined,
    ]);
  });

  test('never leaves the folder', () => {
    const { root, secret } = makeFolders();
    symlinkSync(join(secret, 'a.txt'), join(root, 'file'));
    symlinkSync(secret, join(root, 'folder'));
    symlinkSync('../secret/a.txt', join(root, 'relative'));
    symlinkSync('../../../secret', join(root, 'sub/up'));
    symlinkSync('file', join(root, 'chain'));
    symlinkSync(`/proc/self/root${secret}/a.txt`, join(root, 'proc'));
    symlinkSync('/proc/self/cwd', join(root, 'cwd'));
    symlinkSync('/proc/self/fd/0', join(root, 'fd'));
    symlinkSync(join(secret, 'absent'), join(root, 'dangling'));
    symlinkSync(`${root}/../secret/a.txt`, join(root, 'textual'));
    const files = hold(root);
    for (const path of [
      ...['file', 'folder', 'folder/a.txt', 'relative', 'sub/up/a.txt', 'chain', 'proc', 'cwd', 'fd', 'dangling'],
      ...['textual', '../secret/a.txt', '../secret', '..', `sub/../../secret/a.txt`],
    ]) {
      const at = `${root}/${path}`;
      expect(files.locate(at), path).toEqual({ kind: 'outside' });
      expect(read(files, at), path).toBe('it leads out of the folder');
      expect(files.list(at, 9), path).toBeUndefined();
      expect(walk(files, at), path).toEqual([]);
    }
    for (const path of [secret, '/', '/etc/passwd', `${root}x`, 'a.txt', ''])
      expect(files.locate(path), path).toEqual({ kind: 'outside' });
    expect(files.locate(`${root}/a\0b`).kind).toBe('unknown');
  });

  test('ends at a circle of links', () => {
    const { root } = makeFolders();
    symlinkSync('two', join(root, 'one'));
    symlinkSync('one', join(root, 'two'));
    symlinkSync('.', join(root, 'self'));
    const files = hold(root);
    expect(files.locate(join(root, 'one')).kind).toBe('unknown');
    expect(read(files, join(root, 'self/self/self/a.txt'))).toBe('inside a');
    expect(walk(files, root).length).toBe(9);
  });

  test('limits the work for a path', () => {
    const { root } = makeFolders();
    const deep = join(root, ...Array.from({ length: 150 }, () => 'd'));
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(deep, 'e/f'), { recursive: true });
    writeFileSync(join(deep, 'x'), 'deep');
    symlinkSync(`${'e/f/../../'.repeat(350)}x`, join(deep, 'near'));
    symlinkSync(`${'e/f/../../'.repeat(350)}near`, join(deep, 'far'));
    symlinkSync(`${'e/f/../../'.repeat(350)}far`, join(deep, 'farther'));
    symlinkSync(`${'e/f/../../'.repeat(350)}farther`, join(deep, 'farthest'));
    const files = hold(root);
    const start = process.cpuUsage();
    expect(read(files, join(deep, 'near'))).toBe('deep');
    expect(read(files, join(deep, 'farthest'))).toBe('it cannot be looked up');
    for (const path of [
      `${root}/${'a/'.repeat(500_000)}b`,
      `${root}/${'x'.repeat(1e6)}`,
      `${root}/${'../'.repeat(1e5)}x`,
    ])
      expect(files.locate(path).kind, path.slice(0, 100)).not.toBe('found');
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(scaledLimit(3000));
  });

  test.skipIf(!isLinux)('never blocks at a pipe or device, and reads at most the limit', () => {
    const { root } = makeFolders();
    execFileSync('mkfifo', [join(root, 'pipe')]);
    symlinkSync('pipe', join(root, 'to-pipe'));
    symlinkSync('/dev/zero', join(root, 'zero'));
    writeFileSync(join(root, 'large'), 'x'.repeat(1001));
    const files = hold(root);
    for (const name of ['pipe', 'to-pipe']) expect(read(files, join(root, name))).toBe('it is not a regular file');
    expect(read(files, join(root, 'sub'))).toBe('it is not a regular file');
    expect(read(files, join(root, 'zero'))).toBe('it leads out of the folder');
    expect(read(files, join(root, 'large'))).toMatch(/larger/);
    expect(files.kind(join(root, 'pipe'))).toBe('other');
  });

  test('limits the work for many paths until the event loop has had a turn', async () => {
    const { root } = makeFolders();
    const deep = join(root, ...Array.from({ length: 150 }, () => 'd'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'x'), 'deep');
    symlinkSync(`${'../d/'.repeat(700)}x`, join(deep, 'near'));
    const files = hold(root);
    await new Promise((resolve) => setImmediate(resolve));
    const kinds = Array.from({ length: 60 }, () => files.locate(join(deep, 'near')).kind);
    expect(kinds.indexOf('unknown')).toBe(Math.floor(50_000 / 1401));
    expect(kinds.lastIndexOf('found')).toBe(kinds.indexOf('unknown') - 1);
    // A path without links is not affected.
    expect(files.locate(join(deep, 'x')).kind).toBe('found');
    await new Promise((resolve) => setImmediate(resolve));
    expect(files.locate(join(deep, 'near')).kind).toBe('found');
  });

  test('visits everything below a folder, without following links', () => {
    const { root, secret } = makeFolders();
    symlinkSync(secret, join(root, 'link'));
    symlinkSync('sub', join(root, 'inner'));
    const files = hold(root);
    expect(walk(files, root, 'other').toSorted()).toEqual([
      'a.txt file',
      'inner link',
      'link link',
      'other folder',
      'sub folder',
      'sub/deep folder',
      'sub/deep/b.txt file',
    ]);
    expect(walk(files, join(root, 'a.txt'))).toEqual([]);
  });

  test('stays in the folder that was held when another one takes its place', () => {
    const { root, secret, above } = makeFolders();
    const files = hold(root);
    renameSync(root, join(above, 'moved'));
    symlinkSync(secret, root);
    const text = read(files, join(root, 'a.txt'));
    // Elsewhere it is noticed, and nothing is read.
    expect(text).toBe(byDescriptor ? 'inside a' : 'it cannot be looked up');
    expect(walk(files, root).includes('sub/deep/b.txt file')).toBe(byDescriptor);
    rmSync(root);
    renameSync(secret, root);
    expect(read(files, join(root, 'a.txt'))).toBe(byDescriptor ? 'inside a' : 'it cannot be looked up');
  });

  test('holds some folders of a root, and shows nothing else in it', () => {
    const { root, secret, above } = makeFolders();
    const files = ConfinedFiles.holdSome(root, ['sub', 'other'], byDescriptor);
    if (files === undefined) throw new Error('not held');
    expect(files.list(root, 9)).toEqual([
      { name: 'other', kind: 'folder' },
      { name: 'sub', kind: 'folder' },
    ]);
    expect(files.locate(join(root, 'a.txt')).kind).toBe('missing');
    expect(read(files, join(root, 'sub/../other/c.txt'))).toBe('inside c');
    symlinkSync('../../other/c.txt', join(root, 'sub/deep/across'));
    expect(read(files, join(root, 'sub/deep/across'))).toBe('inside c');
    renameSync(join(root, 'sub'), join(root, 'gone'));
    symlinkSync(join(secret, 'sub'), join(root, 'sub'));
    expect(read(files, join(root, 'sub/deep/b.txt'))).toBe(byDescriptor ? 'inside b' : 'it does not exist');
    expect(walk(files, root)).toContain('other/c.txt file');
    expect(ConfinedFiles.holdSome(root, ['sub', 'other'], byDescriptor), 'a link is not held').toBeUndefined();
    expect(ConfinedFiles.holdSome(root, ['absent'], byDescriptor)).toBeUndefined();
    files.close();
    expect(existsSync(above)).toBe(true);
  });

  test('reads nothing after it was closed, although descriptors are used again', () => {
    const { root, secret } = makeFolders();
    const files = hold(root);
    files.close();
    files.close();
    const others = [1, 2, 3, 4].map(() => hold(secret));
    if (byDescriptor) expect(read(files, join(root, 'a.txt'))).toBe('it cannot be looked up');
    for (const other of others) other.close();
  });

  test('reads nothing outside while a folder is replaced again and again', () => {
    const { root, secret } = makeFolders();
    const files = hold(root);
    const texts = new Set<string>();
    for (let round = 0; round < 200; round++) {
      renameSync(join(root, 'sub'), join(root, 'away'));
      symlinkSync(secret, join(root, 'sub'));
      texts.add(read(files, join(root, 'sub/deep/b.txt')));
      rmSync(join(root, 'sub'));
      renameSync(join(root, 'away'), join(root, 'sub'));
      texts.add(read(files, join(root, 'sub/deep/b.txt')));
    }
    expect([...texts]).toEqual(['it leads out of the folder', 'inside b']);
  });

  test.skipIf(!isLinux)('opens no descriptor for good', () => {
    const { root } = makeFolders();
    mkdirSync(join(root, ...Array.from({ length: 120 }, () => 'd')), { recursive: true });
    const files = hold(root);
    const open = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
        } catch {
          return false;
        }
      }).length;
    const before = open();
    for (let round = 0; round < 50; round++) {
      files.locate(join(root, 'sub/deep/b.txt'));
      files.locate(join(root, 'sub/absent/b.txt'));
      files.locate(`${root}/../x`);
      read(files, join(root, 'sub/deep/b.txt'));
      for (const visited of files.walk(root, () => true, new WalkLimits(1000)))
        if (visited !== PAUSE && visited.path === 'sub/deep') break;
    }
    expect(walk(files, root).length).toBeGreaterThan(100);
    expect(open()).toBe(before);
  });
});
