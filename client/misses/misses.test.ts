import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cause, SKILL } from '../editor/harness/causes.ts';
import { guardedRun, longRun } from '../panel/harness/runs.ts';
import { readSavedRuns } from '../runs/saved-runs.ts';
import { LatestMisses } from './latest-misses.ts';
import { countMisses, describeMisses, locateMisses } from './miss-locations.ts';
import { MissReader } from './miss-reader.ts';

describe('misses of a file', () => {
  const miss = (line: number, path: string) => ({ cause: cause(line), seq: 1, path });

  it('are grouped by their words, in the order of lines', () => {
    const misses = [miss(4, 'a.md'), miss(3, 'references/user_guide.md'), miss(3, 'references/user-guide.md')];
    const locations = locateMisses({ root: '/', journal: '/j', simulated: true, misses }, SKILL.join('\r\n'));
    expect(locations.map((location) => [location.range.line, location.misses.length])).toEqual([
      [2, 2],
      [3, 1],
    ]);
    expect(countMisses(locations)).toBe('3 misses');
    expect(describeMisses(locations[0]!)).toBe(
      'Here the simulated model requested references/user_guide.md, references/user-guide.md, which do not exist: 2 misses in the last run.',
    );
    expect(describeMisses({ ...locations[1]!, simulated: false })).toBe(
      'Here the model requested a.md, which does not exist: 1 miss in the last run.',
    );
    expect(describeMisses({ ...locations[1]!, client: 'claude-code' })).toBe(
      'Here the simulated model requested a.md, which the tools of claude-code did not find: 1 miss in the last run.',
    );
  });
});

