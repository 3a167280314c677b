import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isNewerThan, readJournalSource, readRestoredSession } from './journal-source.ts';
import { stampOf } from './session-follower.ts';

let folder: string;
let journal: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillwright-journal-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  journal = join(folder, 'journal.jsonl');
});

function write(...events: readonly object[]): void {
  writeFileSync(journal, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

describe('readJournalSource', () => {
  const started = { type: 'run_started', seq: 1, prompt: 'Write a letter' };

  it('returns the file of a session, and its id in a database', async () => {
    write({ ...started, imported: { format: 'codex', file: '/s/a.jsonl' } }, { type: 'raw_record', seq: 2 });
    expect(await readJournalSource(journal)).toEqual({ file: '/s/a.jsonl' });
    write({ ...started, imported: { format: 'opencode', file: '/s/a.db', session: 'ses_1' } });
    expect(await readJournalSource(journal)).toEqual({ file: '/s/a.db', session: 'ses_1' });
  });

  it('returns nothing for a run, and for a damaged or missing journal', async () => {
    write(started);
    expect(await readJournalSource(journal)).toBeUndefined();
    writeFileSync(journal, '{"type":');
    expect(await readJournalSource(journal)).toBeUndefined();
    rmSync(journal);
    expect(await readJournalSource(journal)).toBeUndefined();
  });
});

describe('isNewerThan', () => {
  it('compares the times of the session, or its write-ahead log, and of its journal', async () => {
    const file = join(folder, 'a.db');
    write();
    writeFileSync(file, '');
    utimesSync(journal, 1000, 1000);
    utimesSync(file, 999, 999);
    expect(await isNewerThan({ file }, journal)).toBe(false);
    writeFileSync(`${file}-wal`, '');
    utimesSync(`${file}-wal`, 1001, 1001);
    expect(await isNewerThan({ file }, journal)).toBe(true);
    rmSync(`${file}-wal`);
    utimesSync(file, 1001, 1001);
    expect(await isNewerThan({ file }, journal)).toBe(true);
    rmSync(file);
    expect(await isNewerThan({ file }, journal)).toBe(false);
  });
});

describe('readRestoredSession', () => {
  it('returns a session with its stamp, and nothing if its file may not be read', async () => {
    const file = join(folder, 'a.jsonl');
    write({ type: 'run_started', imported: { format: 'codex', file } });
    writeFileSync(file, 'one');
    utimesSync(journal, 1000, 1000);
    const session = await readRestoredSession(journal, (source) => source.file === file);
    expect(session).toEqual({ source: { file }, stamp: await stampOf(file), isChanged: true });
    expect(await readRestoredSession(journal, () => false)).toBeUndefined();
  });
});
