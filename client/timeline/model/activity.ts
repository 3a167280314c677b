/** When the run worked, when it waited for a person, and where nothing happened. Times are milliseconds. */
import type { SpanRow } from '../protocol.ts';

export type Interval = readonly [from: number, to: number];

export interface Activity {
  /** Merged, in order. */
  readonly busy: readonly Interval[];
  readonly waits: readonly Interval[];
}

/** Nothing running for longer than this is an idle gap. */
export const IDLE_MS = 2000;

/**
 * What is known of the run's activity.
 * @param now end of what is still open
 */
export function activityOf(rows: readonly SpanRow[], now: number): Activity {
  const busy: Interval[] = [];
  const waits: Interval[] = [];
  for (const row of rows) {
    if (row.kind === 'approval') {
      for (const [from, to] of row.waits ?? []) waits.push([from, to ?? now]);
      continue;
    }
    if (row.kind !== 'model' && row.kind !== 'tool' && row.kind !== 'skill' && row.kind !== 'script') continue;
    let from = row.start;
    for (const [waitFrom, waitTo] of row.waits ?? []) {
      busy.push([from, waitFrom]);
      from = waitTo ?? now;
    }
    busy.push([from, row.end ?? now]);
  }
  return { busy: merge(busy), waits: merge(waits) };
}

/** Sorts intervals and joins those that touch; empty ones stay, as moments at which something happened. */
export function merge(intervals: readonly Interval[]): readonly Interval[] {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, Math.max(from, to)]);
  }
  return merged;
}

export interface Gap {
  readonly from: number;
  readonly to: number;
  /** A person was awaited in it. */
  readonly waiting: boolean;
}

/** Stretches of more than `IDLE_MS` in which nothing ran, up to `end`. */
export function gapsOf(activity: Activity, end: number): readonly Gap[] {
  const gaps: Gap[] = [];
  let idleFrom = 0;
  const take = (to: number) => {
    if (to - idleFrom <= IDLE_MS) return;
    const waiting = activity.waits.some(([from, until]) => from < to && until > idleFrom);
    gaps.push({ from: idleFrom, to, waiting });
  };
  for (const [from, to] of activity.busy) {
    take(Math.min(from, end));
    idleFrom = Math.max(idleFrom, to);
  }
  take(end);
  return gaps;
}

/** Sum of the lengths. */
export function total(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * Time at work: all but the idle gaps, and but the waits during which nothing else ran. The moments between two calls
 * count as work: the runtime is busy then.
 */
export function workingTime(activity: Activity, end: number): number {
  const gaps = gapsOf(activity, end).map((gap): Interval => [gap.from, gap.to]);
  const idle = merge([...gaps, ...activity.waits.flatMap((wait) => without(wait, activity.busy))]);
  return Math.max(0, end - total(idle));
}

/** What is left of an interval outside of others, which are in order and apart. */
function without(interval: Interval, others: readonly Interval[]): readonly Interval[] {
  const left: Interval[] = [];
  let from = interval[0];
  for (const [start, stop] of others) {
    if (stop <= from) continue;
    if (start >= interval[1]) break;
    if (start > from) left.push([from, start]);
    from = stop;
  }
  if (from < interval[1]) left.push([from, interval[1]]);
  return left;
}
