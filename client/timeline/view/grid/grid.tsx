/** The treegrid: ruler, context strip, skill lanes and rows, with keyboard and wheel handling. */
import { useEffect, useRef } from 'preact/hooks';
import { duration } from '../../model/format.ts';
import { treeKey } from '../../model/keys.ts';
import { fromX } from '../../model/time-scale.ts';
import { ROW_HEIGHT } from '../../model/visible-rows.ts';
import { runAction } from '../../state/actions.ts';
import * as store from '../../state/store.ts';
import { ContextStrip } from './context-strip.tsx';
import { Lanes } from './lanes.tsx';
import { Rows } from './rows.tsx';
import { Ruler } from './ruler.tsx';
import { handleWheel } from './wheel.ts';
import { startBrush } from './zoom-brush.ts';

/** Handles a key in the grid. */
export function gridKey(event: KeyboardEvent): void {
  // Buttons inside rows handle Enter and Space themselves.
  if (event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) return;
  const action = treeKey(
    { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey },
    {
      table: store.table,
      outline: store.outline.value.tree,
      collapsed: store.collapsed.value,
      repeated: store.repeats.value.counts,
      active: store.selected.value,
      page: Math.floor(store.viewHeight.value / ROW_HEIGHT),
    },
  );
  if (action === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  runAction(action);
}

export function Grid() {
  const grid = useRef<HTMLDivElement>(null);
  const crosshair = useRef<HTMLDivElement>(null);
  const brush = useRef<HTMLDivElement>(null);
  const moveCrosshair = (event: PointerEvent) => {
    const line = crosshair.current;
    const track = grid.current?.querySelector('.ruler .col-track')?.getBoundingClientRect();
    if (line === null || track === undefined) return;
    const x = event.clientX - track.left;
    const inside = x >= 0 && x <= store.trackWidth.value;
    line.classList.toggle('on', inside);
    if (!inside) return;
    line.style.left = `${x + track.left - (grid.current?.getBoundingClientRect().left ?? 0)}px`;
    line.dataset.time = duration(fromX(store.scale.value, store.zoom.value, store.trackWidth.value, x));
    line.classList.toggle('flip', x > store.trackWidth.value - 60);
  };
  useEffect(() => {
    const element = grid.current;
    if (element === null) return;
    // Not passive: Ctrl + wheel would otherwise zoom the page.
    const onWheel = (event: WheelEvent) => {
      const left = element.querySelector('.ruler .col-track')?.getBoundingClientRect().left ?? 0;
      const { from, to } = store.zoom.value;
      handleWheel(event, from + ((event.clientX - left) / store.trackWidth.value) * (to - from));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);
  return (
    <div
      class={`grid${store.hasCosts.value ? ' has-costs' : ''}${store.contextBasis.value > 0 ? ' has-context' : ''}`}
      role="treegrid"
      aria-label="Steps of the run"
      ref={grid}
      onKeyDown={gridKey}
      onPointerDown={(event) => {
        if (grid.current !== null && brush.current !== null) startBrush(event, grid.current, brush.current);
      }}
      onPointerMove={moveCrosshair}
      onPointerLeave={() => crosshair.current?.classList.remove('on')}
    >
      <Ruler />
      <ContextStrip />
      <Lanes />
      <Rows />
      <div class="cross" ref={crosshair} aria-hidden="true" />
      <div class="brush" ref={brush} aria-hidden="true" />
    </div>
  );
}
