import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { WatchedFolders } from './watched-folders.ts';

/** Returns the changes that are found after `change`. */
async function changesAfter(change: (folder: string) => void): Promise<string | undefined> {
  const folder = writeFiles(temporaryFolder(), {
    'a.md': 'A',
    'src/deep/b.ts': 'B',
    '.git/HEAD': 'ref: refs/heads/main',
    '.git/index': 'x',
    '.git/refs/heads/main': 'abc',
    '.git/refs/remotes/origin/main': 'abc',
    '.skillwright/runs/x.jsonl': '{}',
    'out/plan.json': '{}',
  });
  utimesSync(join(folder, 'a.md'), 1, 1);
  const watched = new WatchedFolders({
    folders: [folder],
    ownFiles: [join(folder, 'out'), join(folder, 'ledger.jsonl')],
  });
  await watched.start();
  change(folder);
  return (await watched.changes())?.replaceAll(`${folder}/`, '');
}

test.each<[string, (folder: string) => void, string]>([
  ['a new file', (at) => writeFileSync(join(at, 'new.md'), ''), 'new.md (added)'],
  ['a new hidden file', (at) => writeFileSync(join(at, '.client.json'), ''), '.client.json (added)'],
  ['a new folder', (at) => mkdirSync(join(at, 'made')), 'made (added)'],
  ['another text', (at) => writeFileSync(join(at, 'a.md'), 'AA'), 'a.md (changed)'],
  ['a text of the same length', (at) => writeFileSync(join(at, 'a.md'), 'X'), 'a.md (changed)'],
  ['another time', (at) => utimesSync(join(at, 'a.md'), 2, 2), 'a.md (changed)'],
  ['other permissions', (at) => chmodSync(join(at, 'a.md'), 0o755), 'a.md (changed)'],
  ['a deleted file', (at) => rmSync(join(at, 'src/deep/b.ts')), 'src/deep/b.ts (deleted)'],
  ['a moved file', (at) => renameSync(join(at, 'a.md'), join(at, 'c.md')), 'c.md (added), a.md (deleted)'],
  ['a link', (at) => symlinkSync('a.md', join(at, 'link')), 'link (added)'],
  [
    'a link instead of a file',
    (at) => {
      rmSync(join(at, 'a.md'));
      symlinkSync('b', join(at, 'a.md'));
    },
    'a.md (changed)',
  ],
  ['a deep file', (at) => writeFileSync(join(at, 'src/deep/c.ts'), ''), 'src/deep/c.ts (added)'],
  ['a commit', (at) => writeFileSync(join(at, '.git/refs/heads/main'), 'abcd'), '.git/refs/heads/main (changed)'],
  [
    'a hook of git',
    (at) => writeFiles(at, { '.git/hooks/pre-commit': '' }),
    '.git/hooks (added), .git/hooks/pre-commit (added)',
  ],
])('finds %s', async (_, change, expected) => {
  expect(await changesAfter(change)).toBe(expected);
});

test.each<[string, (folder: string) => void]>([
  ['nothing', () => undefined],
  ['what the eval writes', (at) => writeFiles(at, { 'out/x/y.json': '', '.skillwright/runs/y.jsonl': '' })],
  ['its ledger and the lock', (at) => writeFiles(at, { 'ledger.jsonl': '', 'ledger.jsonl.lock': '' })],
  [
    'what editors write',
    (at) => writeFiles(at, { '.git/index': 'y', '.git/FETCH_HEAD': '', '.git/refs/remotes/origin/x': '' }),
  ],
  [
    'a file that comes and goes',
    (at) => {
      writeFileSync(join(at, 'x'), '');
      rmSync(join(at, 'x'));
    },
  ],
])('does not report %s', async (_, change) => {
  expect(await changesAfter(change)).toBeUndefined();
});

test('names a few of many changes, and takes no note of missing folders', async () => {
  const found = await changesAfter((at) => {
    for (let n = 0; n < 9; n++) writeFileSync(join(at, `n${n}`), '');
  });
  expect(found).toBe('n0 (added), n1 (added), n2 (added), n3 (added), n4 (added) and 4 more files');
  const missing = new WatchedFolders({ folders: ['/no/such/folder'], ownFiles: [] });
  await missing.start();
  expect(await missing.changes()).toBeUndefined();
});
