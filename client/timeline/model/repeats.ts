/** Finds consecutive rows that repeat the same miss or denial, so that they can be folded into one. */
import { INT } from '../columns.ts';
import type { Table } from './table.ts';

/** Groups of rows that look the same. */
export interface Repeats {
  /** Number of repetitions by the id of the first row of each group, which stays visible. */
  readonly counts: ReadonlyMap<number, number>;
  /** First row of the group by the id of each hidden row, including the rows below repeated ones. */
  readonly hidden: ReadonlyMap<number, number>;
}

export const NO_REPEATS: Repeats = { counts: new Map(), hidden: new Map() };

/** A model call with more tool calls than this is not compared. */
const MAX_CALLS = 20;

/** The columns that distinguish calls. Arguments have none, but misses and denials name what was requested. */
const COLUMNS = [INT.verb, INT.name, INT.detail, INT.code, INT.label, INT.agent, INT.tool, INT.skill, INT.traits];

/**
 * Finds the repeats of all rows: equal misses or denials in a row, and model calls in a row whose only calls are equal
 * misses or denials.
 */
export function findRepeats(table: Table): Repeats {
  const keys = keysOf(table);
  const counts = new Map<number, number>();
  const hidden = new Map<number, number>();
  /** The latest child of each row, as the first row of its group. */
  const latest = new Map<number, number>();
  for (let id = 0; id < table.count; id++) {
    const parent = table.parent(id);
    const above = hidden.get(parent);
    if (above !== undefined) {
      hidden.set(id, above);
      continue;
    }
    const first = latest.get(parent);
    const key = keys[id];
    if (first === undefined || key === undefined || key === '' || keys[first] !== key) {
      latest.set(parent, id);
      continue;
    }
    counts.set(first, (counts.get(first) ?? 1) + 1);
    hidden.set(id, first);
  }
  return { counts, hidden };
}

/** Returns the repeats without those of one group. */
export function withoutGroup({ counts, hidden }: Repeats, first: number): Repeats {
  const left = new Map(counts);
  left.delete(first);
  return { counts: left, hidden: new Map([...hidden].filter(([, group]) => group !== first)) };
}

/** Returns a text for each row that is equal for rows that repeat each other; empty for rows that are never folded. */
function keysOf(table: Table): readonly string[] {
  const keys = new Array<string>(table.count).fill('');
  const calls = new Int32Array(table.count);
  /** Keys of the calls of each model call. */
  const parts = new Map<number, string[]>();
  const isParent = new Uint8Array(table.count);
  for (let id = table.count - 1; id >= 0; id--) {
    const isModel = table.kind(id) === 'model';
    keys[id] = isModel ? modelKey(parts.get(id), calls[id] ?? 0) : isParent[id] === 1 ? '' : callKey(table, id);
    const parent = table.parent(id);
    if (parent < 0) continue;
    isParent[parent] = 1;
    if (table.kind(parent) !== 'model') continue;
    calls[parent] = (calls[parent] ?? 0) + 1;
    const key = keys[id] ?? '';
    if (key === '' || (calls[parent] ?? 0) > MAX_CALLS) continue;
    const list = parts.get(parent);
    if (list === undefined) parts.set(parent, [key]);
    else list.push(key);
  }
  return keys;
}

function callKey(table: Table, id: number): string {
  const status = table.status(id);
  if (status !== 'miss' && status !== 'denied') return '';
  return COLUMNS.map((column) => table.stringAt(id, column)).join(' ');
}

/** Other rows below a model call, such as a guard or a successful call, have no key. */
function modelKey(calls: readonly string[] | undefined, count: number): string {
  return calls === undefined || calls.length < count ? '' : `model ${calls.join('\n')}`;
}
