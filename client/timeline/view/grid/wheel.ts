/** Wheel handling over the waterfall and the minimap. */

import { zoomBy } from '../../model/time-scale.ts';
import { pan, setZoom } from '../../state/actions.ts';
import * as store from '../../state/store.ts';

/**
 * Zooms on Ctrl + wheel and pans on Shift + wheel or horizontal scrolling. Other wheel events scroll as usual.
 * @param at position of the pointer, as a fraction of the run
 */
export function handleWheel(event: WheelEvent, at: number): void {
  const zoom = store.zoom.value;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    setZoom(zoomBy(zoom, Math.exp(-event.deltaY * 0.003), Math.min(zoom.to, Math.max(zoom.from, at))));
    return;
  }
  const horizontal = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (horizontal === 0 || (!event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY))) return;
  event.preventDefault();
  pan(horizontal / store.trackWidth.value);
}
