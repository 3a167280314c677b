import { describe, expect, it } from 'vitest';
import type { SessionRow } from '../../runtime/protocol/session-rows.ts';
import type { LibraryRun } from '../runs/library.ts';
import { RunTable } from '../timeline/runs-table/table.ts';
import { RowStore } from './row-store.ts';

const CAUSE = { file: '/brewer/SKILL.md', line: 3, start: 0, end: 9, text: 'the guide' };

function runOf(
  id: string,
  more: { readonly activity?: LibraryRun['activity']; readonly reason?: string } = {},
): LibraryRun {
  const { activity, reason } = more;
  const started = {
    time: '2026-01-05T10:00:00Z',
    prompt: `Prompt ${id}\nmore`,
    model: 'simulated/weak',
    simulated: true,
    skills: [{ name: 'brewer', root: '/brewer' }],
  };
  const finished = { time: '2026-01-05T10:01:00Z', reason, usage: { inputTokens: 5 }, llmCalls: 2 };
  const run = { journal: `/runs/${id}/journal.jsonl`, started, finished: reason === undefined ? undefined : finished };
  return { run, meta: {}, locked: false, activity, calls: undefined } as unknown as LibraryRun;
}

function sessionOf(file: string, more: Partial<SessionRow> = {}): SessionRow {
  return {
    file,
    client: 'Codex',
    start: '2026-01-05T10:00:00Z',
    end: '2026-01-05T10:02:00Z',
    title: file,
    model: 'unknown',
    calls: 2,
    toolCalls: 3,
    isCostEstimated: false,
    skills: [
      {
        skill: 'brewer',
        isOffered: true,
        isLoaded: true,
        files: [],
        misses: [{ path: 'a.md', words: 'the guide', count: 2, cause: CAUSE as never }],
      },
    ],
    ...more,
  };
}

/** A page that receives what a store has. */
function pageOf(store: RowStore) {
  const table = new RunTable();
  const receive = (): number => {
    const { batches, removed } = store.takeChanges();
    for (const id of removed) table.remove(id);
    for (const batch of batches) table.apply(batch);
    return batches.reduce((sum, { ids }) => sum + ids.length, 0) + removed.length;
  };
  receive();
  return { table, receive, titles: () => [...table.ids].map((id) => table.text(id, 'title')) };
}

describe('own runs', () => {
  it('are there immediately, without what only their journals say', () => {
    const store = new RowStore();
    store.setRuns([runOf('a', { reason: 'final' }), runOf('b', { activity: 'running' }), runOf('c')]);
    const { table, titles } = pageOf(store);
    expect(titles()).toEqual(['Prompt a', 'Prompt b', 'Prompt c']);
    expect([0, 1, 2].map((id) => table.outcome(id))).toEqual(['finished', 'running', 'interrupted']);
    expect([table.figure(0, 'misses'), table.figure(0, 'tokensIn'), table.duration(1)]).toEqual([NaN, 5, NaN]);
    expect(table.skillsOf(0)).toEqual(['brewer']);
    expect(store.unread).toEqual(['/runs/a/journal.jsonl', '/runs/c/journal.jsonl']);
  });

  it('are sent again only if they have changed', () => {
    const store = new RowStore();
    const [a, b] = [runOf('a', { reason: 'final' }), runOf('b', { activity: 'running' })];
    store.setRuns([a, b]);
    const page = pageOf(store);
    store.setRuns([{ ...a }, { ...b }]);
    expect(page.receive()).toBe(0);
    store.setRuns([a, runOf('b', { reason: 'guard' })]);
    expect(page.receive()).toBe(1);
    expect(page.table.outcome(1)).toBe('guard');
    expect(page.table.text(1, 'client')).toBe('Skillwright');
  });

  it('have their misses once their journals were read, and lose them when they continue', () => {
    const store = new RowStore();
    const run = runOf('a', { reason: 'paused' });
    store.setRuns([run]);
    store.describe([sessionOf(run.run.journal), sessionOf('/runs/unknown/journal.jsonl')]);
    const { table, receive } = pageOf(store);
    expect([table.size, table.figure(0, 'misses'), store.unread]).toEqual([1, 2, []]);
    expect(store.cause('brewer', 'the guide')).toEqual(CAUSE);
    store.setRuns([runOf('a', { activity: 'running' })]);
    receive();
    expect([table.figure(0, 'misses'), store.unread]).toEqual([NaN, []]);
    store.setRuns([runOf('a', { reason: 'final' })]);
    expect(store.unread).toEqual([run.run.journal]);
  });

  it('are not read again if they cannot be read, until they change', () => {
    const store = new RowStore();
    store.setRuns([runOf('a', { reason: 'paused' })]);
    store.giveUp(store.unread);
    expect(store.unread).toEqual([]);
    expect(pageOf(store).table.figure(0, 'misses')).toBeNaN();
    store.setRuns([runOf('a', { reason: 'final' })]);
    expect(store.unread).toEqual(['/runs/a/journal.jsonl']);
  });

  it('are removed when they are deleted, and are back with the same id', () => {
    const store = new RowStore();
    const run = runOf('a', { reason: 'final' });
    store.setRuns([run]);
    const page = pageOf(store);
    store.setRuns([]);
    page.receive();
    expect([page.table.size, store.target(0)]).toEqual([0, undefined]);
    store.setRuns([run]);
    page.receive();
    expect(page.titles()).toEqual(['Prompt a']);
  });
});

describe('sessions of other agents', () => {
  it('are added, replaced, and removed if they are no longer found', () => {
    const store = new RowStore();
    store.addSessions([sessionOf('/a.jsonl'), sessionOf('/db', { session: 'x' }), sessionOf('/db', { session: 'y' })]);
    const page = pageOf(store);
    expect(page.titles()).toEqual(['/a.jsonl', '/db', '/db']);
    expect(store.target(2)).toEqual({ kind: 'session', source: { file: '/db', session: 'y' } });
    store.addSessions([sessionOf('/a.jsonl', { title: 'grown' })]);
    store.keepSessions(new Set(['/a.jsonl', '/db\ny']));
    page.receive();
    expect(page.titles()).toEqual(['grown', '/db']);
  });

  it('are not added twice if they are own runs', () => {
    const store = new RowStore();
    const run = runOf('a', { reason: 'final' });
    store.setRuns([run]);
    store.addSessions([sessionOf(run.run.journal)]);
    expect(pageOf(store).table.size).toBe(1);
  });

  it('are all sent to a page that was loaded again', () => {
    const store = new RowStore();
    store.addSessions(Array.from({ length: 4500 }, (_, index) => sessionOf(`/${index}.jsonl`)));
    expect(store.takeChanges().batches.map(({ ids }) => ids.length)).toEqual([2000, 2000, 500]);
    expect(store.takeChanges().batches).toEqual([]);
    store.reset();
    const { table } = pageOf(store);
    expect([table.size, table.text(4499, 'title')]).toEqual([4500, '/4499.jsonl']);
  });
});
