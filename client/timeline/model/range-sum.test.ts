import { expect, it } from 'vitest';
import { RowPacker } from '../columns.ts';
import type { SpanRow } from '../row.ts';
import { extentOf, sumRange } from './range-sum.ts';
import { Table } from './table.ts';

function tableOf(...given: readonly Partial<SpanRow>[]): Table {
  const base = { parent: 0, icon: 'tool', status: 'ok', verb: '', name: '', kind: 'tool' } as const;
  const rows = given.map((row, id): SpanRow => ({ ...base, start: 0, seq: id + 1, ...row, id }));
  const table = new Table();
  table.apply(new RowPacker().pack(rows, () => undefined));
  return table;
}

const TABLE = tableOf(
  { kind: 'agent', parent: -1, end: 1000, tokensIn: 90, tokensOut: 9 },
  { kind: 'model', end: 100, tokensIn: 40, tokensOut: 4, costUsd: 0.5 },
  { start: 100, end: 200, status: 'miss' },
  { kind: 'script', start: 200, end: 400 },
  { kind: 'script', parent: 3, start: 250, end: 400, status: 'error' },
  { kind: 'model', start: 400, end: 800, tokensIn: 50, tokensOut: 5 },
  { start: 800, status: 'open' },
  { kind: 'guard', start: 150, end: 150, status: 'error' },
);

it('sums up the calls that overlap a range', () => {
  const none = { modelCalls: 0, toolCalls: 0, misses: 0, failures: 0 };
  expect(sumRange(TABLE, 0, 1000)).toEqual({
    modelCalls: 2,
    toolCalls: 3,
    misses: 1,
    failures: 0,
    tokensIn: 90,
    tokensOut: 9,
    costUsd: 0.5,
  });
  expect(sumRange(TABLE, 100, 150)).toEqual({ ...none, toolCalls: 1, misses: 1 });
  expect(sumRange(TABLE, 210, 500)).toEqual({ ...none, modelCalls: 1, toolCalls: 1, tokensIn: 50, tokensOut: 5 });
  expect(sumRange(TABLE, 900, 950)).toEqual({ ...none, toolCalls: 1 });
});

it('spans the rows up to the one that starts last, and agents only if there is nothing else', () => {
  expect(extentOf(TABLE, [0, 2, 3], 1000)).toEqual([100, 400]);
  expect(extentOf(TABLE, [0, 3, 2, 7], 1000)).toEqual([100, 400]);
  expect(extentOf(TABLE, [5, 6], 950)).toEqual([400, 950]);
  expect(extentOf(TABLE, [0], 1000)).toEqual([0, 1000]);
  expect(extentOf(TABLE, [], 1000)).toBeUndefined();
});
