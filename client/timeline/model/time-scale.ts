/**
 * Maps run time to the width of the waterfall. Idle gaps are squeezed to a fixed fraction so that the work stays
 * readable. The minimap and the rows use the same scale. A unit is a fraction of the entire run, 0 to 1.
 */
import type { Gap } from './activity.ts';

export interface TimeScale {
  readonly end: number;
  /** Knots: `times[i]` maps to `units[i]`. Both increase. */
  readonly times: readonly number[];
  readonly units: readonly number[];
  readonly gaps: readonly Gap[];
  readonly squeezed: boolean;
}

/** Fraction of the working time that a squeezed gap gets; less if there are many gaps. */
const GAP_SHARE = 0.13;
const MAX_GAPS_SHARE = 0.6;

/** Builds the scale of a run that ends at `end`, in milliseconds. */
export function timeScale(end: number, gaps: readonly Gap[], squeezed: boolean): TimeScale {
  const length = Math.max(1, end);
  if (!squeezed || gaps.length === 0) return { end: length, times: [0, length], units: [0, 1], gaps, squeezed };
  const idle = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const worked = Math.max(length - idle, length * 0.001);
  const width = worked * Math.min(GAP_SHARE, MAX_GAPS_SHARE / gaps.length);
  const times = [0];
  const units = [0];
  let at = 0;
  let before = 0;
  for (const gap of gaps) {
    at += gap.from - before;
    push(gap.from);
    // A gap shorter than its squeezed width is not changed.
    at += Math.min(width, gap.to - gap.from);
    push(gap.to);
    before = gap.to;
  }
  at += length - before;
  push(length);
  const total = at || 1;
  return { end: length, times, units: units.map((unit) => unit / total), gaps, squeezed };

  function push(time: number): void {
    times.push(time);
    units.push(at);
  }
}

/** Returns the unit of a time, clamped to the run. */
export function toUnit(scale: TimeScale, time: number): number {
  return interpolate(scale.times, scale.units, time);
}

/** Returns the time of a unit, clamped to the run. */
export function toTime(scale: TimeScale, unit: number): number {
  return interpolate(scale.units, scale.times, unit);
}

function interpolate(from: readonly number[], to: readonly number[], value: number): number {
  let low = 0;
  let high = from.length - 1;
  if (value <= from[0]!) return to[0]!;
  if (value >= from[high]!) return to[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= value) low = middle;
    else high = middle;
  }
  const width = from[high]! - from[low]!;
  return width === 0 ? to[low]! : to[low]! + ((value - from[low]!) / width) * (to[high]! - to[low]!);
}

/** The range of the run that the waterfall shows, in units. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

export const FULL_ZOOM: Zoom = { from: 0, to: 1 };
const MIN_ZOOM_WIDTH = 1 / 2000;

/** Returns the distance of a time from the left edge, in pixels: below 0 or above `width` outside the zoom. */
export function toX(scale: TimeScale, zoom: Zoom, width: number, time: number): number {
  return ((toUnit(scale, time) - zoom.from) / (zoom.to - zoom.from)) * width;
}

/** Returns the time at a pixel. */
export function fromX(scale: TimeScale, zoom: Zoom, width: number, x: number): number {
  return toTime(scale, zoom.from + (x / Math.max(1, width)) * (zoom.to - zoom.from));
}

/** Zooms by a factor (above 1: in) around a unit, which keeps its position. */
export function zoomBy(zoom: Zoom, factor: number, about: number): Zoom {
  const width = Math.min(1, Math.max(MIN_ZOOM_WIDTH, (zoom.to - zoom.from) / factor));
  const share = (about - zoom.from) / (zoom.to - zoom.from);
  return clampZoom({ from: about - share * width, to: about + (1 - share) * width });
}

/** Clamps the range to the run and its width to the minimum. */
export function clampZoom(zoom: Zoom): Zoom {
  const width = Math.min(1, Math.max(MIN_ZOOM_WIDTH, zoom.to - zoom.from));
  const from = Math.min(1 - width, Math.max(0, zoom.from));
  return { from, to: from + width };
}

export interface Tick {
  readonly x: number;
  readonly time: number;
}

/** Returns ruler ticks at round times, at least `minDistance` pixels apart, none inside a squeezed gap. */
export function ticksOf(scale: TimeScale, zoom: Zoom, width: number, minDistance = 68): readonly Tick[] {
  if (width <= 0) return [];
  const step = niceStep((unsqueezedDuration(scale, zoom) * minDistance) / width);
  const from = fromX(scale, zoom, width, 0);
  const to = fromX(scale, zoom, width, width);
  const ticks: Tick[] = [];
  let time = Math.ceil(from / step) * step;
  for (let guard = 0; time <= to && guard < 1000; guard++) {
    const gap = scale.squeezed ? scale.gaps.find((one) => one.from < time && time < one.to) : undefined;
    if (gap !== undefined) {
      time = Math.ceil(gap.to / step) * step;
      if (gap.to >= to) break;
      continue;
    }
    const x = toX(scale, zoom, width, time);
    if (ticks.length === 0 || x - ticks.at(-1)!.x >= minDistance * 0.7) ticks.push({ x, time });
    time += step;
  }
  return ticks;
}

/** Returns the milliseconds that the range would span without squeezed gaps, from which the tick step is chosen. */
function unsqueezedDuration(scale: TimeScale, zoom: Zoom): number {
  const first = scale.times.findIndex((time, index) => index > 0 && time > 0 && scale.units[index]! > 0);
  if (!scale.squeezed || first < 0 || scale.gaps.length === 0) return scale.end * (zoom.to - zoom.from);
  const idle = scale.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const squeezedUnits = scale.gaps.reduce((sum, gap) => sum + toUnit(scale, gap.to) - toUnit(scale, gap.from), 0);
  return ((scale.end - idle) / Math.max(0.05, 1 - squeezedUnits)) * (zoom.to - zoom.from);
}

/** Returns the first of 1, 2, 5, 10 … that is at least `minimum`, or a round number of minutes or hours. */
function niceStep(minimum: number): number {
  const minutes = [60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000];
  if (minimum > 20_000) {
    const found = minutes.find((step) => step >= minimum);
    if (found !== undefined) return found;
    return Math.ceil(minimum / 3_600_000) * 3_600_000;
  }
  const power = 10 ** Math.floor(Math.log10(Math.max(minimum, 0.001)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= minimum * 0.999) ?? 10 * power;
}
