/**
 * Rows in columnar form, as they are sent to the page and stored there. A row takes one slice of each of two typed
 * arrays. Its texts are indexes into a list of unique strings, and fields that few rows have (guards, causes, waits)
 * are listed separately. A hundred thousand rows are therefore a few buffers that a message carries without copying
 * them field by field, and a row becomes an object only when it is drawn.
 */
import type { IconName, SpanKind, SpanRow, SpanStatus } from './row.ts';

/** Offsets of a row's integers. Those up to `skill` are indexes of strings, 0 for none. */
export const INT = {
  verb: 0,
  name: 1,
  detail: 2,
  code: 3,
  label: 4,
  agent: 5,
  tool: 6,
  skill: 7,
  addedBy: 8,
  parent: 9,
  seq: 10,
  /** Kind, icon and status as indexes into the lists below, and a flag for a source: one byte each. */
  traits: 11,
  turn: 12,
  addedTools: 13,
  parallel: 14,
} as const;
export const INTS = 15;

/** Offsets of a row's numbers; NaN if absent. */
export const NUM = { start: 0, end: 1, tokensIn: 2, tokensOut: 3, tokensAdded: 4, costUsd: 5 } as const;
export const NUMS = 6;

export const KINDS: readonly SpanKind[] = [
  'agent',
  'model',
  'skill',
  'tool',
  'script',
  'tools',
  'guard',
  'cause',
  'approval',
  'answer',
  'note',
];
export const STATUSES: readonly SpanStatus[] = ['ok', 'open', 'waiting', 'miss', 'error', 'denied', 'cut'];
export const ICONS: readonly IconName[] = [
  'agent',
  'model',
  'list',
  'book',
  'page',
  'page-missed',
  'tool',
  'tools',
  'terminal',
  'play',
  'guard',
  'person',
  'key',
  'answer',
  'error',
  'info',
  'compaction',
];

/** The fields that few rows have. */
export type RowRest = Pick<
  SpanRow,
  'id' | 'waits' | 'heldUntil' | 'guard' | 'cause' | 'compaction' | 'change' | 'pause' | 'pauseKind' | 'totals'
>;

/** New or changed rows. Their strings continue the list of the previous message; string 0 is `''`. */
export interface RowBatch {
  readonly ids: Int32Array;
  readonly ints: Int32Array;
  readonly nums: Float64Array;
  readonly strings: readonly string[];
  readonly rest: readonly RowRest[];
}

/** The fields that go into a row's columns. Only the presence of a source matters, not its type. */
type Packable = Omit<SpanRow, Exclude<keyof RowRest, 'id'> | 'source'> & { readonly source?: unknown };

const KIND_INDEX = new Map(KINDS.map((kind, index) => [kind, index]));
const STATUS_INDEX = new Map(STATUSES.map((status, index) => [status, index]));
const ICON_INDEX = new Map(ICONS.map((icon, index) => [icon, index]));

/** Packs rows for one page and remembers which strings that page already has. */
export class RowPacker {
  private readonly indexes = new Map<string, number>([['', 0]]);
  private newStrings: string[] = [];

  /**
   * @param rows in any order, except that a parent that the page does not have yet precedes its children
   * @param restOf returns the fields that have no column
   */
  pack<T extends Packable>(rows: readonly T[], restOf: (row: T) => RowRest | undefined): RowBatch {
    const ids = new Int32Array(rows.length);
    const ints = new Int32Array(rows.length * INTS);
    const nums = new Float64Array(rows.length * NUMS);
    const rest: RowRest[] = [];
    this.newStrings = [];
    let i = 0;
    let n = 0;
    for (const [index, row] of rows.entries()) {
      ids[index] = row.id;
      ints[i + INT.verb] = this.intern(row.verb);
      ints[i + INT.name] = this.intern(row.name);
      ints[i + INT.detail] = this.intern(row.detail);
      ints[i + INT.code] = this.intern(row.code);
      ints[i + INT.label] = this.intern(row.label);
      ints[i + INT.agent] = this.intern(row.agent);
      ints[i + INT.tool] = this.intern(row.tool);
      ints[i + INT.skill] = this.intern(row.skill);
      // One more than the index: an unknown skill differs from none.
      ints[i + INT.addedBy] = row.addedBy === undefined ? 0 : this.intern(row.addedBy) + 1;
      ints[i + INT.parent] = row.parent;
      ints[i + INT.seq] = row.seq;
      ints[i + INT.traits] =
        (KIND_INDEX.get(row.kind) ?? 0) |
        ((ICON_INDEX.get(row.icon) ?? 0) << 8) |
        ((STATUS_INDEX.get(row.status) ?? 0) << 16) |
        ((row.source ? 1 : 0) << 24);
      ints[i + INT.turn] = row.turn ?? -1;
      ints[i + INT.addedTools] = row.addedTools ?? -1;
      ints[i + INT.parallel] = row.parallel ?? -1;
      nums[n + NUM.start] = row.start;
      nums[n + NUM.end] = row.end ?? Number.NaN;
      nums[n + NUM.tokensIn] = row.tokensIn ?? Number.NaN;
      nums[n + NUM.tokensOut] = row.tokensOut ?? Number.NaN;
      nums[n + NUM.tokensAdded] = row.tokensAdded ?? Number.NaN;
      nums[n + NUM.costUsd] = row.costUsd ?? Number.NaN;
      const fields = restOf(row);
      if (fields !== undefined) rest.push(fields);
      i += INTS;
      n += NUMS;
    }
    return { ids, ints, nums, strings: this.newStrings, rest };
  }

  private intern(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.indexes.get(text);
    if (known !== undefined) return known;
    const index = this.indexes.size;
    this.indexes.set(text, index);
    this.newStrings.push(text);
    return index;
  }
}
