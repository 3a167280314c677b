import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import { writeBlob } from '../../journal/blobs.ts';
import { readJournal } from '../../journal/reader.ts';
import type { RunEvent, SavedFile } from '../../protocol/events.ts';
import { savedFiles } from '../../run/restore.ts';
import { restoreFiles } from '../../workspace-copy/restore-files.ts';
import { createForkJournal } from './fork-journal.ts';

const COPY = { from: '/tmp/copy-of-parent', to: '/tmp/copy-of-fork00' };
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The folder of a run and that of its fork, which does not exist. */
function folders() {
  const runs = temporaryFolder();
  const from = join(runs, 'parent');
  mkdirSync(from);
  return { runs, from, folder: join(runs, 'fork') };
}

const resultWith = (files: readonly SavedFile[]): RunEvent => ({
  type: 'tool_result',
  seq: 1,
  time: new Date(0).toISOString(),
  invocation: 'i',
  agent: 'a',
  id: 'c1',
  tool: 'shell',
  result: `in ${COPY.from}`,
  durationMs: 0,
  files,
});

test('restores files that name the copy of the run, with the path of the copy of the fork', () => {
  const { from, folder } = folders();
  const short = `cd ${COPY.from}/workspace\n`;
  const long = `${short}${'# A comment.\n'.repeat(200)}`;
  const files = [
    { path: 'short.sh', content: short, hash: hashOf(short) },
    { path: 'long.sh', content: writeBlob(from, JSON.stringify(long)), hash: hashOf(long) },
    { path: 'redacted.sh', content: `${short}[secret]`, hash: hashOf(`${short}sk-1`) },
  ];
  expect(createForkJournal({ folder, from, events: [resultWith(files)], secrets: [], copy: COPY })).toBeUndefined();
  const { events } = readJournal(join(folder, 'journal.jsonl'));
  const workspace = temporaryFolder();
  expect(restoreFiles(workspace, savedFiles(events, folder))).toEqual(['redacted.sh']);
  expect(readFileSync(join(workspace, 'short.sh'), 'utf8')).toBe(short.replace(COPY.from, COPY.to));
  expect(readFileSync(join(workspace, 'long.sh'), 'utf8')).toBe(long.replace(COPY.from, COPY.to));
});

test('replaces a path of the copy that has backslashes', () => {
  const { from, folder } = folders();
  const copy = { from: 'C:\\Temp\\copy-of-parent', to: 'C:\\Temp\\copy-of-fork00' };
  const event = { ...resultWith([]), result: `in ${copy.from}\\workspace` } as RunEvent;
  expect(createForkJournal({ folder, from, events: [event], secrets: [], copy })).toBeUndefined();
  const { events } = readJournal(join(folder, 'journal.jsonl'));
  expect(events[0]).toMatchObject({ result: `in ${copy.to}\\workspace` });
});

test('removes incomplete forks of processes that have ended, and leaves those of others', () => {
  const { runs, from, folder } = folders();
  // Above the maximum of Linux and macOS.
  mkdirSync(join(runs, '.fork-99999999-1.part'));
  mkdirSync(join(runs, `.fork-${process.ppid}-1.part`));
  expect(createForkJournal({ folder, from, events: [resultWith([])], secrets: [] })).toBeUndefined();
  expect(existsSync(folder)).toBe(true);
  expect(readdirSync(runs).filter((name) => name.endsWith('.part'))).toEqual([`.fork-${process.ppid}-1.part`]);
});
