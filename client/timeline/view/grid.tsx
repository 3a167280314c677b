/** The treegrid: ruler, skill lanes and the rows, of which only those in sight are in the DOM. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { act, pan, setZoom, show, view } from '../actions.ts';
import { duration } from '../model/format.ts';
import { treeKey } from '../model/keys.ts';
import { atX, toX, zoomBy } from '../model/time-scale.ts';
import { poolOf, ROW, scrollTo, windowOf } from '../model/window.ts';
import * as store from '../store.ts';
import { Brackets } from './brackets.tsx';
import { beginBrush } from './brush.ts';
import { Lanes } from './lanes.tsx';
import { Row } from './row.tsx';
import { EDGE, Ruler } from './ruler.tsx';

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
      aria-rowcount={store.outline.value.length}
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

function Rows() {
  const scroller = useRef<HTMLDivElement>(null);
  const shownTop = useRef(0);
  const { tree, length } = store.outline.value;
  const selected = store.selected.value;
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    view.scroll = (top) => {
      element.scrollTop = top;
      store.scrollTop.value = element.scrollTop;
    };
    view.focus = () => {
      // After the next drawing: the row may not be in the DOM yet.
      requestAnimationFrame(() =>
        element.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus({ preventScroll: true }),
      );
    };
    const track = element.querySelector('.backdrop');
    const observer = new ResizeObserver(() => {
      const height = store.viewHeight.value;
      const row = store.outline.value.tree.place(store.selected.value);
      const seen = row >= 0 && scrollTo(row, element.scrollTop, height) === element.scrollTop;
      store.viewHeight.value = element.clientHeight;
      // A selected row that was in sight stays there when the panel becomes lower.
      if (seen && element.clientHeight < height) show(store.selected.value);
      // The scroll bar takes its room from the rows: ruler and lanes give up as much.
      element.parentElement?.style.setProperty('--bar', `${element.offsetWidth - element.clientWidth}px`);
      if (track !== null) store.trackWidth.value = Math.max(1, track.clientWidth - EDGE);
    });
    observer.observe(element);
    if (track !== null) observer.observe(track);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !store.follow.value || !store.live.value) return;
    // Setting it lays the page out: only where it moves.
    if (shownTop.current === store.scrollTop.value) return;
    shownTop.current = store.scrollTop.value;
    element.scrollTop = store.scrollTop.value;
  });
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    store.scrollTop.value = element.scrollTop;
    shownTop.current = element.scrollTop;
    const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - ROW;
    // Scrolling back to the end takes up following again.
    if (store.live.value) store.follow.value = atEnd;
  };
  const { from, to } = windowOf(length, store.scrollTop.value, store.viewHeight.value);
  const shown = [...tree.ids.subarray(from, to)];
  const active = tree.place(selected);
  // The selected row stays in the DOM when it is scrolled away, so that the keyboard's focus is not lost.
  if (active >= 0 && (active < from || active >= to)) shown.push(selected);
  const tabStop = active >= 0 ? selected : tree.at(0);
  // Elements are used again for the rows that scroll in. The one that holds the focus is its row's own: what reads the
  // page aloud hears of a new one. So is a guard's: Chromium may keep styles that a class gave to what is inside.
  const slots = poolOf(store.viewHeight.value);
  const slot = (id: number) => {
    if (id === tabStop) return `row ${id}`;
    return store.table.kind(id) === 'guard' ? `guard ${id}` : tree.place(id) % slots;
  };
  return (
    <div class="scroller" ref={scroller} onScroll={onScroll}>
      <Backdrop height={length * ROW} />
      <div class="rows" role="rowgroup" style={{ height: `${length * ROW}px` }}>
        {shown.map((id) => (
          <RowAt key={slot(id)} id={id} tabStop={id === tabStop} />
        ))}
      </div>
      <Brackets from={from} to={to} />
    </div>
  );
}

/** A row with what the tree knows of it. */
function RowAt({ id, tabStop }: { readonly id: number; readonly tabStop: boolean }) {
  store.version.value;
  const { tree } = store.outline.value;
  const row = store.rowAt(id);
  if (row === undefined) return null;
  return (
    <Row
      row={row}
      index={tree.place(id)}
      depth={store.table.levels[id] ?? 1}
      position={tree.position[id] ?? 1}
      siblings={tree.siblings(id)}
      parent={tree.isParent(id)}
      open={!store.collapsed.value.has(id)}
      selected={store.selected.value === id}
      tabStop={tabStop}
      guard={store.tally.evidence.get(id)}
    />
  );
}

/** Behind the rows: lines at the ticks, bands at the squeezed gaps, and where the run is now. */
function Backdrop({ height }: { readonly height: number }) {
  const scale = store.scale.value;
  const zoom = store.zoom.value;
  const width = store.trackWidth.value;
  const x = (time: number) => Math.max(0, Math.min(width, toX(scale, zoom, width, time)));
  return (
    <div class="backdrop" aria-hidden="true" style={{ height: `${height}px` }}>
      {store.tickLines.value.map((tick) => (
        <i key={tick.time} class="tickline" style={{ left: `${tick.x}px` }} />
      ))}
      {scale.squeezed &&
        scale.gaps
          .filter((gap) => x(gap.to) > x(gap.from))
          .map((gap) => (
            <i
              key={`b${gap.from}`}
              class={`band ${x(gap.to) - x(gap.from) < 8 ? 'thin' : ''}`}
              style={{ left: `${x(gap.from)}px`, width: `${x(gap.to) - x(gap.from)}px` }}
            />
          ))}
      <Now />
    </div>
  );
}

/** Where the run is now. */
function Now() {
  if (!store.live.value) return null;
  const width = store.trackWidth.value;
  const x = toX(store.scale.value, store.zoom.value, width, store.end.value);
  return x < 0 || x > width + 1 ? null : <i class="now" style={{ left: `${x}px` }} />;
}
