import { execFileSync } from 'node:child_process';
import {
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalog, type ListedRun } from './catalog.ts';
import { LONGEST_NAME, readMeta, writeMeta } from './meta.ts';
import { isHeld, putBack, removeForGood, removeLeftBehind, setAside } from './removal.ts';
import { expired } from './retention.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const base = { invocation: 'i', agent: 'agent', seq: 1 };
const end = (reason: string) => ({ ...base, type: 'run_finished', reason, llmCalls: 3, text: '', usage: {} });

/** Writes a run and gives the path of its journal. */
function write(id: string, time: string, last?: object): string {
  mkdirSync(join(folder, id), { recursive: true });
  const started = { ...base, time, type: 'run_started', run: id, model: 'simulated/weak', skills: [], prompt: id };
  const events = [started, ...(last === undefined ? [] : [last])];
  const journal = join(folder, id, 'journal.jsonl');
  writeFileSync(journal, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return journal;
}

const ids = (runs: readonly ListedRun[]) => runs.map(({ run }) => run.started.run);

describe('the catalog of saved runs', () => {
  it.skipIf(process.platform === 'win32')('waits for no lock that is a pipe, and follows none that is a link', () => {
    const journal = write('one', '2026-01-01T00:00:00Z');
    const other = join(folder, 'other.lock');
    writeFileSync(other, JSON.stringify({ pid: process.pid }));
    symlinkSync(other, `${journal}.lock`);
    expect(isHeld(journal)).toBe(false);
    rmSync(`${journal}.lock`);
    execFileSync('mkfifo', [`${journal}.lock`]);
    expect(isHeld(journal)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('writes a name through no link that waits for it', async () => {
    const run = join(folder, 'one');
    write('one', '2026-01-01T00:00:00Z');
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, join(run, `meta.json.${process.pid}.new`));
    await writeMeta(run, { name: 'A name' });
    expect(readFileSync(outside, 'utf8')).toBe('mine');
  });

  it('lists newest first, with name, pin and state, and follows what changes on disk', async () => {
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

  it('reads a journal that did not change only once', async () => {
    const catalog = new Catalog();
    write('one', '2026-01-01T00:00:00Z', end('final'));
    const [first] = await catalog.list([folder]);
    const [again] = await catalog.list([folder]);
    expect(again?.run).toBe(first?.run);
  });

  it('knows a run that a living process works on, and one whose process is gone', async () => {
    const mine = write('mine', '2026-01-01T00:00:00Z');
    const gone = write('gone', '2026-01-01T00:00:00Z');
    writeFileSync(`${mine}.lock`, JSON.stringify({ pid: process.pid }));
    writeFileSync(`${gone}.lock`, JSON.stringify({ pid: 2 ** 22 - 3 }));
    expect([isHeld(mine), isHeld(gone), isHeld(join(folder, 'absent'))]).toEqual([true, false, false]);
    const held = new Map((await new Catalog().list([folder])).map((one) => [one.run.started.run, one.held]));
    expect([held.get('mine'), held.get('gone')]).toEqual([true, false]);
  });
});

describe('what a run is given', () => {
  it('is read as it was written, and fields of a later version stay', async () => {
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ note: 'kept', name: 'before' }));
    expect(await writeMeta(folder, { pinned: true })).toBeUndefined();
    expect(await readMeta(folder)).toEqual({ pinned: true });
    expect(JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'))).toEqual({ note: 'kept', pinned: true });
    expect(readdirSync(folder)).toEqual(['meta.json']);
  });

  it.each([
    ['nothing at all', ''],
    ['no JSON', '{"name": '],
    ['another shape', '[1]'],
    ['other types', '{"name": 3, "pinned": "yes"}'],
    ['too much', JSON.stringify({ name: 'x'.repeat(20_000) })],
  ])('is nothing where the file holds %s', async (_what, content) => {
    writeFileSync(join(folder, 'meta.json'), content);
    expect(await readMeta(folder)).toEqual({});
  });

  it('is one line, whatever stands in the file', async () => {
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ name: `a\n\u202eb${'c'.repeat(500)}` }));
    const { name } = await readMeta(folder);
    expect(name).toMatch(/^a bc+…$/);
    expect(name?.length).toBe(LONGEST_NAME);
  });

  it('a failure is told', async () => {
    expect(await writeMeta(join(folder, 'absent'), {})).toMatch(/ENOENT/);
  });
});

describe('deleting a run', () => {
  it('can be undone until it is settled', async () => {
    const journal = write('one', '2026-01-01T00:00:00Z', end('final'));
    const before = readFileSync(journal, 'utf8');
    const removal = await setAside(journal);
    if (removal.kind === 'failed') throw new Error(removal.message);
    expect(await new Catalog().list([folder])).toEqual([]);
    expect(await putBack(removal.run)).toBe(true);
    expect(readFileSync(journal, 'utf8')).toBe(before);
    const again = await setAside(journal);
    if (again.kind === 'failed') throw new Error(again.message);
    await removeForGood(again.run);
    expect(readdirSync(folder)).toEqual([]);
    expect(await putBack(again.run)).toBe(false);
  });

  it('is refused while a process works on it', async () => {
    const journal = write('busy', '2026-01-01T00:00:00Z');
    writeFileSync(`${journal}.lock`, JSON.stringify({ pid: process.pid }));
    expect((await setAside(journal)).kind).toBe('failed');
    expect(readdirSync(folder)).toEqual(['busy']);
  });

  it('what a closed window left behind goes after an hour, and nothing else', async () => {
    const removal = await setAside(write('one', '2026-01-01T00:00:00Z', end('final')), 1_000_000);
    expect(removal.kind).toBe('aside');
    mkdirSync(join(folder, '.deleted-by-hand'));
    await removeLeftBehind([folder], 1_000_000 + 3_599_000);
    expect(readdirSync(folder)).toHaveLength(2);
    await removeLeftBehind([folder], 1_000_000 + 3_601_000);
    expect(readdirSync(folder)).toEqual(['.deleted-by-hand']);
  });
});

describe('what is kept no longer', () => {
  const now = Date.parse('2026-02-01T00:00:00Z');

  async function gone(retention: { days: number; count: number }) {
    return ids(expired(await new Catalog().list([folder]), retention, now)).sort();
  }

  it('is the old and the many, but nothing that is pinned, goes on or waits', async () => {
    write('a', '2026-01-31T00:00:00Z', end('final'));
    write('b', '2026-01-20T00:00:00Z', end('guard'));
    write('c', '2026-01-10T00:00:00Z', end('final'));
    write('waits', '2025-01-01T00:00:00Z', end('paused'));
    write('killed', '2025-01-01T00:00:00Z');
    write('pinned', '2025-01-01T00:00:00Z', end('final'));
    await writeMeta(join(folder, 'pinned'), { pinned: true });
    expect(await gone({ days: 0, count: 0 })).toEqual([]);
    expect(await gone({ days: 15, count: 0 })).toEqual(['c']);
    expect(await gone({ days: 0, count: 1 })).toEqual(['b', 'c']);
    expect(await gone({ days: 5, count: 2 })).toEqual(['b', 'c']);
  });

  it('a journal without a time has no age', async () => {
    write('timeless', 'yesterday', end('final'));
    expect(await gone({ days: 1, count: 0 })).toEqual([]);
  });
});
