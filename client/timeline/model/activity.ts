/**
 * Periods in which the run worked, waited for the user, or was idle. Times are milliseconds. Finished rows are counted
 * once for each end that they get, open rows each time.
 */
import { enlarge, type Table } from './table.ts';

export type Interval = readonly [from: number, to: number];

/** An idle gap is a longer period than this in which nothing runs, in milliseconds. */
const IDLE_MS = 2000;

/** Sorted intervals, merged if they are at most `reach` apart. */
class IntervalList {
  readonly list: [number, number][] = [];
  private readonly reach: number;

  constructor(reach: number) {
    this.reach = reach;
  }

  add(from: number, to: number): void {
    const { list, reach } = this;
    let at = list.length;
    while (at > 0 && list[at - 1]![1] + reach >= from) at--;
    // All intervals from `at` on end late enough to touch the new one; those that start too late do not.
    let end = at;
    let start = from;
    let stop = Math.max(from, to);
    while (end < list.length && list[end]![0] <= stop + reach) {
      start = Math.min(start, list[end]![0]);
      stop = Math.max(stop, list[end]![1]);
      end++;
    }
    list.splice(at, end - at, [start, stop]);
  }
}

export interface Gap {
  readonly from: number;
  readonly to: number;
  /** True if the run waited for the user during the gap. */
  readonly waiting: boolean;
}

export class Activity {
  private readonly table: Table;
  private busy = new IntervalList(0);
  /** Merged across everything too short to be a gap, so there are few even in a long run. */
  private stretches = new IntervalList(IDLE_MS);
  private waits = new IntervalList(0);
  private readonly open = new Set<number>();
  /** The end with which each finished row was counted last, by id; NaN for none. */
  private counted = new Float64Array(1024).fill(Number.NaN);
  /** True if a row was counted with a later end than it has now. */
  private isStale = false;

  constructor(table: Table) {
    this.table = table;
  }

  clear(): void {
    this.clearIntervals();
    this.open.clear();
    this.counted.fill(Number.NaN);
    this.isStale = false;
  }

  private clearIntervals(): void {
    this.busy = new IntervalList(0);
    this.stretches = new IntervalList(IDLE_MS);
    this.waits = new IntervalList(0);
  }

  /** Counts a new or changed row. A call that was cut off can get another end. */
  update(id: number): void {
    const kind = this.table.kind(id);
    const isStep = kind === 'model' || kind === 'tool' || kind === 'skill' || kind === 'script' || kind === 'approval';
    if (!isStep && !this.isStop(id)) return;
    const end = this.table.end(id);
    if (Number.isNaN(end)) {
      this.open.add(id);
      return;
    }
    this.open.delete(id);
    const before = this.countedEnd(id);
    if (end === before) return;
    this.counted[id] = end;
    // A later end adds to what was counted; an earlier one takes away from it, which intervals that are merged cannot.
    if (end < before) this.isStale = true;
    else this.count(id, end, this.busy, this.stretches, this.waits);
  }

  private countedEnd(id: number): number {
    const size = this.counted.length;
    if (id >= size) this.counted = enlarge(this.counted, Math.max(id + 1, size * 2)).fill(Number.NaN, size);
    return this.counted[id]!;
  }

  /** Counts all finished rows again. */
  private recount(): void {
    this.isStale = false;
    this.clearIntervals();
    for (let id = 0; id < Math.min(this.table.count, this.counted.length); id++) {
      if (this.open.has(id)) this.counted[id] = Number.NaN;
      const end = this.counted[id]!;
      if (!Number.isNaN(end)) this.count(id, end, this.busy, this.stretches, this.waits);
    }
  }

  /** True for a stop in the debugger. */
  private isStop(id: number): boolean {
    return this.table.kind(id) === 'note' && this.table.rest.get(id)?.waits !== undefined;
  }

