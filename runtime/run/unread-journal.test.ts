import { mkdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { newRunId } from '../journal/run-id.ts';
import { JOURNAL_FILE, openJournal } from '../journal/writer.ts';
import { replayRun } from '../replay/replay.ts';
import { lastStart } from './prepare-resume.ts';

const STARTED = `${JSON.stringify({
  seq: 1,
  type: 'run_started',
  time: 't',
  invocation: 'i',
  agent: 'a',
  run: 'r',
  model: 'm',
  prompt: 'Go.',
  skills: [],
})}\n`;
const MB = 1024 * 1024;

/** A run whose journal starts with valid events. */
function runOnDisk() {
  const runs = temporaryFolder();
  const run = newRunId();
  const folder = join(runs, run);
  const journal = join(folder, JOURNAL_FILE);
  mkdirSync(folder);
  writeFileSync(journal, STARTED);
  return { runs, run, folder, journal };
}

describe('a journal that cannot be read', () => {
  test('is reported with its size if it is too large, and left unchanged', async () => {
    const { runs, run, folder, journal } = runOnDisk();
    // A sparse file.
    truncateSync(journal, 600 * MB);
    const message = expect.stringMatching(/^Start a new run: .*too large.*600 MB.*512 MB/);
    expect(lastStart(runs, run)).toEqual(message);
    expect(await replayRun(runs, run)).toEqual({ kind: 'failed', message });
    expect(openJournal({ folder })).toEqual({ kind: 'failed', message });
    expect(statSync(journal).size).toBe(600 * MB);
    // The lock was released.
    truncateSync(journal, STARTED.length);
    const opened = openJournal({ folder });
    expect(opened.kind).toBe('open');
    if (opened.kind === 'open') opened.journal.close();
  });

  test.skipIf(process.platform === 'win32')('is reported with the reason', async () => {
    const { runs, run, journal } = runOnDisk();
    rmSync(journal);
    // Not even root can read a link to itself.
    symlinkSync(JOURNAL_FILE, journal);
    const message = expect.stringMatching(/journal of run .* cannot be read: .* is a link/);
    expect(lastStart(runs, run)).toEqual(message);
    expect(await replayRun(runs, run)).toEqual({ kind: 'failed', message });
  });

  test('is reported as missing only if it does not exist', async () => {
    const runs = temporaryFolder();
    const run = newRunId();
    expect(lastStart(runs, run)).toBe(`There is no run ${run} in ${runs}`);
    const other = newRunId();
    mkdirSync(join(runs, other));
    writeFileSync(join(runs, other, JOURNAL_FILE), '');
    expect(lastStart(runs, run)).toBe(`There is no run ${run} in ${runs}; the newest is ${other}`);
    mkdirSync(join(runs, run, JOURNAL_FILE), { recursive: true });
    expect(lastStart(runs, run)).toMatch(/is not a file/);
    expect(await replayRun(runs, run)).toMatchObject({ message: expect.stringMatching(/is not a file/) });
  });
});
