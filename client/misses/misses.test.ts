import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cause, SKILL } from '../editor/harness/causes.ts';
import { guardedRun, longRun } from '../panel/harness/runs.ts';
import { savedRuns } from '../runs/saved.ts';
import { MissReader } from './collect.ts';
import { LatestMisses } from './latest.ts';
import { countOf, describeSpot, spotsIn } from './spots.ts';

describe('misses of a file', () => {
  const miss = (line: number, path: string) => ({ cause: cause(line), seq: 1, path });

  it('stand together where their words are the same, in the order of lines', () => {
    const misses = [miss(4, 'a.md'), miss(3, 'references/user_guide.md'), miss(3, 'references/user-guide.md')];
    const spots = spotsIn({ journal: '/j', simulated: true, misses }, SKILL.join('\r\n'));
    expect(spots.map((spot) => [spot.words.line, spot.misses.length])).toEqual([
      [2, 2],
      [3, 1],
    ]);
    expect(countOf(spots)).toBe('3 misses');
    expect(describeSpot(spots[0]!)).toBe(
      'Here the simulated model asked for references/user_guide.md, references/user-guide.md, which are not there: 2 misses in the last run.',
    );
    expect(describeSpot({ ...spots[1]!, simulated: false })).toBe(
      'Here the model asked for a.md, which is not there: 1 miss in the last run.',
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

  it('are read with the row and the path of their call, on from where the reading ended', async () => {
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
    expect(reader.told).toEqual([join(root, 'writer'), join(root, 'glossary')]);
  });

  it('are those of the last run that turned to the skill', async () => {
    const at = (day: number, events: readonly object[]) =>
      events.map((event) => ({ ...event, time: `2026-01-0${day}T00:00:00.000Z` }));
    const missed = guardedRun(root);
    write('first', at(1, missed));
    // Offered among others, and not loaded: this run says nothing about the skill.
    write('second', at(2, missed.slice(0, 1)));
    const latest = new LatestMisses();
    const of = async () => [...(await latest.of(savedRuns([join(root, 'runs')]), [root]))];
    expect((await of()).map(([file, { journal, misses }]) => [file, journal, misses.length])).toEqual([
      [join(root, 'writer/SKILL.md'), join(root, 'runs/first/journal.jsonl'), 2],
    ]);
    const loads = missed.filter((event) => event.type === 'run_started' || event.type === 'tool_call');
    write('third', at(3, loads.slice(0, 4)));
    expect((await of()).map(([, { misses }]) => misses.length)).toEqual([0]);
    rmSync(join(root, 'runs/third'), { recursive: true });
    expect(await of()).toHaveLength(1);
    // What a stress test played is not what the user did last.
    write(
      'fourth',
      at(
        4,
        loads.slice(0, 4).map((event) => (event.type === 'run_started' ? { ...event, stress: true } : event)),
      ),
    );
    expect((await of()).map(([, { journal }]) => journal)).toEqual([join(root, 'runs/first/journal.jsonl')]);
  });

  it('of files outside the workspace, or that are no Markdown, are not looked at', async () => {
    const events = guardedRun(root);
    write('one', events);
    const runs = savedRuns([join(root, 'runs')]);
    expect([...(await new LatestMisses().of(runs, ['/elsewhere']))]).toEqual([]);
    const other = JSON.parse(JSON.stringify(events).replaceAll('SKILL.md', 'id_rsa'));
    rmSync(join(root, 'runs'), { recursive: true });
    write('two', other);
    const found = [...(await new LatestMisses().of(savedRuns([join(root, 'runs')]), [root]))];
    expect(found.map(([file, { misses }]) => [file, misses.length])).toEqual([[join(root, 'writer/SKILL.md'), 0]]);
  });

  it('come with what was asked for and was there, for the lines that name it', async () => {
    write('one', guardedRun(root));
    const found = await new LatestMisses().of(savedRuns([join(root, 'runs')]), [root]);
    const asks = found.get(join(root, 'writer/SKILL.md'))?.asks;
    expect(asks?.map((ask) => ask.path)).toEqual(['references/guide.md', 'scripts/count.py']);
  });

  it('a journal of nonsense has none, and a long one is read by the lines that matter', async () => {
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
