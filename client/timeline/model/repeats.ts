/** Finds consecutive rows that look the same, so that they can be folded into one. */
import { INT } from '../columns.ts';
import type { Table } from './table.ts';

/** Groups of rows that look the same. */
export interface Repeats {
  /** Number of repetitions by the id of the first row of each group, which stays visible. */
  readonly counts: ReadonlyMap<number, number>;
  /** First row of the group by the id of each hidden row, including the rows below repeated ones. */
  readonly hidden: ReadonlyMap<number, number>;
}

/**
 * The rows that are folded: none; calls of one model call that look the same; or also model calls in a row whose only
 * calls are the same misses or denials.
 */
export type RepeatLevel = 'none' | 'calls' | 'all';

export const REPEAT_LEVELS: readonly RepeatLevel[] = ['none', 'calls', 'all'];

export const NO_REPEATS: Repeats = { counts: new Map(), hidden: new Map() };

/** A model call with more tool calls than this is not compared. */
const MAX_CALLS = 20;

/** The columns that distinguish calls. Arguments have none, but a row names what its call is about. */
const COLUMNS = [INT.verb, INT.name, INT.detail, INT.code, INT.label, INT.agent, INT.tool, INT.skill, INT.traits];

/**
 * Finds the repeats of all rows.
 * @param isKept true for rows that are not folded, such as the evidence of a guard, which is connected to it
 */
export function findRepeats(
  table: Table,
  level: RepeatLevel = 'all',
  isKept: (id: number) => boolean = () => false,
): Repeats {
  if (level === 'none') return NO_REPEATS;
  const tree = new Children(table);
  const counts = new Map<number, number>();
  const hidden = new Map<number, number>();
  /** The latest child of each row, as the first row of its group, by the row's id + 1. */
  const latest = new Int32Array(table.count + 1).fill(-1);
  for (let id = 0; id < table.count; id++) {
    const parent = table.parent(id);
    const above = hidden.size === 0 ? undefined : hidden.get(parent);
    if (above !== undefined) {
      hidden.set(id, above);
      continue;
    }
    const first = latest[parent + 1]!;
    const isModel = table.kind(id) === 'model';
    const isSame =
      first >= 0 &&
      !isKept(id) &&
      !isKept(first) &&
      (isModel ? level === 'all' && areModelsEqual(tree, first, id) : areCallsEqual(tree, first, id));
    if (!isSame) {
      latest[parent + 1] = id;
      continue;
    }
    counts.set(first, (counts.get(first) ?? 1) + 1);
    hidden.set(id, first);
  }
  return counts.size === 0 ? NO_REPEATS : { counts, hidden };
}

/** Returns the repeats without those of one group. */
export function withoutGroup({ counts, hidden }: Repeats, first: number): Repeats {
  const left = new Map(counts);
  left.delete(first);
  return { counts: left, hidden: new Map([...hidden].filter(([, group]) => group !== first)) };
}

/** The children of each row. */
class Children {
  readonly table: Table;
  /** First child by id, and next sibling by id; -1 for none. */
  readonly first: Int32Array;
  readonly next: Int32Array;

  constructor(table: Table) {
    this.table = table;
    this.first = new Int32Array(table.count).fill(-1);
    this.next = new Int32Array(table.count).fill(-1);
    for (let id = table.count - 1; id >= 0; id--) {
      const parent = table.parent(id);
      if (parent < 0) continue;
      this.next[id] = this.first[parent]!;
      this.first[parent] = id;
    }
  }
}

/** True for calls without rows below them that have ended and look the same. */
function areCallsEqual({ table, first }: Children, one: number, other: number): boolean {
  const kind = table.kind(one);
  if (kind !== 'tool' && kind !== 'skill' && kind !== 'script') return false;
  if (first[one]! >= 0 || first[other]! >= 0) return false;
  const status = table.status(one);
  if (status === 'open' || status === 'waiting') return false;
  if (!COLUMNS.every((column) => table.stringAt(one, column) === table.stringAt(other, column))) return false;
  const [change, otherChange] = [table.rest.get(one)?.change, table.rest.get(other)?.change];
  return change?.added === otherChange?.added && change?.removed === otherChange?.removed;
}

/** True for model calls whose only rows are the same misses and denials. What the model said may differ. */
function areModelsEqual(tree: Children, one: number, other: number): boolean {
  const { table, first, next } = tree;
  if (table.kind(one) !== 'model') return false;
  let [a, b] = [first[one]!, first[other]!];
  if (a < 0) return false;
  for (let calls = 0; a >= 0 && b >= 0; calls++) {
    const status = table.status(a);
    const isMiss = status === 'miss' || status === 'denied';
    if (calls === MAX_CALLS || !isMiss || !areCallsEqual(tree, a, b)) return false;
    [a, b] = [next[a]!, next[b]!];
  }
  return a < 0 && b < 0;
}
