import { expect, test } from 'vitest';
import type { LibraryRun } from '../runs/library.ts';
import { countForks, familiesOf, familyOf } from './families.ts';

const run = (id: string, origin?: string): LibraryRun => {
  const started = { run: id, forked: origin === undefined ? undefined : { run: origin, at: 7 } };
  return { run: { journal: `/runs/${id}/journal.jsonl`, started }, meta: {} } as unknown as LibraryRun;
};
const idsOf = (runs: readonly LibraryRun[]): readonly string[] => runs.map((one) => one.run.started.run);

test('forks are below the run that they were forked from, also forks of forks', () => {
  const runs = [run('4', '3'), run('3', '1'), run('2', '1'), run('1')];
  const { roots, forksOf } = familiesOf(runs);
  expect(idsOf(roots)).toEqual(['1']);
  expect(idsOf(forksOf(runs[3] as LibraryRun))).toEqual(['3', '2']);
  expect(idsOf(forksOf(runs[1] as LibraryRun))).toEqual(['4']);
  expect(forksOf(runs[0] as LibraryRun)).toEqual([]);
});

test('a fork whose origin was deleted or is filtered out is listed by itself', () => {
  expect(idsOf(familiesOf([run('2', '1')]).roots)).toEqual(['2']);
});

test('journals that name each other, themselves or a path lose no run', () => {
  const runs = [run('1', '2'), run('2', '1'), run('3', '3'), run('4', '../runs/1')];
  const { roots, forksOf } = familiesOf(runs);
  const shown = [...roots, ...runs.flatMap(forksOf)];
  expect(idsOf(shown).toSorted()).toEqual(['1', '2', '3', '4']);
});

test('a family has the first run, its forks and theirs, each below its own', () => {
  const runs = [run('5', '1'), run('4', '3'), run('3', '1'), run('2'), run('1')];
  const shown = (journal: string) => familyOf(runs, journal).map(({ run, depth }) => [run.run.started.run, depth]);
  const family = [
    ['1', 0],
    ['5', 1],
    ['3', 1],
    ['4', 2],
  ];
  expect(shown('/runs/4/journal.jsonl')).toEqual(family);
  expect(shown('/runs/1/journal.jsonl')).toEqual(family);
  expect(shown('/runs/2/journal.jsonl')).toEqual([['2', 0]]);
  expect(shown('/runs/9/journal.jsonl')).toEqual([]);
  expect([...countForks(runs)]).toEqual([
    ['/runs/1/journal.jsonl', 2],
    ['/runs/3/journal.jsonl', 1],
  ]);
});

test('journals that name each other have a family', () => {
  const runs = [run('1', '2'), run('2', '1')];
  expect(familyOf(runs, '/runs/2/journal.jsonl').map((one) => one.run.run.started.run)).toEqual(['1', '2']);
});
