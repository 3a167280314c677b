import { describe, expect, it } from 'vitest';
import type { SkillUse } from '../../../runtime/protocol/session-rows.ts';
import { RowPacker } from './columns.ts';
import { choicesOf, type Filter, filterRows, isFiltering, NO_CHOICES, NO_FILTER, toggleChoice } from './filter.ts';
import { moveCell } from './keys.ts';
import type { TableRow } from './row.ts';
import { runSource } from './run-cells.ts';
import { linesOf, skillSource } from './skill-cells.ts';
import { detailsOf } from './skill-details.ts';
import { DEFAULT_SKILL_SORTING, sortSkills, sumSkills } from './skills.ts';
import { DEFAULT_SORTING, nextSorting, type Sorting, sortRows } from './sorting.ts';
import { RunTable } from './table.ts';

const UNKNOWN = {
  calls: undefined,
  toolCalls: undefined,
  misses: undefined,
  tokensIn: undefined,
  tokensOut: undefined,
  costUsd: undefined,
  start: undefined,
  end: undefined,
};

function row(id: number, more: Partial<TableRow> = {}): TableRow {
  return {
    id,
    origin: 'session',
    title: `prompt ${id}`,
    client: 'Codex',
    model: 'openai/a',
    project: '/work',
    outcome: 'finished',
    isSimulated: false,
    isCostEstimated: false,
    ...UNKNOWN,
    skills: [],
    ...more,
  };
}

function use(skill: string, more: Partial<SkillUse> = {}): SkillUse {
  return { skill, isOffered: true, isLoaded: true, files: [], misses: [], ...more };
}

function tableOf(...rows: readonly TableRow[]): RunTable {
  const table = new RunTable();
  const packer = new RowPacker();
  // In two messages, as from the host.
  for (const part of [rows.slice(0, 2), rows.slice(2)]) table.apply(packer.pack(part));
  return table;
}

const sorted = (table: RunTable, sorting: Sorting) => [...sortRows(table, [...table.ids], sorting)];

describe('the rows', () => {
  it('are the same after they were packed', () => {
    const table = tableOf(row(0, { title: 'Ünï', misses: 0, costUsd: 0.25, isCostEstimated: true }), row(70));
    expect([table.text(0, 'title'), table.figure(0, 'misses'), table.figure(0, 'costUsd')]).toEqual(['Ünï', 0, 0.25]);
    expect([table.is(0, 'estimated'), table.is(0, 'session'), table.is(0, 'simulated')]).toEqual([true, true, false]);
    expect([table.figure(70, 'misses'), table.figure(70, 'calls'), table.tokens(70)]).toEqual([NaN, NaN, NaN]);
    expect(table.outcome(70)).toBe('finished');
  });

  it('are replaced by rows with the same id, and removed', () => {
    const table = new RunTable();
    const packer = new RowPacker();
    table.apply(packer.pack([row(0, { skills: [use('brewer')] }), row(1)]));
    expect(table.searchText(0)).toContain('brewer');
    table.apply(packer.pack([row(0, { skills: [use('baker')] })]));
    expect(table.skillsOf(0)).toEqual(['baker']);
    expect(table.searchText(0)).not.toContain('brewer');
    table.remove(1);
    expect([...table.ids]).toEqual([0]);
  });

  it('show the skills that were loaded or missed, and of own runs those that were given', () => {
    const offered = use('only-offered', { isLoaded: false });
    const missed = use('missed', { isLoaded: false, misses: [{ path: 'a.md', words: '', count: 1 }] });
    const table = tableOf(
      row(0, { skills: [offered, use('loaded'), missed] }),
      row(1, { skills: [offered] }),
      row(2, { origin: 'run', skills: [offered] }),
    );
    expect([0, 1, 2].map((id) => table.skillsOf(id))).toEqual([['loaded', 'missed'], [], ['only-offered']]);
    expect([0, 1, 2].map((id) => table.isOnlyOffered(id))).toEqual([false, false, true]);
  });

  it('have no duration if all times are that of the file', () => {
    const table = tableOf(row(0, { start: 5, end: 5 }), row(1, { start: 5, end: 2000 }));
    expect([table.duration(0), table.duration(1)]).toEqual([NaN, 1995]);
  });
});

