import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOldJournals } from './retention.ts';

it('keeps the journals of the 20 sessions that were opened last', async () => {
  const journals = mkdtempSync(join(tmpdir(), 'skillwright-retention-'));
  for (let index = 0; index < 23; index++) {
    const folder = join(journals, `s${String(index).padStart(2, '0')}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'journal.jsonl'), '');
    utimesSync(folder, 1000 + index, 1000 + index);
  }
  await removeOldJournals(journals);
  expect(readdirSync(journals).sort()).toEqual(
    Array.from({ length: 20 }, (_, index) => `s${String(index + 3).padStart(2, '0')}`),
  );
});

it('does nothing without the folder', () => removeOldJournals(join(tmpdir(), 'skillwright-absent')));
