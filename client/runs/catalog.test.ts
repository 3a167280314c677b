import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { copyFolder, realJournal, recordsOfCopy, removeCopy, removeCopyOfRun } from '../../runtime/disk/client-copy.ts';
import { isLocked } from '../../runtime/disk/lock.ts';
import { Catalog, type ListedRun } from './catalog.ts';
import { MAX_NAME_LENGTH, readMeta, writeMeta } from './meta.ts';
import { moveToTrash, purge, purgeExpired, restore } from './removal.ts';
import { expiredRuns, runsWithExpiredCopy } from './retention.ts';
import { readSavedRuns } from './saved-runs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const base = { invocation: 'i', agent: 'agent', seq: 1 };
const end = (reason: string) => ({ ...base, type: 'run_finished', reason, llmCalls: 3, text: '', usage: {} });

/** Writes a run and gives the path of its journal. */
function write(id: string, time: string, last?: object, more: object = {}): string {
  mkdirSync(join(folder, id), { recursive: true });
  const started = {
    ...base,
    time,
    type: 'run_started',
    run: id,
    model: 'simulated/weak',
    skills: [],
    prompt: id,
    ...more,
  };
  const events = [started, ...(last === undefined ? [] : [last])];
  const journal = join(folder, id, 'journal.jsonl');
  writeFileSync(journal, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return journal;
}

const ids = (runs: readonly ListedRun[]) => runs.map(({ run }) => run.started.run);

describe('the catalog of saved runs', () => {
  it.skipIf(process.platform === 'win32')('ignores a lock that is a pipe or a link', () => {
    const journal = write('one', '2026-01-01T00:00:00Z');
    const other = join(folder, 'other.lock');
    writeFileSync(other, JSON.stringify({ pid: process.pid }));
    symlinkSync(other, `${journal}.lock`);
    expect(isLocked(`${journal}.lock`)).toBe(false);
    rmSync(`${journal}.lock`);
    execFileSync('mkfifo', [`${journal}.lock`]);
    expect(isLocked(`${journal}.lock`)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('does not write a name through an existing link', async () => {
    const run = join(folder, 'one');
    write('one', '2026-01-01T00:00:00Z');
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, join(run, `meta.json.${process.pid}.new`));
    await writeMeta(run, { name: 'A name' });
    expect(readFileSync(outside, 'utf8')).toBe('mine');
  });

  it('does not list, name or read a run that is a link', async () => {
    write('one', '2026-01-01T00:00:00Z', end('final'));
    const runs = join(folder, 'runs');
    mkdirSync(join(runs, 'two'), { recursive: true });
    symlinkSync(join(folder, 'one'), join(runs, 'linked'), 'junction');
    if (process.platform !== 'win32') symlinkSync(join(folder, 'one/journal.jsonl'), join(runs, 'two/journal.jsonl'));
    expect(await new Catalog().list([runs])).toEqual([]);
    expect(readSavedRuns([runs])).toEqual([]);
    expect(await writeMeta(join(runs, 'linked'), { name: 'A name' })).toContain('is a link');
    expect(existsSync(join(folder, 'one/meta.json'))).toBe(false);
  });

  it('lists newest first, with name, pin and state, and picks up changes on disk', async () => {
    const catalog = new Catalog();
    write('old', '2026-01-01T00:00:00Z', end('final'));
    const journal = write('new', '2026-01-02T00:00:00Z');
    expect(ids(await catalog.list([folder, join(folder, 'absent')]))).toEqual(['new', 'old']);
    await writeMeta(join(folder, 'old'), { name: 'The good one', pinned: true });
    write('new', '2026-01-02T00:00:00Z', end('guard'));
    utimesSync(journal, new Date(), new Date(Date.now() + 5000));
    const [newer, older] = await catalog.list([folder]);
    expect(newer?.run.finished?.reason).toBe('guard');
    expect(older?.meta).toEqual({ name: 'The good one', pinned: true });
  });

  it('reads an unchanged journal only once', async () => {
    const catalog = new Catalog();
    write('one', '2026-01-01T00:00:00Z', end('final'));
    const [first] = await catalog.list([folder]);
    const [again] = await catalog.list([folder]);
    expect(again?.run).toBe(first?.run);
  });

  it('distinguishes a run locked by a live process from one whose process is gone', async () => {
    const mine = write('mine', '2026-01-01T00:00:00Z');
    const gone = write('gone', '2026-01-01T00:00:00Z');
    writeFileSync(`${mine}.lock`, JSON.stringify({ pid: process.pid }));
    writeFileSync(`${gone}.lock`, JSON.stringify({ pid: 2 ** 22 - 3 }));
    expect([mine, gone, join(folder, 'absent')].map((journal) => isLocked(`${journal}.lock`))).toEqual([
      true,
      false,
      false,
    ]);
    const locked = new Map((await new Catalog().list([folder])).map((one) => [one.run.started.run, one.locked]));
    expect([locked.get('mine'), locked.get('gone')]).toEqual([true, false]);
  });
});

describe('the metadata of a run', () => {
  it('is read back as written, and keeps fields of a later version', async () => {
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ note: 'kept', name: 'before' }));
    expect(await writeMeta(folder, { pinned: true })).toBeUndefined();
    expect(await readMeta(folder)).toEqual({ pinned: true });
    expect(JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'))).toEqual({ note: 'kept', pinned: true });
    expect(readdirSync(folder)).toEqual(['meta.json']);
  });

  it.each([
    ['nothing', ''],
    ['invalid JSON', '{"name": '],
    ['another shape', '[1]'],
    ['other types', '{"name": 3, "pinned": "yes"}'],
    ['too much text', JSON.stringify({ name: 'x'.repeat(20_000) })],
  ])('is empty if the file contains %s', async (_case, content) => {
    writeFileSync(join(folder, 'meta.json'), content);
    expect(await readMeta(folder)).toEqual({});
  });

  it('has a name of one line, whatever the file contains', async () => {
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ name: `a\n\u202eb${'c'.repeat(500)}` }));
    const { name } = await readMeta(folder);
    expect(name).toMatch(/^a bc+…$/);
    expect(name?.length).toBe(MAX_NAME_LENGTH);
  });

  it('reports a failed write', async () => {
    expect(await writeMeta(join(folder, 'absent'), {})).toMatch(/ENOENT/);
  });
});

