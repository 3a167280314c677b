import { describe, expect, it } from 'vitest';
import { RowPacker } from '../columns.ts';
import type { SpanRow } from '../row.ts';
import { Outline } from './outline.ts';
import { findRepeats, NO_REPEATS, withoutGroup } from './repeats.ts';
import { Table } from './table.ts';

type Call = Partial<SpanRow>;

const MISS: Call = { kind: 'skill', status: 'miss', name: 'guide.md', verb: 'load_skill_resource', code: 'NOT_FOUND' };
const OTHER: Call = { ...MISS, name: 'other.md' };
const LOOK: Call = { kind: 'tool', name: 'look' };

/** Returns the table of a run of one agent with these calls by model call. */
function tableOf(...turns: readonly (readonly Call[])[]): Table {
  const rows: SpanRow[] = [];
  const add = (row: Call) => {
    const id = rows.length;
    const base = { icon: 'tool', status: 'ok', verb: '', name: '', start: id, end: id + 1, kind: 'tool' } as const;
    rows.push({ ...base, parent: -1, seq: id + 1, ...row, id });
    return id;
  };
  add({ kind: 'agent', name: 'agent' });
  for (const [index, calls] of turns.entries()) {
    const parent = add({ kind: 'model', name: `turn ${index + 1}`, turn: index + 1, parent: 0 });
    for (const call of calls) add({ parent, turn: index + 1, ...call });
  }
  const table = new Table();
  table.apply(new RowPacker().pack(rows, ({ id, change }) => (change === undefined ? undefined : { id, change })));
  return table;
}

const groupsOf = (...turns: readonly (readonly Call[])[]) => [...findRepeats(tableOf(...turns)).counts];

describe('repeats', () => {
  it('are model calls in a row with the same misses; the first one stays', () => {
    const table = tableOf([LOOK], ...Array.from({ length: 499 }, () => [MISS]), [LOOK]);
    const repeats = findRepeats(table);
    expect([...repeats.counts]).toEqual([[3, 499]]);
    expect(repeats.hidden.size).toBe(498 * 2);
    const tree = new Outline(table);
    tree.layOut(new Set(), undefined, repeats.hidden);
    const shown = [...tree.ids.subarray(0, tree.length)];
    expect(shown.map((id) => table.row(id)?.name)).toEqual([
      ...['agent', 'turn 1', 'look', 'turn 2', 'guide.md', 'turn 501', 'look'],
    ]);
    expect([tree.position[3], tree.siblings(3)]).toEqual([2, 3]);
  });

  it('are calls of one model call that look the same, but no open ones', () => {
    const failed: Call = { ...LOOK, status: 'error', detail: 'No such sky.' };
    expect(groupsOf([LOOK, LOOK, LOOK, failed, failed, { ...failed, detail: 'Dark.' }])).toEqual([
      [2, 3],
      [5, 2],
    ]);
    const open: Call = { ...LOOK, status: 'open' };
    expect(groupsOf([open, open])).toEqual([]);
  });

  it('are found only below model calls, and without the rows to keep, where the user folds nothing', () => {
    const table = tableOf([MISS, MISS], [MISS], [MISS], [LOOK, LOOK]);
    expect([...findRepeats(table, 'calls').counts]).toEqual([
      [2, 2],
      [9, 2],
    ]);
    expect([...findRepeats(table, 'calls', (id) => id === 3).counts]).toEqual([[9, 2]]);
    expect(findRepeats(table, 'none')).toEqual(NO_REPEATS);
  });

  it('are equal misses or denials of one model call', () => {
    expect(groupsOf([MISS, MISS, OTHER, MISS])).toEqual([[2, 2]]);
    const denial: Call = { ...LOOK, status: 'denied' };
    expect(groupsOf([denial, denial])).toEqual([[2, 2]]);
  });

  it.each<[string, readonly (readonly Call[])[]]>([
    ['model calls with successful calls', [[LOOK], [LOOK]]],
    ['model calls with errors', [[{ ...LOOK, status: 'error' }], [{ ...LOOK, status: 'error' }]]],
    ['misses of different files', [[MISS], [OTHER], [MISS]]],
    ['misses with different codes', [[MISS], [{ ...MISS, code: 'FATAL' }]]],
    [
      'a miss next to a successful call',
      [
        [MISS, LOOK],
        [MISS, LOOK],
      ],
    ],
    [
      'a miss next to a guard',
      [
        [MISS, { kind: 'guard' }],
        [MISS, { kind: 'guard' }],
      ],
    ],
    ['model calls without calls', [[], []]],
    ['a question', [[{ ...MISS, status: 'waiting' }], [{ ...MISS, status: 'waiting' }]]],
    ['rows that are interrupted by another one', [[MISS], [LOOK], [MISS]]],
  ])('are not %s', (_title, turns) => {
    expect(groupsOf(...turns)).toEqual([]);
  });

  it('are not calls that change different numbers of lines', () => {
    const edit = (added: number): Call => ({ kind: 'tool', name: 'a.md', change: { added, removed: 0 } });
    expect(groupsOf([edit(1), edit(1), edit(2)])).toEqual([[2, 2]]);
  });

  it('are not calls with rows below them, such as a guard', () => {
    const table = tableOf([MISS], [MISS, { kind: 'guard', parent: 4 }]);
    expect(findRepeats(table).counts.size).toBe(0);
  });

  it('unfold one group at a time', () => {
    const both = findRepeats(tableOf([MISS], [MISS], [OTHER], [OTHER]));
    expect([...both.counts]).toEqual([
      [1, 2],
      [5, 2],
    ]);
    const one = withoutGroup(both, 1);
    expect([...one.counts]).toEqual([[5, 2]]);
    expect([...one.hidden.keys()]).toEqual([7, 8]);
    expect(withoutGroup(one, 5)).toEqual(NO_REPEATS);
  });
});
