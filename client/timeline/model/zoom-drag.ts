/** The effects of dragging and keys on the visible range of the minimap. */
import { clampZoom, FULL_ZOOM, type Zoom } from './time-scale.ts';

/** The target of a drag: an edge of the visible range, the range itself, or a new range on the strip. */
export type DragTarget = 'from' | 'to' | 'window' | 'brush';

/** Minimum width of the range, as a fraction of the run. */
const MIN_WIDTH = 0.002;
/** A drag shorter than this fraction is a click. */
const CLICK_DISTANCE = 0.005;

/**
 * Returns the visible range during a drag.
 * @param initial the range when the drag started
 * @param start where the drag started, as a fraction of the strip
 * @param at current position of the pointer; below 0 or above 1 outside the strip
 * @returns undefined if nothing changes
 */
export function zoomAfterDrag(target: DragTarget, initial: Zoom, start: number, at: number): Zoom | undefined {
  if (target === 'window') return clampZoom({ from: initial.from + at - start, to: initial.to + at - start });
  // The other edge stays fixed however far the pointer goes; clampZoom alone would preserve the width.
  const position = Math.min(1, Math.max(0, at));
  if (target === 'from') return clampZoom({ from: Math.min(position, initial.to - MIN_WIDTH), to: initial.to });
  if (target === 'to') return clampZoom({ from: initial.from, to: Math.max(position, initial.from + MIN_WIDTH) });
  if (Math.abs(position - start) <= CLICK_DISTANCE) return undefined;
  return clampZoom({ from: Math.min(position, start), to: Math.max(position, start) });
}

/** Returns the visible range after a key press on an edge's handle, or undefined if the key does not move a slider. */
export function zoomAfterKey(edge: 'from' | 'to', zoom: Zoom, key: string): Zoom | undefined {
  const steps = STEPS.get(key);
  const to = steps === undefined ? EDGES.get(key) : zoom[edge] + steps * Math.min(STEP, (zoom.to - zoom.from) / 10);
  return to === undefined ? undefined : zoomAfterDrag(edge, zoom, 0, to);
}

/** A step in the entire run; in a smaller range, a tenth of that range. */
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
  ['Home', FULL_ZOOM.from],
  ['End', FULL_ZOOM.to],
]);
