import { expect, it } from 'vitest';
import type { FileSystem } from './files.ts';
import { type MemoryFile, memoryFiles } from './memory.ts';
import { repositoryTree } from './repository-tree.ts';

const treeOf = (...files: readonly string[]) =>
  repositoryTree(memoryFiles(Object.fromEntries(files.map((file) => [file, '']))), '/repo');

it('finds the files and folders whose path ends in a path, at any depth', () => {
  const tree = treeOf('/repo/a/guides/tax.md', '/repo/b/guides/tax.md', '/repo/b/other-guides/tax.md', '/repo/tax.md');
  expect(tree.endingIn('guides/tax.md')).toEqual(['/repo/a/guides/tax.md', '/repo/b/guides/tax.md']);
  expect(tree.endingIn('../../guides/tax.md')).toEqual(['/repo/a/guides/tax.md', '/repo/b/guides/tax.md']);
  expect(tree.endingIn('./guides/')).toEqual(['/repo/a/guides', '/repo/b/guides']);
  expect(tree.endingIn('tax.md')).toHaveLength(4);
  expect(tree.endingIn('guides/pay.md')).toEqual([]);
  expect(tree.endingIn('..')).toEqual([]);
  expect(tree.endingIn('')).toEqual([]);
});

it('leaves out installed packages, the data of git and what links lead to', () => {
  const files: Record<string, MemoryFile> = {
    '/repo/node_modules/p/guides/tax.md': '',
    '/repo/.git/guides/tax.md': '',
    '/outside/guides/tax.md': '',
    '/repo/linked': { link: '/outside' },
    '/repo/a.md': '',
  };
  const tree = repositoryTree(memoryFiles(files), '/repo');
  expect(tree.endingIn('guides/tax.md')).toEqual([]);
  expect(tree.endingIn('a.md')).toEqual(['/repo/a.md']);
  tree.changed('/repo/node_modules/p/guides/tax.md');
  tree.changed('/repo/linked');
  expect(tree.endingIn('guides/tax.md')).toEqual([]);
});

it('names at most twenty', () => {
  const tree = treeOf(...Array.from({ length: 30 }, (_, index) => `/repo/${index}/guides/tax.md`));
  expect(tree.endingIn('guides/tax.md')).toHaveLength(20);
});

it('does not know what it does not have if the repository is too large', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `f${index}.md`);
  const endless: FileSystem = {
    ...memoryFiles({}),
    list: (folder) => [
      ...names.map((name) => ({ name, kind: 'file' as const, link: false })),
      ...(folder.split('/').length < 4
        ? names.map((name) => ({ name: `d${name}`, kind: 'folder' as const, link: false }))
        : []),
    ],
  };
  const tree = repositoryTree(endless, '/repo');
  expect(tree.endingIn('guides/none.md')).toBeUndefined();
  expect(tree.endingIn('f1.md')?.length).toBe(20);
});

it('follows changes with the same answers as a new index, and reads nothing before the first query', () => {
  const files = new Map<string, string>([
    ['/repo/a/b/c.md', ''],
    ['/repo/a/c.md', ''],
  ]);
  let listed = 0;
  const fs = (): FileSystem => memoryFiles(Object.fromEntries(files));
  const changing: FileSystem = {
    ...fs(),
    list: (folder) => {
      listed++;
      return fs().list(folder);
    },
    kind: (path) => fs().kind(path),
    realPath: (path) => fs().realPath(path),
  };
  const tree = repositoryTree(changing, '/repo');
  tree.changed('/repo/a/c.md');
  expect(listed).toBe(0);
  const paths = ['c.md', 'b/c.md', 'a/b/c.md', 'x/y/c.md', 'x/', 'b', 'a', 'z.md', 'y/z.md'];
  const steps: readonly (readonly [add: boolean, file: string, event?: string])[] = [
    [true, '/repo/a/z.md'],
    [true, '/repo/x/y/c.md'],
    [true, '/repo/x/y/z.md', '/repo/x'],
    [false, '/repo/a/b/c.md'],
    [false, '/repo/x/y/c.md'],
    [true, '/repo/a/b/c.md', '/repo/a/b'],
    [false, '/repo/x/y/z.md', '/repo/x'],
    [true, '/repo/x', '/repo/x'],
  ];
  for (const [add, file, event = file] of steps) {
    if (add) files.set(file, '');
    else files.delete(file);
    tree.changed(event);
    const fresh = repositoryTree(fs(), '/repo');
    expect(paths.map((path) => tree.endingIn(path))).toEqual(paths.map((path) => fresh.endingIn(path)));
  }
});
