import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cause } from '../editor/harness/causes.ts';
import { readJournalMisses, rowsOfMisses } from './session-journal-misses.ts';

const SOURCE = { file: '/s/a.jsonl' };
const TIME = '2026-11-12T10:00:00.000Z';

function read(events: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'journal-misses-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const journal = join(folder, 'journal.jsonl');
  writeFileSync(journal, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return readJournalMisses(journal, SOURCE);
}

const started = (imported: object) => ({ type: 'run_started', seq: 1, time: TIME, imported });
const missed = (parent: number, path: string, causes?: object) => ({
  type: 'tool_result',
  seq: parent + 1,
  time: TIME,
  parent,
  miss: { skill: 'writer', path, kind: 'resource' },
  cause: causes,
});

describe('misses in the journal of a session', () => {
  it('have the words of today, if the model read the same words', async () => {
    const edited = { ...cause(3), text: 'the older guide' };
    const found = await read([
      started({ format: 'claude-code', client: 'claude-code', file: '/s/a.jsonl' }),
      missed(2, 'a.md', { current: cause(3) }),
      missed(4, 'b.md', { current: cause(4), recorded: { ...cause(9), text: 'the\n  user guide' } }),
      missed(6, 'c.md', { current: cause(3), recorded: edited }),
      missed(8, 'd.md', { recorded: cause(3) }),
      missed(10, 'a.md'),
    ]);
    expect(found).toMatchObject({ source: SOURCE, client: 'Claude Code', time: TIME });
    expect(found?.misses.map(({ path, cause: { line } }) => [path, line])).toEqual([
      ['a.md', 3],
      ['b.md', 4],
    ]);
    // Rows of all misses can be shown, whether or not their words are still there.
    expect(rowsOfMisses(found!, [{ skill: 'writer', path: 'a.md' }])).toEqual([2, 10]);
    expect(rowsOfMisses(found!, [{ skill: 'writer', path: 'd.md' }])).toEqual([8]);
    expect(rowsOfMisses(found!, [{ skill: 'other', path: 'a.md' }])).toEqual([]);
  });

  it('are not those of files that the session creates later', async () => {
    const later = [{ skill: 'writer', path: 'a.md', kind: 'resource', result: 3, created: true }];
    const found = await read([
      started({ format: 'claude-code', file: '/s/a.jsonl' }),
      missed(2, 'a.md', { current: cause(3) }),
      missed(4, 'b.md', { current: cause(4) }),
      { type: 'tool_result', seq: 7, time: TIME, parent: 6, later },
    ]);
    expect(found?.misses.map(({ path }) => path)).toEqual(['b.md']);
    expect(found?.rows.map(({ seq }) => seq)).toEqual([4]);
  });

  it('are all those of one call', async () => {
    const alsoMissed = [{ skill: 'writer', path: 'b.md', kind: 'resource', cause: { current: cause(4) } }, 7, {}];
    const found = await read([
      started({ format: 'claude-code', file: '/s/a.jsonl' }),
      { ...missed(2, 'a.md', { current: cause(3) }), alsoMissed },
    ]);
    expect(found?.misses.map(({ path, cause: { line } }) => [path, line])).toEqual([
      ['a.md', 3],
      ['b.md', 4],
    ]);
    expect(rowsOfMisses(found!, [{ skill: 'writer', path: 'b.md' }])).toEqual([2]);
  });

  it('have no time if the session has none', async () => {
    expect(await read([started({ format: 'atif', file: '/s', untimed: true })])).toMatchObject({
      client: 'atif',
      time: '',
      misses: [],
    });
  });

  it('are not read from a run of ours, and never throw', async () => {
    expect(await read([{ type: 'run_started', seq: 1 }, missed(2, 'a.md', { current: cause(3) })])).toBeUndefined();
    expect(await read([started({ client: 3 }), { miss: { skill: 'x' }, cause: 7 }])).toMatchObject({ misses: [] });
    expect(await readJournalMisses('/absent/journal.jsonl', SOURCE)).toBeUndefined();
  });
});
