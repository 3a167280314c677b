import { describe, expect, it } from 'vitest';
import { RowPacker } from '../columns.ts';
import type { SpanRow } from '../row.ts';
import { treeKey } from './keys.ts';
import { Outline } from './outline.ts';
import { nextSorting, type Sorting, type SortKey, sortRows } from './sorting.ts';
import { Table } from './table.ts';

function tableOf(...some: readonly Partial<SpanRow>[]): Table {
  const base = { parent: -1, kind: 'model', icon: 'model', status: 'ok', verb: '', name: '', start: 0 } as const;
  const table = new Table();
  const rows = some.map((row, id): SpanRow => ({ ...base, seq: id + 1, ...row, id }));
  table.apply(new RowPacker().pack(rows, () => undefined));
  return table;
}

const RUN = tableOf(
  { kind: 'agent', start: 0, end: 100, costUsd: 9, tokensIn: 999 },
  { parent: 0, start: 10, end: 30, costUsd: 1, tokensIn: 50, tokensOut: 100 },
  { parent: 1, kind: 'skill', start: 30, end: 90, tokensAdded: 70 },
  { parent: 0, start: 20, costUsd: 3, tokensIn: 60 },
  { parent: 3, kind: 'guard', start: 25, end: 25 },
  { parent: 4, kind: 'cause', start: 25, end: 25 },
  { parent: 0, start: 95, end: 95 },
);

const sort = (key: SortKey, descending = true, shows = (_id: number) => true) => [
  ...sortRows(RUN, { key, descending }, 99, shows),
];

describe('sorted rows', () => {
  it('leave out agents and the words below a guard', () => {
    expect(sort('time', false)).toEqual([1, 3, 4, 2, 6]);
    expect(sort('time')).toEqual([6, 2, 4, 3, 1]);
  });

  it('without the figure come last in both directions, in the order of the run', () => {
    expect(sort('cost')).toEqual([3, 1, 2, 4, 6]);
    expect(sort('cost', false)).toEqual([1, 3, 2, 4, 6]);
  });

  it('have the tokens of requests and replies, or those that a load added', () => {
    expect(sort('tokens')).toEqual([1, 2, 3, 4, 6]);
    expect(sort('context')).toEqual([3, 1, 2, 4, 6]);
  });

  it('that are open last until now, and guards have no duration', () => {
    expect(sort('duration')).toEqual([3, 2, 1, 6, 4]);
  });

  it('include only what is asked for', () => {
    expect(sort('cost', true, (id) => id !== 3)).toEqual([1, 2, 4, 6]);
  });

  it('of a long run are all there', () => {
    const table = tableOf(...Array.from({ length: 100_000 }, (_, id) => ({ tokensIn: (id * 7919) % 100_003 })));
    const ids = sortRows(table, { key: 'tokens', descending: true }, 0, () => true);
    const tokens = Array.from(ids, (id) => table.row(id)?.tokensIn ?? -1);
    expect(new Set(ids).size).toBe(100_000);
    expect(tokens).toEqual(tokens.toSorted((a, b) => b - a));
  });
});

describe('clicks on a column', () => {
  const clicks = (key: SortKey) => {
    const first = nextSorting(undefined, key);
    const second = nextSorting(first, key);
    return [first, second, nextSorting(second, key)];
  };

  it('sort by what is asked for most, then the other way, then not at all', () => {
    expect(clicks('cost')).toEqual([{ key: 'cost', descending: true }, { key: 'cost', descending: false }, undefined]);
    expect(clicks('time')).toEqual([{ key: 'time', descending: false }, { key: 'time', descending: true }, undefined]);
  });

  it('on another column start with its first direction', () => {
    const sorting: Sorting = { key: 'cost', descending: false };
    expect(nextSorting(sorting, 'tokens')).toEqual({ key: 'tokens', descending: true });
  });
});

describe('a flat outline', () => {
  const open = () => {
    const outline = new Outline(RUN);
    outline.layOutFlat(Int32Array.from([3, 1, 2]));
    return outline;
  };

  it('has only the sorted rows, all on one level', () => {
    const outline = open();
    expect([outline.length, outline.at(0), outline.at(2)]).toEqual([3, 3, 2]);
    expect([outline.visibleIndex(2), outline.visibleIndex(0), outline.visibleIndex(4)]).toEqual([2, -1, -1]);
    expect([outline.depth(2), outline.siblings(2), outline.position[2]]).toEqual([1, 3, 3]);
    expect([1, 3].some((id) => outline.isParent(id))).toBe(false);
  });

  it('has no parent to go to', () => {
    const state = {
      table: RUN,
      outline: open(),
      collapsed: new Set<number>(),
      repeated: new Map(),
      active: 2,
      page: 10,
    };
    const press = (key: string) => treeKey({ key, shift: false, ctrl: false }, state);
    expect([press('ArrowLeft'), press('ArrowRight'), press(' ')]).toEqual([undefined, undefined, undefined]);
    expect(press('ArrowUp')).toEqual({ kind: 'select', id: 1 });
  });

  it('becomes the tree again', () => {
    const outline = open();
    outline.layOut(new Set());
    expect([...outline.ids.subarray(0, outline.length)]).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([outline.depth(2), outline.isParent(1), outline.visibleIndex(0)]).toEqual([3, true, 0]);
  });
});
