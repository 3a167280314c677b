import { expect, test } from 'vitest';
import { cachingFiles } from './caching-files.ts';
import type { DirectoryEntry, FileSystem } from './files.ts';

const entry = (name: string, kind: 'file' | 'folder' = 'file'): DirectoryEntry => ({ name, kind, link: false });

/** Returns the kinds of paths in a listed folder, and the paths whose kind the disk was asked for. */
function kindsOf(names: readonly string[], entries: readonly DirectoryEntry[]) {
  const asked: string[] = [];
  const disk: FileSystem = {
    read: () => ({ kind: 'missing' }),
    list: () => entries,
    kind(path) {
      asked.push(path.slice('/a/'.length));
      return 'folder';
    },
    realPath: (path) => path,
  };
  const files = cachingFiles(disk);
  files.list('/a');
  return { kinds: names.map((name) => files.kind(`/a/${name}`)), asked };
}

test('the kind of a path in a listed folder is that of its entry', () => {
  const { kinds, asked } = kindsOf(['x.md', 'sub', '.git'], [entry('sub', 'folder'), entry('x.md')]);
  expect(kinds).toEqual(['file', 'folder', undefined]);
  expect(asked).toEqual([]);
});

test('the disk is asked for a name that it may write in another way, and in a folder without entries', () => {
  // In another letter case, composed of other characters, shortened, or listed whatever it is.
  const names = ['X.md', 'é.md', 'FILES~1', '..', '.skillwright.json'];
  expect(kindsOf(names, [entry('.skillwright.json'), entry('x.md')]).asked).toEqual(names);
  expect(kindsOf(['x.md'], []).asked).toEqual(['x.md']);
});
