/** All rows of the run, in columns. Row ids are contiguous, and a parent precedes its children. */

import { defined } from '../../../runtime/text/objects.ts';
import { ICONS, INT, INTS, KINDS, NUM, NUMS, type RowBatch, type RowRest, STATUSES } from '../columns.ts';
import type { SpanKind, SpanRow, SpanStatus } from '../row.ts';

/** Maximum number of recently drawn rows cached as objects; more are never in view. */
const MAX_CACHED_ROWS = 4000;

export class Table {
  count = 0;
  ints = new Int32Array(1024 * INTS);
  nums = new Float64Array(1024 * NUMS);
  /** Depth in the full tree by id, from 1. */
  levels = new Int32Array(1024);
  readonly strings: string[] = [''];
  readonly rest = new Map<number, RowRest>();
  private readonly cache = new Map<number, SpanRow>();

  clear(): void {
    this.count = 0;
    this.strings.length = 1;
    this.rest.clear();
    this.cache.clear();
  }

  /** Stores new and changed rows. */
  apply(batch: RowBatch): void {
    for (const text of batch.strings) this.strings.push(text);
    for (let index = 0; index < batch.ids.length; index++) {
      const id = batch.ids[index]!;
      this.ensureCapacity(id + 1);
      this.ints.set(batch.ints.subarray(index * INTS, (index + 1) * INTS), id * INTS);
      this.nums.set(batch.nums.subarray(index * NUMS, (index + 1) * NUMS), id * NUMS);
      this.count = Math.max(this.count, id + 1);
      const parent = this.parent(id);
      this.levels[id] = parent < 0 ? 1 : this.levels[parent]! + 1;
      this.cache.delete(id);
      if (this.rest.size > 0) this.rest.delete(id);
    }
    for (const rest of batch.rest) this.rest.set(rest.id, rest);
  }

  /**
   * Returns a row's parent, or -1. A parent that does not precede its child is ignored, so no message can form a cycle.
   */
  parent(id: number): number {
    const parent = this.ints[id * INTS + INT.parent]!;
    return parent < id && parent >= 0 ? parent : -1;
  }

  kind(id: number): SpanKind {
    return KINDS[this.ints[id * INTS + INT.traits]! & 255] ?? 'note';
  }

  status(id: number): SpanStatus {
    return STATUSES[(this.ints[id * INTS + INT.traits]! >> 16) & 255] ?? 'ok';
  }

  start(id: number): number {
    return this.nums[id * NUMS + NUM.start]!;
  }

  /** Returns the end of a row, NaN while it is open. */
  end(id: number): number {
    return this.nums[id * NUMS + NUM.end]!;
  }

  /** Returns the index in `strings` of one of the row's strings. */
  stringAt(id: number, column: number): number {
    return this.ints[id * INTS + column]!;
  }

  /** Returns the row as an object, the same one until it changes; undefined if there is none. */
  row(id: number): SpanRow | undefined {
    if (!(id >= 0 && id < this.count)) return undefined;
    const known = this.cache.get(id);
    if (known !== undefined) return known;
    if (this.cache.size >= MAX_CACHED_ROWS) this.cache.clear();
    const row = this.build(id);
    this.cache.set(id, row);
    return row;
  }

  private build(id: number): SpanRow {
    const i = id * INTS;
    const n = id * NUMS;
    const { ints, nums, strings } = this;
    const text = (column: number) => strings[ints[i + column]!] ?? '';
    const some = (key: string, column: number) => (ints[i + column] === 0 ? {} : { [key]: text(column) });
    const int = (key: string, column: number) => (ints[i + column]! < 0 ? {} : { [key]: ints[i + column]! });
    const num = (key: string, column: number) => (Number.isNaN(nums[n + column]) ? {} : { [key]: nums[n + column]! });
    const traits = ints[i + INT.traits]!;
    const addedBy = ints[i + INT.addedBy]!;
    return {
      id,
      parent: this.parent(id),
      seq: ints[i + INT.seq]!,
      kind: this.kind(id),
      icon: ICONS[(traits >> 8) & 255] ?? 'info',
      status: this.status(id),
      verb: text(INT.verb),
      name: text(INT.name),
      start: this.start(id),
      ...some('detail', INT.detail),
      ...some('code', INT.code),
      ...some('label', INT.label),
      ...some('agent', INT.agent),
      ...some('tool', INT.tool),
      ...some('skill', INT.skill),
      ...defined<Partial<SpanRow>>({ addedBy: addedBy > 0 ? (strings[addedBy - 1] ?? '') : undefined }),
      ...int('turn', INT.turn),
      ...int('addedTools', INT.addedTools),
      ...int('parallel', INT.parallel),
      ...num('end', NUM.end),
      ...num('tokensIn', NUM.tokensIn),
      ...num('tokensOut', NUM.tokensOut),
      ...num('tokensAdded', NUM.tokensAdded),
      ...num('costUsd', NUM.costUsd),
      ...defined<Partial<SpanRow>>({ source: traits >> 24 === 1 ? true : undefined }),
      ...this.rest.get(id),
    };
  }

  private ensureCapacity(count: number): void {
    if (count <= this.levels.length) return;
    const size = Math.max(count, this.levels.length * 2);
    this.ints = enlarge(this.ints, size * INTS);
    this.nums = enlarge(this.nums, size * NUMS);
    this.levels = enlarge(this.levels, size);
  }
}

/** Returns a copy of the array with a larger size. */
export function enlarge<T extends Int32Array | Float64Array | Uint8Array>(from: T, size: number): T {
  const to = new (from.constructor as new (size: number) => T)(size);
  to.set(from);
  return to;
}
