import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { acquireLock } from '../../runtime/disk/lock.ts';
import { HeldJournals } from './held-journals.ts';
import { removeOldJournals } from './retention.ts';

/** Creates the journals `s00` to `s22`, opened in this order. */
function createJournals(): string {
  const journals = mkdtempSync(join(tmpdir(), 'skillwright-retention-'));
  onTestFinished(() => rmSync(journals, { recursive: true, force: true }));
  for (let index = 0; index < 23; index++) {
    const folder = join(journals, `s${String(index).padStart(2, '0')}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'journal.jsonl'), '');
    setTime(folder, index);
  }
  return journals;
}

const setTime = (folder: string, index: number): void => utimesSync(folder, 1000 + index, 1000 + index);
const latest = Array.from({ length: 20 }, (_, index) => `s${String(index + 3).padStart(2, '0')}`);

it('keeps the journals of the 20 sessions that were opened last', async () => {
  const journals = createJournals();
  await removeOldJournals(journals, new HeldJournals(journals));
  expect(readdirSync(journals).sort()).toEqual(latest);
});

it('keeps an older journal while a window shows it', async () => {
  const journals = createJournals();
  const [shown, closed] = [join(journals, 's00'), join(journals, 's01')];
  const window = new HeldJournals(journals, 1);
  window.update([join(shown, 'journal.jsonl'), join(closed, 'journal.jsonl')]);
  window.update([join(shown, 'journal.jsonl')]);
  setTime(shown, 0);
  setTime(closed, 1);
  await removeOldJournals(journals, new HeldJournals(journals, 2));
  expect(readdirSync(journals).sort()).toEqual(['s00', ...latest]);
});

it('removes a journal that is not complete, unless a window shows it or a process writes it', async () => {
  const journals = createJournals();
  for (const name of ['s20', 's21', 's22']) writeFileSync(join(journals, name, 'unfinished.json'), '');
  const window = new HeldJournals(journals, 1);
  window.update([join(journals, 's21', 'journal.jsonl')]);
  expect(acquireLock(join(journals, 's22', 'unfinished.lock')).kind).toBe('locked');
  await removeOldJournals(journals, new HeldJournals(journals, 2));
  expect(readdirSync(journals).sort()).toEqual(latest.filter((name) => name !== 's20'));
});

it('does nothing without the folder', () => {
  const journals = join(tmpdir(), 'skillwright-absent');
  return removeOldJournals(journals, new HeldJournals(journals));
});
