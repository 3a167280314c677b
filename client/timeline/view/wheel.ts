/** What the wheel does over the waterfall and the minimap. */

import { zoomBy } from '../model/time-scale.ts';
import { pan, setZoom } from '../state/actions.ts';
import * as store from '../state/store.ts';

/**
 * Ctrl and the wheel zoom; Shift and the wheel, or two fingers aside, move in time. All else scrolls as ever.
 * @param at what is below the pointer, as a share of the run
 */
export function wheel(event: WheelEvent, at: number): void {
  const zoom = store.zoom.value;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    setZoom(zoomBy(zoom, Math.exp(-event.deltaY * 0.003), Math.min(zoom.to, Math.max(zoom.from, at))));
    return;
  }
  const aside = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (aside === 0 || (!event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY))) return;
  event.preventDefault();
  pan(aside / store.trackWidth.value);
}
