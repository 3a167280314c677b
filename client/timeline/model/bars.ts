/** Positions of a row's bar and label in the waterfall, in pixels. */
import type { SpanRow } from '../row.ts';
import { type TimeScale, toX, type Zoom } from './time-scale.ts';

export interface Segment {
  /** `held`: not started, such as a script before its approval. `wait`: waiting for the user. */
  readonly kind: 'work' | 'wait' | 'held';
  readonly x: number;
  readonly width: number;
  /** True if it has not ended: drawn open to the right. */
  readonly open: boolean;
}

export interface Bar {
  readonly segments: readonly Segment[];
  /** The edge at which a chevron marks a bar outside the zoomed range. */
  readonly outside?: 'left' | 'right';
  readonly from: number;
  readonly to: number;
}

const MIN_WIDTH = 3;

/** Returns the end of a row, or its current end if it is open. `now` may lag behind the start of a new row. */
export function endOf({ start, end }: Pick<SpanRow, 'start' | 'end'>, now: number): number {
  return end ?? Math.max(start, now);
}

/** Lays out one row. Open rows end at `now`. */
export function barOf(row: SpanRow, scale: TimeScale, zoom: Zoom, width: number, now: number): Bar {
  const x = (time: number) => toX(scale, zoom, width, time);
  const end = row.end ?? now;
  const from = x(row.start);
  const to = Math.max(x(end), from + MIN_WIDTH);
  if (to < 0) return { segments: [], outside: 'left', from, to };
  if (from > width) return { segments: [], outside: 'right', from, to };
  const segments: Segment[] = [];
  const push = (kind: Segment['kind'], start: number, stop: number, open: boolean) => {
    const left = Math.max(-4, x(start));
    const right = Math.min(width + 4, x(stop));
    if (right <= left && segments.length > 0) return;
    segments.push({ kind, x: left, width: Math.max(MIN_WIDTH, right - left), open });
  };
  const startsAt = row.heldUntil === undefined ? row.start : (row.heldUntil ?? end);
  /** Adds the periods that are not waits: held at the start, then work. */
  const addWork = (start: number, stop: number, open: boolean, always: boolean) => {
    const works = Math.max(start, Math.min(stop, startsAt));
    const held = works > start && (x(works) - x(start) >= 1 || (always && works === stop));
    if (held) push('held', start, works, open && works === stop);
    if (x(stop) - x(works) >= 1 || (always && !held)) push('work', works, stop, open);
  };
  let at = row.start;
  for (const [waitFrom, waitTo] of row.waits ?? []) {
    addWork(at, waitFrom, false, false);
    push('wait', waitFrom, waitTo ?? end, waitTo === null && row.end === undefined);
    at = waitTo ?? end;
  }
  const waits = row.waits?.length ?? 0;
  addWork(at, end, row.end === undefined, waits === 0);
  return { segments, from, to };
}

export type LabelSide = 'right' | 'left' | 'inside' | 'none';

/** Places a label to the right of its bar, else to the left, else inside; returns `none` if it fits nowhere. */
export function labelSide(bar: Bar, width: number, labelWidth: number): LabelSide {
  if (bar.outside !== undefined) return 'none';
  const gap = 6;
  if (Math.min(bar.to, width) + gap + labelWidth <= width) return 'right';
  if (Math.max(0, bar.from) - gap - labelWidth >= 0) return 'left';
  return Math.min(bar.to, width) - Math.max(0, bar.from) > labelWidth + 2 * gap ? 'inside' : 'none';
}

/** Returns the approximate width of 11 px text. */
export function labelWidth(text: string, mono: boolean): number {
  return text.length * (mono ? 6.7 : 5.8);
}
