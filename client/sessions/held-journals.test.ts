import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { HeldJournals } from './held-journals.ts';

let journals: string;

beforeEach(() => {
  journals = mkdtempSync(join(tmpdir(), 'skillwright-held-'));
  onTestFinished(() => rmSync(journals, { recursive: true, force: true }));
});

function addJournal(name: string): { readonly folder: string; readonly journal: string } {
  const folder = join(journals, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'journal.jsonl'), '');
  return { folder, journal: join(folder, 'journal.jsonl') };
}

it('keeps a journal until no window shows it', async () => {
  const { folder, journal } = addJournal('s');
  const [one, other] = [new HeldJournals(journals, 1), new HeldJournals(journals, 2)];
  one.update([journal]);
  other.update([journal]);
  one.update([]);
  await one.removeUnlessHeld(folder);
  expect(existsSync(journal)).toBe(true);
  await other.removeUnlessHeld(folder);
  expect(existsSync(journal)).toBe(true);
  other.dispose();
  expect(readdirSync(folder)).toEqual(['journal.jsonl']);
  await one.removeUnlessHeld(folder);
  expect(existsSync(folder)).toBe(false);
});

it('removes a journal that was shown by a window that has exited', async () => {
  const { folder } = addJournal('s');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(folder, `window-${pid}.lock`), JSON.stringify({ pid }));
  await new HeldJournals(journals).removeUnlessHeld(folder);
  expect(existsSync(folder)).toBe(false);
});

it('marks nothing in other folders', () => {
  const run = mkdtempSync(join(tmpdir(), 'skillwright-run-'));
  onTestFinished(() => rmSync(run, { recursive: true }));
  new HeldJournals(journals).update([join(run, 'journal.jsonl')]);
  expect(readdirSync(run)).toEqual([]);
});

it('keeps a journal of this window whose lock could not be written', async () => {
  const { folder, journal } = addJournal('s');
  const held = new HeldJournals(journals, 1);
  mkdirSync(join(folder, 'window-1.lock'));
  held.update([journal]);
  rmSync(join(folder, 'window-1.lock'), { recursive: true });
  await held.removeUnlessHeld(folder);
  expect(existsSync(journal)).toBe(true);
});
