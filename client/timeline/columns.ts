/**
 * Rows as columns: how they travel, and how the page keeps them. A row takes one stretch of two typed arrays, its texts
 * stand once each in a list of strings, and what few rows have (guards, causes, waits) comes beside. So a hundred
 * thousand rows are a few buffers, which a message carries without reading them, and no objects until one is drawn.
 */
import type { IconName, SpanKind, SpanRow, SpanStatus } from './row.ts';

/** Places of the whole numbers of a row. Those up to `skill` are strings' places, 0 for none. */
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
  /** Kind, icon and status by their places in the lists below, and whether there is a source: a byte each. */
  traits: 11,
  turn: 12,
  addedTools: 13,
  parallel: 14,
} as const;
export const INTS = 15;

/** Places of the numbers of a row; NaN where there is none. */
export const NUM = { start: 0, end: 1, tokensIn: 2, tokensOut: 3, tokensAdded: 4 } as const;
export const NUMS = 5;

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
];

/** What few rows have. */
export type RowRest = Pick<SpanRow, 'id' | 'waits' | 'heldUntil' | 'guard' | 'cause' | 'pause' | 'asks' | 'totals'>;

/** Some rows, new or changed. Their strings go on where those of the message before ended; string 0 is `''`. */
export interface RowBatch {
  readonly ids: Int32Array;
  readonly ints: Int32Array;
  readonly nums: Float64Array;
  readonly strings: readonly string[];
  readonly rest: readonly RowRest[];
}

/** What goes into the columns of a row; whatever its source is, only that there is one. */
type Packable = Omit<SpanRow, Exclude<keyof RowRest, 'id'> | 'source'> & { readonly source?: unknown };

const KIND_AT = new Map(KINDS.map((kind, place) => [kind, place]));
const STATUS_AT = new Map(STATUSES.map((status, place) => [status, place]));
const ICON_AT = new Map(ICONS.map((icon, place) => [icon, place]));

/** Packs rows for one page; it remembers which strings that page has. */
export class RowPacker {
  private readonly places = new Map<string, number>([['', 0]]);
  private fresh: string[] = [];

  /**
   * @param rows in any order; a parent that the page does not have yet must stand before its child
   * @param restOf what the row has beside its columns
   */
  pack<T extends Packable>(rows: readonly T[], restOf: (row: T) => RowRest | undefined): RowBatch {
    const ids = new Int32Array(rows.length);
    const ints = new Int32Array(rows.length * INTS);
    const nums = new Float64Array(rows.length * NUMS);
    const rest: RowRest[] = [];
    this.fresh = [];
    let i = 0;
    let n = 0;
    for (const [place, row] of rows.entries()) {
      ids[place] = row.id;
      ints[i + INT.verb] = this.place(row.verb);
      ints[i + INT.name] = this.place(row.name);
      ints[i + INT.detail] = this.place(row.detail);
      ints[i + INT.code] = this.place(row.code);
      ints[i + INT.label] = this.place(row.label);
      ints[i + INT.agent] = this.place(row.agent);
      ints[i + INT.tool] = this.place(row.tool);
      ints[i + INT.skill] = this.place(row.skill);
      // One more than its place: a skill that is not known is not the same as none.
      ints[i + INT.addedBy] = row.addedBy === undefined ? 0 : this.place(row.addedBy) + 1;
      ints[i + INT.parent] = row.parent;
      ints[i + INT.seq] = row.seq;
      ints[i + INT.traits] =
        (KIND_AT.get(row.kind) ?? 0) |
        ((ICON_AT.get(row.icon) ?? 0) << 8) |
        ((STATUS_AT.get(row.status) ?? 0) << 16) |
        ((row.source ? 1 : 0) << 24);
      ints[i + INT.turn] = row.turn ?? -1;
      ints[i + INT.addedTools] = row.addedTools ?? -1;
      ints[i + INT.parallel] = row.parallel ?? -1;
      nums[n + NUM.start] = row.start;
      nums[n + NUM.end] = row.end ?? Number.NaN;
      nums[n + NUM.tokensIn] = row.tokensIn ?? Number.NaN;
      nums[n + NUM.tokensOut] = row.tokensOut ?? Number.NaN;
      nums[n + NUM.tokensAdded] = row.tokensAdded ?? Number.NaN;
      const more = restOf(row);
      if (more !== undefined) rest.push(more);
      i += INTS;
      n += NUMS;
    }
    return { ids, ints, nums, strings: this.fresh, rest };
  }

  private place(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.places.get(text);
    if (known !== undefined) return known;
    const place = this.places.size;
    this.places.set(text, place);
    this.fresh.push(text);
    return place;
  }
}
