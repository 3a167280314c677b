/** Finds the most expensive model calls. */
import { NUM, NUMS } from '../columns.ts';
import type { Table } from './table.ts';

/** A model call with its figure: US dollars, or tokens. */
export interface ExpensiveCall {
  readonly id: number;
  readonly value: number;
  /** Part of the sum over all model calls with a known figure, from 0 to 1. */
  readonly share: number;
}

/**
 * Returns the most expensive model calls, the most expensive one first. Calls with an unknown figure are omitted.
 * @param by their cost, or the sum of their tokens if no cost is known
 */
export function mostExpensive(table: Table, by: 'cost' | 'tokens', limit = 10): readonly ExpensiveCall[] {
  const calls: { readonly id: number; readonly value: number }[] = [];
  let total = 0;
  for (let id = 0; id < table.count; id++) {
    if (table.kind(id) !== 'model') continue;
    const value = by === 'cost' ? figure(table, id, NUM.costUsd) : tokensOf(table, id);
    if (!(value > 0)) continue;
    calls.push({ id, value });
    total += value;
  }
  return calls
    .sort((a, b) => b.value - a.value || a.id - b.id)
    .slice(0, limit)
    .map((call) => ({ ...call, share: call.value / total }));
}

function tokensOf(table: Table, id: number): number {
  const [input, output] = [figure(table, id, NUM.tokensIn), figure(table, id, NUM.tokensOut)];
  return (Number.isNaN(input) ? 0 : input) + (Number.isNaN(output) ? 0 : output);
}

/** Returns NaN if it is unknown. */
function figure(table: Table, id: number, column: number): number {
  return table.nums[id * NUMS + column] ?? Number.NaN;
}
