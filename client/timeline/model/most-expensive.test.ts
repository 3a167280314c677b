import { describe, expect, it } from 'vitest';
import { RowPacker } from '../columns.ts';
import type { SpanRow } from '../row.ts';
import { mostExpensive } from './most-expensive.ts';
import { Table } from './table.ts';

function tableOf(...some: readonly Partial<SpanRow>[]): Table {
  const base = { parent: -1, kind: 'model', icon: 'model', status: 'ok', verb: '', name: '', start: 0 } as const;
  const table = new Table();
  const rows = some.map((row, id): SpanRow => ({ ...base, seq: id + 1, ...row, id }));
  table.apply(new RowPacker().pack(rows, () => undefined));
  return table;
}

describe('the most expensive model calls', () => {
  it('are sorted by their cost, with their shares, without agents and calls of unknown cost', () => {
    const table = tableOf(
      { kind: 'agent', costUsd: 4 },
      { costUsd: 1 },
      { tokensIn: 9 },
      { costUsd: 3 },
      { costUsd: 0 },
    );
    expect(mostExpensive(table, 'cost')).toEqual([
      { id: 3, value: 3, share: 0.75 },
      { id: 1, value: 1, share: 0.25 },
    ]);
  });

  it('are sorted by their tokens; the first of equal ones comes first', () => {
    const table = tableOf({ tokensIn: 1 }, { tokensIn: 2, tokensOut: 1 }, { tokensOut: 3 }, {});
    expect(mostExpensive(table, 'tokens', 2).map(({ id, value }) => [id, value])).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });
});