describe('sorting', () => {
  const table = tableOf(
    row(0, { title: 'b', misses: 2, start: 10 }),
    row(1, { title: '', misses: undefined, start: 30 }),
    row(2, { title: 'A', misses: 2, start: 20 }),
    row(3, { title: 'part 10', misses: 0, start: undefined }),
    row(4, { title: 'part 9', misses: 7, start: 20 }),
  );

  it('shows the latest first, and rows without a date last', () => {
    expect(sorted(table, DEFAULT_SORTING)).toEqual([1, 4, 2, 0, 3]);
    expect(sorted(table, { key: 'date', descending: false })).toEqual([0, 4, 2, 1, 3]);
  });

  it('puts what is not known last in both directions, and keeps the order of equal rows', () => {
    expect(sorted(table, { key: 'misses', descending: true })).toEqual([4, 2, 0, 3, 1]);
    expect(sorted(table, { key: 'misses', descending: false })).toEqual([3, 2, 0, 4, 1]);
    expect(sorted(table, { key: 'cost', descending: false })).toEqual([1, 4, 2, 0, 3]);
  });

  it('compares texts as a reader does', () => {
    expect(sorted(table, { key: 'prompt', descending: false })).toEqual([2, 0, 4, 3, 1]);
    expect(sorted(table, { key: 'prompt', descending: true })).toEqual([3, 4, 0, 2, 1]);
  });

  it('puts outcomes that need attention first', () => {
    const outcomes = tableOf(
      row(0, { outcome: 'finished' }),
      row(1, { outcome: 'unknown' }),
      row(2, { outcome: 'waiting' }),
    );
    expect(sorted(outcomes, { key: 'outcome', descending: false })).toEqual([2, 0, 1]);
    expect(sorted(outcomes, { key: 'outcome', descending: true })).toEqual([0, 2, 1]);
  });

  it('goes from one direction to the other, and back to the latest first', () => {
    const first = nextSorting(DEFAULT_SORTING, 'misses', DEFAULT_SORTING);
    const second = nextSorting(first, 'misses', DEFAULT_SORTING);
    expect([first.descending, second.descending]).toEqual([true, false]);
    expect(nextSorting(second, 'misses', DEFAULT_SORTING)).toEqual(DEFAULT_SORTING);
    expect(nextSorting(first, 'prompt', DEFAULT_SORTING)).toEqual({ key: 'prompt', descending: false });
    expect(nextSorting(DEFAULT_SORTING, 'date', DEFAULT_SORTING)).toEqual({ key: 'date', descending: false });
  });
});

describe('the filter', () => {
  const missed = { misses: [{ path: 'a.md', words: 'the guide', count: 2 }] };
  const table = tableOf(
    row(0, { skills: [use('brewer', missed)], outcome: 'failed' }),
    row(1, { title: 'Brew tea', client: 'Claude Code', skills: [use('brewer', { isLoaded: false })] }),
    row(2, { client: 'Claude Code', skills: [use('baker', { files: ['b.md'] })] }),
  );
  const found = (filter: Partial<Filter>) => filterRows(table, { ...NO_FILTER, ...filter });

  it('finds all words in any column, ignoring case', () => {
    expect(found({ query: 'claude BREW' })).toEqual([1]);
    expect(found({ query: 'the model failed' })).toEqual([0]);
    expect(found({ query: '  ' })).toEqual([0, 1, 2]);
    expect(found({ query: 'nothing of the kind' })).toEqual([]);
  });

  it('combines the choices of several groups', () => {
    const choices = toggleChoice(toggleChoice(NO_CHOICES, 'clients', 'Claude Code'), 'skills', 'baker');
    expect(found({ choices })).toEqual([2]);
    expect(found({ choices: toggleChoice(choices, 'skills', 'brewer') })).toEqual([2]);
    expect(found({ choices: toggleChoice(choices, 'skills', 'baker') })).toEqual([1, 2]);
    expect(isFiltering({ ...NO_FILTER, choices: toggleChoice(NO_CHOICES, 'outcomes', 'failed') })).toBe(true);
    expect(isFiltering(NO_FILTER)).toBe(false);
  });

  it('finds the rows that a number of the view of skills counts', () => {
    expect(found({ use: { skill: 'brewer', use: 'offered' } })).toEqual([0, 1]);
    expect(found({ use: { skill: 'brewer', use: 'loaded' } })).toEqual([0]);
    expect(found({ use: { skill: 'brewer', use: 'missed', words: 'the guide' } })).toEqual([0]);
    expect(found({ use: { skill: 'brewer', use: 'missed', words: 'other' } })).toEqual([]);
    expect(found({ use: { skill: 'baker', use: 'read' } })).toEqual([2]);
    expect(found({ use: { skill: 'unknown', use: 'offered' } })).toEqual([]);
  });

  it('lists choices with their rows, and keeps chosen ones without any', () => {
    expect(choicesOf(table, 'clients', new Set(['pi'])).map(({ label, rows }) => [label, rows])).toEqual([
      ['Claude Code', 2],
      ['Codex', 1],
      ['pi', 0],
    ]);
  });
});

