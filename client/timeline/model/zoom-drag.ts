/** What dragging and keys on the minimap make of the shown part. */
import { clampZoom, WHOLE, type Zoom } from './time-scale.ts';

/** What is dragged: an edge of the shown part, all of it, or a new one over the strip. */
export type Grip = 'from' | 'to' | 'window' | 'brush';

/** The least width that an edge leaves, as a share of the run. */
const LEAST = 0.002;
/** A drag over less than this share is a click. */
const CLICK = 0.005;

/**
 * The part that is shown in the midst of a drag.
 * @param first the part that was shown when the drag began
 * @param start where it began, as a share of the strip
 * @param at where the pointer is now; outside of the strip below 0 or above 1
 * @returns undefined where nothing is to change
 */
export function dragged(grip: Grip, first: Zoom, start: number, at: number): Zoom | undefined {
  if (grip === 'window') return clampZoom({ from: first.from + at - start, to: first.to + at - start });
  // The edge that is not dragged stays, however far the pointer goes: clampZoom alone would keep the width.
  const here = Math.min(1, Math.max(0, at));
  if (grip === 'from') return clampZoom({ from: Math.min(here, first.to - LEAST), to: first.to });
  if (grip === 'to') return clampZoom({ from: first.from, to: Math.max(here, first.from + LEAST) });
  if (Math.abs(here - start) <= CLICK) return undefined;
  return clampZoom({ from: Math.min(here, start), to: Math.max(here, start) });
}

/** The part that is shown after a key on the handle of an edge; undefined where the key is none of a slider's. */
export function stepped(edge: 'from' | 'to', zoom: Zoom, key: string): Zoom | undefined {
  const by = STEPS.get(key);
  const to = by === undefined ? EDGES.get(key) : zoom[edge] + by * Math.min(STEP, (zoom.to - zoom.from) / 10);
  return to === undefined ? undefined : dragged(edge, zoom, 0, to);
}

/** A step in the whole run; in a small part a tenth of it. */
const STEP = 0.02;
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['PageDown', -5],
  ['PageUp', 5],
]);
const EDGES: ReadonlyMap<string, number> = new Map([
  ['Home', WHOLE.from],
  ['End', WHOLE.to],
]);
