/** Sums up what happened in a range of the run. */
import { NUM, NUMS } from '../columns.ts';
import type { Table } from './table.ts';

export interface RangeSum {
  readonly modelCalls: number;
  /** Tool calls, loads of skills and scripts. */
  readonly toolCalls: number;
  /** Tokens of the model calls; absent if none are known. */
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  /** US dollars, as far as known; absent if nothing is known. */
  readonly costUsd?: number;
  readonly misses: number;
  readonly failures: number;
}

/** Sums up the rows that overlap a range, in milliseconds since the start of the run. Visits all rows. */
export function sumRange(table: Table, from: number, to: number): RangeSum {
  const { nums } = table;
  const sum = { modelCalls: 0, toolCalls: 0, misses: 0, failures: 0 };
  const tokens: { tokensIn?: number; tokensOut?: number; costUsd?: number } = {};
  const add = (key: keyof typeof tokens, value: number) => {
    if (!Number.isNaN(value)) tokens[key] = (tokens[key] ?? 0) + value;
  };
  for (let id = 0; id < table.count; id++) {
    const end = table.end(id);
    // A row that touches the range in one moment only is not in it, unless it took no time.
    if (table.start(id) > to || end < from || (end === from && table.start(id) < from)) continue;
    const kind = table.kind(id);
    if (kind === 'model') {
      sum.modelCalls++;
      add('tokensIn', nums[id * NUMS + NUM.tokensIn]!);
      add('tokensOut', nums[id * NUMS + NUM.tokensOut]!);
      add('costUsd', nums[id * NUMS + NUM.costUsd]!);
    } else if (kind !== 'tool' && kind !== 'skill' && kind !== 'script') continue;
    // The process of a script is part of its call.
    else if (kind === 'script' && table.kind(table.parent(id)) === 'script') continue;
    else sum.toolCalls++;
    const status = table.status(id);
    if (status === 'miss') sum.misses++;
    if (status === 'error') sum.failures++;
  }
  return { ...tokens, ...sum };
}

/**
 * Returns the time from the first start of some rows to the end of the one that starts last, without those of agents if there
 * are others. A row that takes much longer than those after it does not count to its end.
 */
export function extentOf(
  table: Table,
  ids: Iterable<number>,
  now: number,
): readonly [from: number, to: number] | undefined {
  const all = [...ids];
  const steps = all.filter((id) => table.kind(id) !== 'agent');
  const rows = (steps.length > 0 ? steps : all).sort((a, b) => table.start(a) - table.start(b));
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const end = table.end(last);
  return [table.start(first), Math.max(table.start(last), Number.isNaN(end) ? now : end)];
}