describe('the view of skills', () => {
  const missed = {
    requests: 4,
    countedMisses: 1,
    tokens: 30,
    misses: [{ path: 'a.md', words: 'the guide', count: 1 }],
  };
  const table = tableOf(
    row(0, { start: 1, tokensIn: 10, tokensOut: 5, costUsd: 1, skills: [use('brewer', missed), use('p:tool')] }),
    row(1, { start: 9, tokensIn: 10, skills: [use('brewer', { requests: 6, countedMisses: 0, files: ['b.md'] })] }),
    row(2, {
      start: 5,
      skills: [use('unused', { isLoaded: false }), use('brewer', { isLoaded: false, unread: ['c.md'] })],
    }),
  );
  const sums = sumSkills(table, [...table.ids], ['never', 'tool']);
  const sumOf = (skill: string) => sums.find((one) => one.skill === skill);

  it('adds rows up by skill', () => {
    expect(sumOf('brewer')).toMatchObject({
      group: 'used',
      offered: 3,
      loaded: 2,
      read: 1,
      missed: 1,
      misses: 1,
      textTokens: 30,
      tokens: 25,
      costUsd: 1,
      rate: { value: 10 },
    });
    expect(sumOf('p:tool')).toMatchObject({ group: 'workspace', loaded: 1, rate: undefined, textTokens: NaN });
  });

  it('names the skills of the workspace first, also those in no row, and those that were only offered last', () => {
    const lines = linesOf(sortSkills(sums, '', DEFAULT_SKILL_SORTING));
    const source = skillSource(lines, undefined);
    const texts = lines
      .map((_, index) => source.cellAt(index, 0))
      .map(({ text, detail }) => `${text} ${detail}`.trim());
    expect(texts).toEqual([
      'In this workspace 2',
      'p:tool',
      'never never offered or loaded',
      'Other skills 1',
      'brewer',
      'Other skills, offered and never loaded 1',
      'unused never loaded',
    ]);
    const never = lines.findIndex((line) => line.kind === 'skill' && line.sum.skill === 'never');
    expect(source.columns.slice(1).map((_, index) => source.cellAt(never, index + 1).text)).toEqual(Array(9).fill('—'));
    expect(sortSkills(sums, 'BREW', DEFAULT_SKILL_SORTING).map(({ skill }) => skill)).toEqual(['brewer']);
  });

  it('counts as many rows as each number leads to', () => {
    for (const sum of sums)
      for (const one of ['offered', 'loaded', 'read', 'missed'] as const)
        expect([
          sum.skill,
          one,
          filterRows(table, { ...NO_FILTER, use: { skill: sum.skill, use: one } }).length,
        ]).toEqual([sum.skill, one, sum[one]]);
  });

  it('shows the words that led to misses, the latest row, and the files', () => {
    expect(detailsOf(table, [...table.ids], 'brewer')).toEqual({
      words: [{ words: 'the guide', misses: 1, paths: ['a.md'], rows: 1, latest: 0, isCurrent: false }],
      files: [{ path: 'b.md', rows: 1 }],
      unread: [{ path: 'c.md', rows: 1 }],
      told: 1,
    });
  });
});

describe('the cells', () => {
  it('show what is not known as a dash', () => {
    const table = tableOf(row(0, { title: '', client: '', outcome: 'unknown' }));
    const source = runSource(table, Int32Array.of(0), [], 'en', new Date());
    expect(source.columns.map((_, column) => source.cellAt(0, column).text)).toEqual([
      ...['', '(no prompt)', '—', '—', '—', '—', '—', '—', '—', '—', '—'],
    ]);
  });

  it('mark estimates, simulated models and misses', () => {
    const known = { misses: 1, calls: 1, toolCalls: 2, costUsd: 0.5, isCostEstimated: true, isSimulated: true };
    const table = tableOf(row(0, { ...known, tokensIn: 1200 }));
    const source = runSource(table, Int32Array.of(0), [0], 'en', new Date());
    const cell = (key: string) =>
      source.cellAt(
        0,
        source.columns.findIndex((one) => one.key === key),
      );
    expect(cell('cost')).toMatchObject({ text: '$0.500', detail: 'est.' });
    expect(cell('client')).toMatchObject({ text: 'Codex', detail: 'simulated', title: 'Codex, openai/a' });
    expect(cell('misses')).toEqual({ text: '1', className: 'is-warn' });
    expect(cell('tokens')).toEqual({ text: '1,200', title: '1,200 in, unknown out' });
    expect(cell('calls')).toEqual({ text: '1', title: '1 model call, 2 tool calls' });
    expect(source.isSelected(0)).toBe(true);
  });
});

it('keys move from cell to cell, and to the headers', () => {
  const move = (key: string, row: number, column: number, ctrlKey = false) =>
    moveCell({ key, ctrlKey }, { row, column }, 100, 11, 20);
  expect(move('ArrowUp', 0, 3)).toEqual({ row: -1, column: 3 });
  expect(move('ArrowUp', -1, 3)).toEqual({ row: -1, column: 3 });
  expect(move('ArrowDown', -1, 3)).toEqual({ row: 0, column: 3 });
  expect(move('ArrowRight', 5, 10)).toEqual({ row: 5, column: 10 });
  expect(move('PageDown', 95, 0)).toEqual({ row: 99, column: 0 });
  expect(move('PageUp', 5, 0)).toEqual({ row: 0, column: 0 });
  expect(move('End', 5, 0)).toEqual({ row: 5, column: 10 });
  expect(move('Home', 5, 4, true)).toEqual({ row: 0, column: 0 });
  expect(move('End', 5, 4, true)).toEqual({ row: 99, column: 4 });
  expect(move('a', 5, 4)).toBeUndefined();
});
