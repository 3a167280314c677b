import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { ConfinedFiles } from './confined-files.ts';
import { fileWork } from './file-work.ts';
import { PAUSE, WalkLimits } from './walk-limits.ts';

/** Walks through a folder and returns the names of its entries, with `PAUSE` for pauses. */
function walk(folder: string, limits: WalkLimits): readonly string[] {
  const files = ConfinedFiles.hold(folder);
  if (files === undefined) throw new Error('not held');
  const found: string[] = [];
  for (const visited of files.walk(folder, () => true, limits))
    if (visited === PAUSE) found.push(PAUSE);
    else for (const entry of visited.entries()) found.push(entry === PAUSE ? PAUSE : entry.name);
  files.close();
  return found.toSorted();
}

test('a walk stops at the number of entries, also in a folder that is read in part', () => {
  const folder = temporaryFolder();
  // Longer names than `SMALL_FOLDER` holds.
  const names = Array.from({ length: 4000 }, (_, index) => `${'x'.repeat(200)}${String(index).padStart(4, '0')}`);
  for (const name of names) writeFileSync(join(folder, name), '');
  for (const max of [0, 1, 3999]) {
    const limits = new WalkLimits(max);
    const found = walk(folder, limits).filter((name) => name !== PAUSE);
    expect([found.length, limits.isReached]).toEqual([max, true]);
  }
  const limits = new WalkLimits(4000);
  expect(walk(folder, limits).filter((name) => name !== PAUSE)).toEqual(names);
  expect(limits.isReached).toBe(false);
});

test('a walk stops at the length of all paths', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a'), '');
  const limits = new WalkLimits(10);
  limits.countCharacters(32 * 1024 * 1024 - 1);
  expect(walk(folder, limits)).toEqual([]);
  expect(limits.isReached).toBe(true);
});

test('a walk stops at its deadline, also among empty folders that no one enters', () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 10; index++) mkdirSync(join(folder, String(index)));
  const files = ConfinedFiles.hold(folder);
  const limits = new WalkLimits(1000, performance.now() - 1);
  const asked: string[] = [];
  const walked = files?.walk(folder, (path) => asked.push(path) < 0, limits) ?? [];
  expect([...walked].filter((one) => one !== PAUSE)).toHaveLength(1);
  expect([asked, limits.isReached]).toEqual([[], true]);
  files?.close();
});

test('all walks of a turn ask for pauses once they have taken too long together', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a'));
  fileWork.spend(1e6);
  const limits = new WalkLimits(1000);
  // Before each folder, each entry and each step.
  expect(walk(folder, limits).filter((one) => one === PAUSE).length).toBeGreaterThanOrEqual(4);
  await limits.giveTurn();
  expect(fileWork.isSpent).toBe(false);
});
