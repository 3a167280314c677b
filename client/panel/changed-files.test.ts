import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blobName } from '../../runtime/disk/blob-name.ts';
import { readChangedFiles } from './changed-files.ts';

function journalWith(...lines: readonly unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'changed-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const journal = join(folder, 'journal.jsonl');
  writeFileSync(journal, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return journal;
}

const changes = (...list: readonly unknown[]) => ({ type: 'workspace_changes', seq: 2, changes: list });

test('reads the texts of the last changes, from the files next to the journal, too', async () => {
  const long = JSON.stringify('long text');
  const blob = blobName(long);
  const journal = journalWith(
    changes({ path: 'earlier', kind: 'added', after: 'x' }),
    changes(
      { path: 'a', kind: 'changed', before: 'one', after: { blob, size: long.length } },
      { path: 'b', kind: 'deleted', before: 'gone' },
      { path: 'c.png', kind: 'added', omitted: 'binary' },
    ),
  );
  writeFileSync(join(journal, '..', blob), long);
  expect(await readChangedFiles(journal)).toEqual([
    { path: 'a', kind: 'changed', texts: { before: 'one', after: 'long text' } },
    { path: 'b', kind: 'deleted', texts: { before: 'gone', after: '' } },
    { path: 'c.png', kind: 'added' },
  ]);
});

test('tolerates any journal', async () => {
  const odd = [null, 1, {}, { path: 1, kind: 'added' }, { path: 'x', kind: 'moved' }, { path: 'y', kind: 'changed' }];
  expect(await readChangedFiles(journalWith(changes(...odd)))).toEqual([{ path: 'y', kind: 'changed' }]);
  expect(await readChangedFiles(journalWith({ type: 'workspace_changes', changes: 'none' }))).toEqual([]);
  const foreign = { blob: '../../secret.json', size: 3 };
  const stolen = await readChangedFiles(journalWith(changes({ path: 'a', kind: 'added', after: foreign })));
  expect(stolen).toEqual([{ path: 'a', kind: 'added' }]);
  expect(await readChangedFiles('/does/not/exist')).toEqual([]);
});