  /** Counts a row's work and waits, up to `now` if it is open. */
  private count(id: number, now: number, busy: IntervalList, stretches: IntervalList, waits: IntervalList): void {
    const periods = this.table.rest.get(id)?.waits ?? [];
    if (this.table.kind(id) === 'approval' || this.isStop(id)) {
      for (const [from, to] of periods) waits.add(from, to ?? now);
      return;
    }
    let from = this.table.start(id);
    const work = (to: number) => {
      busy.add(from, to);
      stretches.add(from, to);
    };
    for (const [waitFrom, waitTo] of periods) {
      work(waitFrom);
      from = waitTo ?? now;
    }
    if (from < now || periods.length === 0) work(now);
  }

  /** Returns the activity up to `now`. */
  snapshot(now: number): ActivitySnapshot {
    if (this.isStale) this.recount();
    if (this.open.size === 0) return new ActivitySnapshot(this.busy.list, this.stretches.list, this.waits.list, now);
    // Exact busy times matter only in combination with waits, which most runs do not have.
    const waited = this.waits.list.length > 0 || [...this.open].some((id) => this.table.kind(id) === 'approval');
    const busy = waited ? copyOf(this.busy, 0) : new IntervalList(0);
    const stretches = copyOf(this.stretches, IDLE_MS);
    const waits = copyOf(this.waits, 0);
    for (const id of this.open) this.count(id, now, busy, stretches, waits);
    return new ActivitySnapshot(busy.list, stretches.list, waits.list, now);
  }
}

/** Returns a shallow copy. Open rows change only the last intervals, so the others are shared. */
function copyOf(merged: IntervalList, reach: number): IntervalList {
  const copy = new IntervalList(reach);
  for (const one of merged.list) copy.list.push(one);
  return copy;
}

export class ActivitySnapshot {
  readonly busy: readonly Interval[];
  readonly waits: readonly Interval[];
  readonly end: number;
  private readonly stretches: readonly Interval[];

  constructor(busy: readonly Interval[], stretches: readonly Interval[], waits: readonly Interval[], end: number) {
    this.busy = busy;
    this.stretches = stretches;
    this.waits = waits;
    this.end = end;
  }

  /** Returns the periods of more than `IDLE_MS` in which nothing ran. */
  gaps(): readonly Gap[] {
    const gaps: Gap[] = [];
    let idleFrom = 0;
    const take = (to: number) => {
      if (to - idleFrom <= IDLE_MS) return;
      const waiting = this.waits.some(([from, until]) => from < to && until > idleFrom);
      gaps.push({ from: idleFrom, to, waiting });
    };
    for (const [from, to] of this.stretches) {
      take(Math.min(from, this.end));
      idleFrom = Math.max(idleFrom, to);
    }
    take(this.end);
    return gaps;
  }

  /** Returns the time spent waiting for the user. */
  waited(): number {
    return total(this.waits);
  }

  /**
   * Returns the time spent working: everything except idle gaps and waits during which nothing else ran. The moments
   * between two calls count as work, because the runtime is busy then.
   */
  working(): number {
    const idle = new IntervalList(0);
    for (const gap of this.gaps()) idle.add(gap.from, gap.to);
    for (const wait of this.waits) for (const [from, to] of subtract(wait, this.busy)) idle.add(from, to);
    return Math.max(0, this.end - total(idle.list));
  }
}

function total(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Returns the parts of an interval outside others, which are sorted and disjoint. */
function subtract(interval: Interval, others: readonly Interval[]): readonly Interval[] {
  const left: Interval[] = [];
  let from = interval[0];
  for (let at = findFirstAfter(others, from); at < others.length; at++) {
    const [start, stop] = others[at]!;
    if (start >= interval[1]) break;
    if (start > from) left.push([from, start]);
    from = stop;
  }
  if (from < interval[1]) left.push([from, interval[1]]);
  return left;
}

/** Returns the index of the first interval that ends after a time. */
function findFirstAfter(intervals: readonly Interval[], time: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (intervals[middle]![1] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
