/** Zooms to a range dragged across the waterfall. */
import { duration } from '../../model/format.ts';
import { fromX } from '../../model/time-scale.ts';
import { setZoom } from '../../state/actions.ts';
import * as store from '../../state/store.ts';

/** Distance in pixels up to which a press counts as a click. */
const CLICK_DISTANCE = 6;

/**
 * Starts a drag if the press is in the waterfall and not on a button.
 * @param grid the element that contains the ruler and the rows
 * @param brush the element that marks the range, positioned within the grid
 */
export function startBrush(event: PointerEvent, grid: HTMLElement, brush: HTMLElement): void {
  const track = grid.querySelector('.ruler .col-track')?.getBoundingClientRect();
  if (track === undefined || event.button !== 0 || event.clientX < track.left || event.clientX > track.right) return;
  if (event.target instanceof Element && event.target.closest('button') !== null) return;
  const left = grid.getBoundingClientRect().left;
  const width = store.trackWidth.value;
  const inside = (at: PointerEvent) => Math.min(width, Math.max(0, at.clientX - track.left));
  const start = inside(event);
  let dragged = false;
  const move = (at: PointerEvent) => {
    const current = inside(at);
    dragged ||= Math.abs(current - start) > CLICK_DISTANCE;
    if (!dragged) return;
    grid.classList.add('dragged');
    brush.classList.add('on');
    brush.style.left = `${track.left - left + Math.min(current, start)}px`;
    brush.style.width = `${Math.abs(current - start)}px`;
    const time = (x: number) => fromX(store.scale.value, store.zoom.value, width, x);
    brush.dataset.time = duration(Math.abs(time(current) - time(start)));
  };
  const stop = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('keydown', cancel, true);
    brush.classList.remove('on');
    grid.classList.remove('dragged');
  };
  const end = (at: PointerEvent) => {
    stop();
    if (!dragged) return;
    // Releasing the button would select the row below the pointer.
    window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    const zoom = store.zoom.value;
    const unit = (x: number) => zoom.from + (x / width) * (zoom.to - zoom.from);
    const current = inside(at);
    setZoom({ from: unit(Math.min(start, current)), to: unit(Math.max(start, current)) });
  };
  const cancel = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return;
    key.stopPropagation();
    stop();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('keydown', cancel, true);
}
