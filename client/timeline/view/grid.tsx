/** The treegrid: ruler, skill lanes and rows, its keys and what the wheel does. */
import { useEffect, useRef } from 'preact/hooks';
import { act, pan, setZoom } from '../actions.ts';
import { duration } from '../model/format.ts';
import { treeKey } from '../model/keys.ts';
import { atX, zoomBy } from '../model/time-scale.ts';
import { ROW } from '../model/window.ts';
import * as store from '../store.ts';
import { beginBrush } from './brush.ts';
import { Lanes } from './lanes.tsx';
import { Rows } from './rows.tsx';
import { Ruler } from './ruler.tsx';

export function Grid() {
  const grid = useRef<HTMLDivElement>(null);
  const cross = useRef<HTMLDivElement>(null);
  const brush = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    // Buttons inside rows keep Enter and blank for themselves.
    if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) return;
    const action = treeKey(
      { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey },
      {
        table: store.table,
        outline: store.outline.value.tree,
        collapsed: store.collapsed.value,
        active: store.selected.value,
        page: Math.floor(store.viewHeight.value / ROW),
      },
    );
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  };
  const point = (event: PointerEvent) => {
    const line = cross.current;
    const track = grid.current?.querySelector('.ruler .col-track')?.getBoundingClientRect();
    if (line === null || track === undefined) return;
    const x = event.clientX - track.left;
    const inside = x >= 0 && x <= store.trackWidth.value;
    line.classList.toggle('on', inside);
    if (!inside) return;
    line.style.left = `${x + track.left - (grid.current?.getBoundingClientRect().left ?? 0)}px`;
    line.dataset.time = duration(atX(store.scale.value, store.zoom.value, store.trackWidth.value, x));
    line.classList.toggle('flip', x > store.trackWidth.value - 60);
  };
  useEffect(() => {
    const element = grid.current;
    if (element === null) return;
    // Not passive: Ctrl and the wheel would zoom the page. Shift and the wheel, or two fingers aside, move in time.
    const wheel = (event: WheelEvent) => {
      const aside = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (!event.ctrlKey && !event.metaKey) {
        if (aside === 0 || (!event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY))) return;
        event.preventDefault();
        pan(aside / store.trackWidth.value);
        return;
      }
      event.preventDefault();
      const track = element.querySelector('.ruler .col-track')?.getBoundingClientRect();
      if (track === undefined) return;
      const zoom = store.zoom.value;
      const share = Math.min(1, Math.max(0, (event.clientX - track.left) / store.trackWidth.value));
      setZoom(zoomBy(zoom, Math.exp(-event.deltaY * 0.003), zoom.from + share * (zoom.to - zoom.from)));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);
  return (
    <div
      class="grid"
      role="treegrid"
      aria-label="Steps of the run"
      ref={grid}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (grid.current !== null && brush.current !== null) beginBrush(event, grid.current, brush.current);
      }}
      onPointerMove={point}
      onPointerLeave={() => cross.current?.classList.remove('on')}
    >
      <Ruler />
      <Lanes />
      <Rows />
      <div class="cross" ref={cross} aria-hidden="true" />
      <div class="brush" ref={brush} aria-hidden="true" />
    </div>
  );
}