describe('deleting a run', () => {
  it('can be undone until it is purged', async () => {
    const journal = write('one', '2026-01-01T00:00:00Z', end('final'));
    const before = readFileSync(journal, 'utf8');
    const removal = await moveToTrash(journal);
    if (removal.kind === 'failed') throw new Error(removal.message);
    expect(await new Catalog().list([folder])).toEqual([]);
    expect(await restore(removal.run)).toBe(true);
    expect(readFileSync(journal, 'utf8')).toBe(before);
    const second = await moveToTrash(journal);
    if (second.kind === 'failed') throw new Error(second.message);
    await purge(second.run);
    expect(readdirSync(folder)).toEqual([]);
    expect(await restore(second.run)).toBe(false);
  });

  it('removes the copy of its workspace when it is purged, and not that of a run of the same name', async () => {
    const journal = write('one', '2026-01-01T00:00:00Z', end('paused'));
    const root = copyFolder('one');
    onTestFinished(async () => void (await removeCopy(root)));
    mkdirSync(root);
    writeFileSync(recordsOfCopy(root).journal, join(folder, 'elsewhere/one/journal.jsonl'));
    await removeCopyOfRun(journal);
    expect(existsSync(root)).toBe(true);
    writeFileSync(recordsOfCopy(root).journal, realJournal(journal));
    const removal = await moveToTrash(journal);
    if (removal.kind === 'failed') throw new Error(removal.message);
    expect(existsSync(root), 'the run can be restored').toBe(true);
    await purge(removal.run);
    expect([existsSync(root), existsSync(recordsOfCopy(root).journal)]).toEqual([false, false]);
  });

  it('leaves the copy of its workspace that a process works on', async () => {
    const journal = write('one', '2026-01-01T00:00:00Z', end('paused'));
    const root = copyFolder('one');
    onTestFinished(async () => void (await removeCopy(root)));
    mkdirSync(root);
    writeFileSync(recordsOfCopy(root).journal, realJournal(journal));
    writeFileSync(recordsOfCopy(root).lock, JSON.stringify({ pid: process.pid }));
    await removeCopyOfRun(journal);
    expect([existsSync(root), existsSync(recordsOfCopy(root).lock)]).toEqual([true, true]);
    writeFileSync(recordsOfCopy(root).lock, JSON.stringify({ pid: 2 ** 30 }));
    await removeCopyOfRun(journal);
    expect([existsSync(root), existsSync(recordsOfCopy(root).lock)]).toEqual([false, false]);
  });

  it('fails while a process has it locked', async () => {
    const journal = write('busy', '2026-01-01T00:00:00Z');
    writeFileSync(`${journal}.lock`, JSON.stringify({ pid: process.pid }));
    expect((await moveToTrash(journal)).kind).toBe('failed');
    expect(readdirSync(folder)).toEqual(['busy']);
  });

  it('purges deleted runs of a closed window after an hour, and nothing else', async () => {
    const removal = await moveToTrash(write('one', '2026-01-01T00:00:00Z', end('final')), 1_000_000);
    expect(removal.kind).toBe('trashed');
    mkdirSync(join(folder, '.deleted-by-hand'));
    await purgeExpired([folder], 1_000_000 + 3_599_000);
    expect(readdirSync(folder)).toHaveLength(2);
    await purgeExpired([folder], 1_000_000 + 3_601_000);
    expect(readdirSync(folder)).toEqual(['.deleted-by-hand']);
  });
});