describe('misses in journals', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'misses-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(id: string, events: readonly object[]): string {
    const journal = join(root, 'runs', id, 'journal.jsonl');
    mkdirSync(dirname(journal), { recursive: true });
    appendFileSync(journal, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    return journal;
  }

  it('are read incrementally, with the row and path of their call', async () => {
    const events = guardedRun(root);
    const warned = events.findIndex((event) => event.type === 'guard') + 1;
    const reader = new MissReader(write('one', events.slice(0, warned)));
    await reader.read();
    expect(reader.misses).toHaveLength(1);
    write('one', events.slice(warned));
    await Promise.all([reader.read(), reader.read()]);
    expect(reader.misses.map((miss) => miss.path)).toEqual(['references/user_guide.md', 'references/user_guide.md']);
    const calls = reader.misses.map((miss) => events.find((event) => event.seq === miss.seq)?.type);
    expect(calls).toEqual(['tool_call', 'tool_call']);
    expect(reader.relevantRoots).toEqual([join(root, 'writer'), join(root, 'glossary')]);
  });

  it('are those of the last run that used the skill', async () => {
    const at = (day: number, events: readonly object[]) =>
      events.map((event) => ({ ...event, time: `2026-01-0${day}T00:00:00.000Z` }));
    const missed = guardedRun(root);
    write('first', at(1, missed));
    // The skill was offered among others but not used, so this run is not relevant to it.
    write('second', at(2, missed.slice(0, 1)));
    const latest = new LatestMisses();
    const of = async () => [...(await latest.collect(readSavedRuns([join(root, 'runs')]), [root]))];
    expect((await of()).map(([file, { journal, misses }]) => [file, journal, misses.length])).toEqual([
      [join(root, 'writer/SKILL.md'), join(root, 'runs/first/journal.jsonl'), 2],
    ]);
    const loads = missed.filter((event) => event.type === 'run_started' || event.type === 'tool_call');
    write('third', at(3, loads.slice(0, 4)));
    expect((await of()).map(([, { misses }]) => misses.length)).toEqual([0]);
    rmSync(join(root, 'runs/third'), { recursive: true });
    expect(await of()).toHaveLength(1);
    // Runs of stress tests are ignored.
    write(
      'fourth',
      at(
        4,
        loads.slice(0, 4).map((event) => (event.type === 'run_started' ? { ...event, stress: true } : event)),
      ),
    );
    expect((await of()).map(([, { journal }]) => journal)).toEqual([join(root, 'runs/first/journal.jsonl')]);
  });

  it('in files outside the workspace or other than Markdown are ignored', async () => {
    const events = guardedRun(root);
    write('one', events);
    const runs = readSavedRuns([join(root, 'runs')]);
    expect([...(await new LatestMisses().collect(runs, ['/elsewhere']))]).toEqual([]);
    const other = JSON.parse(JSON.stringify(events).replaceAll('SKILL.md', 'id_rsa'));
    rmSync(join(root, 'runs'), { recursive: true });
    write('two', other);
    const found = [...(await new LatestMisses().collect(readSavedRuns([join(root, 'runs')]), [root]))];
    expect(found.map(([file, { misses }]) => [file, misses.length])).toEqual([[join(root, 'writer/SKILL.md'), 0]]);
  });

  it('come with the successful file requests', async () => {
    write('one', guardedRun(root));
    const found = await new LatestMisses().collect(readSavedRuns([join(root, 'runs')]), [root]);
    const requests = found.get(join(root, 'writer/SKILL.md'))?.requests;
    expect(requests?.map((request) => request.path)).toEqual(['references/guide.md', 'scripts/count.py']);
  });

  it("of a client's tools are linked to their words, and its reads count as requests", async () => {
    const [started] = guardedRun(root);
    const skill = 'writer';
    const file = join(root, 'writer/SKILL.md');
    const event = (seq: number, type: string, more: object) => ({ ...started, seq, type, ...more });
    const called = (seq: number, tool: string, args: object) => event(seq, 'tool_call', { id: `c${seq}`, tool, args });
    const result = (seq: number, more: object) =>
      event(seq, 'tool_result', { id: `c${seq - 1}`, tool: 'Read', result: 'x', ...more, parent: seq - 1 });
    const missed = {
      miss: { skill, path: 'references/user_guide.md', kind: 'resource' },
      error_code: 'FILE_NOT_FOUND',
    };
    write('client', [
      { ...started, client: 'claude-code' },
      called(2, 'Skill', { skill }),
      result(3, { read: { skill, path: 'SKILL.md' } }),
      called(4, 'Read', { file_path: '/copy/workspace/references/user_guide.md' }),
      result(5, missed),
      event(6, 'guard', {
        rule: 'resource_not_found',
        verdict: 'warn',
        count: 1,
        parent: 4,
        cause: cause(3, { file }),
      }),
      called(7, 'Bash', { command: 'cat /copy/writer/references/guide.md' }),
      result(8, { read: { skill, path: 'references/guide.md' } }),
      called(9, 'Bash', { command: 'cat references/terms.md' }),
      result(10, { miss: { skill, path: 'references/terms.md', kind: 'resource' }, error_code: 'COMMAND_FAILED' }),
    ]);
    const latest = new LatestMisses();
    const found = (await latest.collect(readSavedRuns([join(root, 'runs')]), [root])).get(file);
    expect(found?.misses).toEqual([{ cause: cause(3, { file }), seq: 4, path: 'references/user_guide.md' }]);
    expect(found?.client).toBe('claude-code');
    expect(found?.requests).toEqual([{ path: 'references/guide.md', seq: 7 }]);
    const last = latest.lastRuns.get(join(root, 'writer'));
    expect([last?.loaded, last?.misses, ...(last?.foundPaths ?? [])]).toEqual([true, 1, 'references/guide.md']);
    expect(latest.lastRuns.has(join(root, 'glossary'))).toBe(false);
  });

  it('are empty for a malformed journal and limited for a long one', async () => {
    const nonsense = join(root, 'nonsense.jsonl');
    writeFileSync(nonsense, '"type":"guard"\n{"type":"guard","cause":3}\n{"type":"guard","cause":{"file":1}}\n\0\n');
    const reader = new MissReader(nonsense);
    await reader.read();
    expect(reader.misses).toEqual([]);
    await new MissReader(join(root, 'absent')).read();
    const long = new MissReader(write('long', longRun(root, 20_000)));
    await long.read();
    expect(long.misses.length).toBeLessThanOrEqual(1_000);
  });
});
