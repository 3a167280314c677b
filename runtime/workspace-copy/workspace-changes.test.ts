import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { confined, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readBaselineOf } from './baseline.ts';
import { findChanges } from './workspace-changes.ts';

/** A workspace with an installed skill, and its copy. */
async function makeCopy(files: Readonly<Record<string, string>> = { 'a.txt': 'one\n', 'sub/b.txt': 'two\n' }) {
  const root = temporaryFolder();
  writeFiles(join(root, 'original'), files);
  writeFiles(join(root, 'skill'), { 'SKILL.md': '# Skill\n' });
  writeFiles(join(root, 'copy'), { ...files, '.x/skills/greeter/SKILL.md': '# Skill\n' });
  const [copy, original, baseline] = [join(root, 'copy'), join(root, 'original'), join(root, 'baseline.json')];
  const held = confined(copy);
  const copied = [
    ['', original],
    ['.x/skills/greeter', join(root, 'skill')],
  ] as const;
  const { record } = await readBaselineOf(baseline, held, copy, copied);
  record();
  return { root, copy, original, baseline, held, found: () => findChanges(held, copy, baseline, copied, 10_000) };
}

test('an unchanged copy has no changes', async () => {
  const { copy, found } = await makeCopy();
  expect(await found()).toEqual({ changes: [], more: 0 });
  // The mode and the times of a file are not its content.
  chmodSync(join(copy, 'a.txt'), 0o755);
  expect(await found()).toEqual({ changes: [], more: 0 });
});

test('lists added, changed and deleted files with their texts, including those of installed skills', async () => {
  const { copy, found } = await makeCopy();
  writeFiles(copy, { 'sub/new.md': '# New\n', 'node_modules/x/index.js': '', '.git/HEAD': 'ref' });
  appendFileSync(join(copy, 'a.txt'), 'more\n');
  rmSync(join(copy, 'sub/b.txt'));
  writeFileSync(join(copy, '.x/skills/greeter/SKILL.md'), '# Better\n');
  expect((await found())?.changes).toEqual([
    { path: '.x/skills/greeter/SKILL.md', kind: 'changed', before: '# Skill\n', after: '# Better\n' },
    { path: 'a.txt', kind: 'changed', before: 'one\n', after: 'one\nmore\n' },
    { path: 'sub/b.txt', kind: 'deleted', before: 'two\n' },
    { path: 'sub/new.md', kind: 'added', after: '# New\n' },
  ]);
});

test('finds a file of the same size that replaces another', async () => {
  const { copy, found } = await makeCopy();
  writeFileSync(join(copy, 'x'), 'ONE\n');
  renameSync(join(copy, 'x'), join(copy, 'a.txt'));
  expect((await found())?.changes).toEqual([{ path: 'a.txt', kind: 'changed', before: 'one\n', after: 'ONE\n' }]);
});

test('lists binary files, large files and links without their content, and never reads through a link', async () => {
  const { root, copy, found } = await makeCopy();
  writeFiles(root, { 'secret.txt': 'secret' });
  symlinkSync(join(root, 'secret.txt'), join(copy, 'link'));
  mkdirSync(join(root, 'outside'));
  writeFiles(join(root, 'outside'), { 'deep.txt': 'secret' });
  symlinkSync(join(root, 'outside'), join(copy, 'folder'));
  writeFileSync(join(copy, 'image'), Buffer.from([0, 1, 2]));
  writeFileSync(join(copy, 'latin'), Buffer.from([0xe4, 0x0a]));
  writeFileSync(join(copy, 'long.txt'), 'x'.repeat(200_000));
  expect((await found())?.changes).toEqual([
    { path: 'folder', kind: 'added', omitted: 'link' },
    { path: 'image', kind: 'added', omitted: 'binary' },
    { path: 'latin', kind: 'added', omitted: 'binary' },
    { path: 'link', kind: 'added', omitted: 'link' },
    { path: 'long.txt', kind: 'added', omitted: 'large' },
  ]);
});

test('does not compare with an original that has changed in the meantime', async () => {
  const { copy, original, found } = await makeCopy();
  appendFileSync(join(copy, 'a.txt'), 'more\n');
  writeFileSync(join(original, 'a.txt'), 'something else\n');
  expect((await found())?.changes).toEqual([{ path: 'a.txt', kind: 'changed', omitted: 'unknown' }]);
});

test('limits the number of files and the size of all texts', async () => {
  const { copy, found } = await makeCopy({});
  for (let index = 0; index < 600; index++) writeFileSync(join(copy, `f${index}`), 'x'.repeat(10_000));
  const { changes = [], more } = (await found()) ?? {};
  expect([changes.length, more]).toEqual([500, 100]);
  const texts = changes.reduce((sum, { after }) => sum + String(after ?? '').length, 0);
  expect(texts).toBeGreaterThan(1_000_000);
  expect(texts).toBeLessThanOrEqual(1024 * 1024);
});

test('finds nothing without a record of the first state', async () => {
  const { copy, root, held } = await makeCopy();
  expect(await findChanges(held, copy, join(root, 'absent.json'), [], 10_000)).toBeUndefined();
});

test.each<readonly [string, (record: readonly [string, object][]) => unknown]>([
  ['no JSON', () => undefined],
  ['no list', () => ({ 'a.txt': {} })],
  ['an entry that is no pair', (record) => [...record, 7]],
  ['a file without properties', (record) => [...record, ['README.md', null]]],
  ['a size that is no number', (record) => record.map(([path, file]) => [path, { ...file, size: '4' }])],
  ['a path that leads out', (record) => record.map(([path, file]) => [`../${path}`, file])],
  ['an absolute path', (record) => record.map(([path, file]) => [`/${path}`, file])],
  ['a path that is a number', (record) => record.map(([, file]) => [1, file])],
])('does not use a record with %s', async (_, change) => {
  const { baseline, found } = await makeCopy();
  const record = JSON.parse(readFileSync(baseline, 'utf8')) as [string, object][];
  writeFileSync(baseline, JSON.stringify(change(record)) ?? '{');
  expect(await found()).toBeUndefined();
});

test('reads no original that the record names', async () => {
  const { root, copy, baseline, found } = await makeCopy();
  const secret = join(root, 'secret.txt');
  writeFileSync(secret, 'secret');
  writeFileSync(join(copy, 'secret.txt'), 'mine');
  const { size, mtimeMs: originalMtimeMs } = statSync(secret);
  const forged = { size, originalMtimeMs, ctimeMs: 1, ino: 1, folder: root, original: secret };
  writeFileSync(baseline, JSON.stringify([['secret.txt', forged]]));
  const changes = (await found())?.changes;
  expect(changes).toContainEqual({ path: 'secret.txt', kind: 'changed', omitted: 'unknown' });
  expect(JSON.stringify(changes)).not.toContain('"secret"');
});