describe('retention', () => {
  const now = Date.parse('2026-02-01T00:00:00Z');

  async function expiredIds(retention: { days: number; count: number }) {
    return ids(expiredRuns(await new Catalog().list([folder]), retention, now)).sort();
  }

  it('expires runs by age and count, except pinned, active and waiting ones', async () => {
    write('a', '2026-01-31T00:00:00Z', end('final'));
    write('b', '2026-01-20T00:00:00Z', end('guard'));
    write('c', '2026-01-10T00:00:00Z', end('final'));
    write('waits', '2025-01-01T00:00:00Z', end('paused'));
    write('killed', '2025-01-01T00:00:00Z');
    write('pinned', '2025-01-01T00:00:00Z', end('final'));
    await writeMeta(join(folder, 'pinned'), { pinned: true });
    expect(await expiredIds({ days: 0, count: 0 })).toEqual([]);
    expect(await expiredIds({ days: 15, count: 0 })).toEqual(['c']);
    expect(await expiredIds({ days: 0, count: 1 })).toEqual(['b', 'c']);
    expect(await expiredIds({ days: 5, count: 2 })).toEqual(['b', 'c']);
  });

  it('counts the age of a run that was resumed from its last end, not from its first start', async () => {
    write('resumed', '2026-01-01T00:00:00Z', { ...end('final'), time: '2026-01-30T00:00:00Z' });
    write('ended', '2026-01-01T00:00:00Z', { ...end('final'), time: '2026-01-02T00:00:00Z' });
    expect(await expiredIds({ days: 15, count: 0 })).toEqual(['ended']);
    const client = { client: 'claude-code' };
    write('paused', '2026-01-01T00:00:00Z', { ...end('paused'), time: '2026-01-30T00:00:00Z' }, client);
    expect(runsWithExpiredCopy(await new Catalog().list([folder]), { days: 15, count: 0 }, now)).toEqual([]);
  });

  it('expires the copies of runs that wait or were killed by age, except of pinned and active ones', async () => {
    const client = { client: 'claude-code' };
    write('old', '2026-01-01T00:00:00Z', end('paused'), client);
    write('killed', '2026-01-01T00:00:00Z', undefined, client);
    write('young', '2026-01-31T00:00:00Z', end('paused'), client);
    write('adk', '2026-01-01T00:00:00Z', end('paused'));
    const busy = write('busy', '2026-01-01T00:00:00Z', undefined, client);
    writeFileSync(`${busy}.lock`, JSON.stringify({ pid: process.pid }));
    write('pinned', '2026-01-01T00:00:00Z', end('paused'), client);
    await writeMeta(join(folder, 'pinned'), { pinned: true });
    const listed = await new Catalog().list([folder]);
    expect(ids(runsWithExpiredCopy(listed, { days: 15, count: 1 }, now)).sort()).toEqual(['killed', 'old']);
    expect(runsWithExpiredCopy(listed, { days: 0, count: 1 }, now)).toEqual([]);
  });

  it('never expires a journal without a time by age', async () => {
    write('timeless', 'yesterday', end('final'));
    expect(await expiredIds({ days: 1, count: 0 })).toEqual([]);
  });
});
