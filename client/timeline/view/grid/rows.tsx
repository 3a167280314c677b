/** The scroll container of the rows: follows a live run, keeps the focus and draws the rows in view. */
import { batch, effect, signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ROW_HEIGHT, type RowRange, scrollTopToShow, visibleRange } from '../../model/visible-rows.ts';
import { fold, scrollToRest, select, showRow, view } from '../../state/actions.ts';
import * as store from '../../state/store.ts';
import { Backdrop } from './backdrop.tsx';
import { Brackets } from './brackets.tsx';
import { readFacts } from './row-facts.ts';
import { TWISTIE_WIDTH } from './row-icon.tsx';
import { RowPool } from './row-pool.ts';
import { RIGHT_MARGIN } from './ruler.tsx';

export function Rows() {
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (scroller.current === null || sheet.current === null || rows.current === null) return;
    return drawRows(scroller.current, sheet.current, rows.current);
  }, []);
  useEffect(() => {
    const element = scroller.current;
    const track = element?.parentElement?.querySelector('.backdrop');
    if (!element || !track) return;
    const observer = new ResizeObserver(() => measure(element, track));
    observer.observe(element);
    observer.observe(track);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="field">
      <Backdrop />
      <div class="scroller" ref={scroller} onScroll={(event) => onScroll(event.currentTarget)}>
        <div class="sheet" ref={sheet}>
          <div class="rows" role="rowgroup" ref={rows} />
          <Brackets />
        </div>
      </div>
    </div>
  );
}

/** Draws the rows in view, now and whenever something that they show changes. */
function drawRows(scroller: HTMLElement, sheet: HTMLElement, container: HTMLElement): () => void {
  const grid = scroller.closest('[role=treegrid]');
  const pool = new RowPool(container);
  /** Incremented to draw the rows beyond the edges. */
  const margin = signal(0);
  let cancelMargin: (() => void) | undefined;
  let drawn: RowRange = { from: 0, to: 0 };
  let length = -1;
  let followedLength = -1;
  addListeners(container, pool);
  const stopWatchingPresses = watchPresses(container, (pressed) => {
    if (pressed) pool.hold();
    else pool.release();
    store.isPressed.value = pressed;
  });
  view.scroll = (top) => {
    scroller.scrollTop = top;
    store.scrollTop.value = scroller.scrollTop;
  };
  view.focus = () => pool.tabStop?.focus({ preventScroll: true });
  const stop = effect(() => {
    margin.value;
    const { tree, length: now } = store.outline.value;
    const top = store.scrollTop.value;
    if (now !== length) {
      length = now;
      sheet.style.height = `${now * ROW_HEIGHT}px`;
      grid?.setAttribute('aria-rowcount', String(now));
    }
    const seen = visibleRange(now, top, store.viewHeight.value, 0);
    // After a jump every row is new: rows beyond the edges are drawn after those in view have been painted.
    const near = seen.from < drawn.to && seen.to > drawn.from;
    // While following a run the user does not scroll, so rows beyond the edges would only delay the newest one.
    const follows = !store.isPressed.value && store.follow.value && store.live.value;
    drawn = follows ? seen : visibleRange(now, top, store.viewHeight.value);
    if (!near)
      cancelMargin ??= afterPaint(() => {
        cancelMargin = undefined;
        margin.value++;
      });
    const shown = [...tree.ids.subarray(drawn.from, drawn.to)];
    const selected = store.selected.value;
    const active = tree.visibleIndex(selected);
    // The selected row stays in the DOM when it is scrolled out of view, so that the keyboard focus is not lost.
    if (active >= drawn.to) shown.push(selected);
    else if (active >= 0 && active < drawn.from) shown.unshift(selected);
    const tabStop = active >= 0 ? selected : tree.at(0);
    pool.draw(
      shown.flatMap((id) => readFacts(id, tabStop) ?? []),
      (index) => !near && (index < seen.from || index >= seen.to),
    );
    // Scroll to the very end, since rows above may have grown. This comes last because it forces layout, which the
    // frame can then reuse.
    if (follows && now !== followedLength) {
      followedLength = now;
      scroller.scrollTop = now * ROW_HEIGHT;
    }
  });
  return () => {
    stop();
    stopWatchingPresses();
    cancelMargin?.();
    pool.stop();
  };
}

/** Calls back after the next frame has been painted; the returned function cancels the call. */
function afterPaint(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(call);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function onScroll(scroller: HTMLElement): void {
  batch(() => {
    const { scrollTop, clientHeight, scrollHeight } = scroller;
    // Programmatic scrolling has already stored its position.
    const moved = Math.abs(scrollTop - store.scrollTop.value) >= 1;
    store.scrollTop.value = scrollTop;
    // Scrolling back to the end resumes following.
    if (moved) store.follow.value = store.live.value && scrollTop + clientHeight >= scrollHeight - ROW_HEIGHT;
  });
}

/** Adds the pointer listeners of the rows. Buttons inside rows handle their own clicks. */
function addListeners(container: HTMLElement, pool: RowPool): void {
  const isOnTwistie = (event: MouseEvent) => {
    const sign =
      event.target instanceof Element ? event.target.closest('.col-step')?.querySelector('.sign') : undefined;
    const x = event.clientX - (sign?.getBoundingClientRect().left ?? Number.NaN);
    return x >= 0 && x < TWISTIE_WIDTH;
  };
  container.addEventListener('click', (event) => {
    const facts = pool.factsAt(event.target);
    if (facts === undefined) return;
    if (facts.parent && isOnTwistie(event)) fold(facts.row.id, !facts.open);
    else select(facts.row.id, { focus: true, scrollIntoView: false });
  });
  container.addEventListener('dblclick', (event) => {
    const facts = pool.factsAt(event.target);
    if (facts?.parent && !isOnTwistie(event)) fold(facts.row.id, !facts.open);
  });
  // Hovering over a guard, its cause or a counted row highlights all of the guard's evidence.
  const hover = (event: Event | undefined) => {
    const row = event === undefined ? undefined : pool.factsAt(event.target)?.row;
    const guard = row === undefined ? -1 : store.guardOf(row.id);
    if (store.hoveredGuard.value !== guard) store.hoveredGuard.value = guard;
  };
  container.addEventListener('pointermove', hover);
  container.addEventListener('pointerleave', () => hover(undefined));
}

/** Calls back when the main pointer is pressed in the container, and after the click that follows its release. */
function watchPresses(container: HTMLElement, onChange: (isPressed: boolean) => void): () => void {
  const listeners = new AbortController();
  const options = { signal: listeners.signal };
  let isPressed = false;
  const change = (pressed: boolean) => {
    if (pressed === isPressed) return;
    isPressed = pressed;
    onChange(pressed);
  };
  container.addEventListener('pointerdown', (event) => change(event.isPrimary), options);
  // The click is dispatched after `pointerup`, in the same task. A window that loses the focus may get no release.
  for (const type of ['pointerup', 'pointercancel', 'blur'])
    window.addEventListener(type, () => setTimeout(change, 0, false), options);
  return () => listeners.abort();
}

/** Measures the visible area. */
function measure(scroller: HTMLElement, track: Element): void {
  const before = store.viewHeight.value;
  const row = store.outline.value.tree.visibleIndex(store.selected.value);
  const seen = row >= 0 && scrollTopToShow(row, scroller.scrollTop, before) === scroller.scrollTop;
  batch(() => {
    store.viewHeight.value = scroller.clientHeight;
    // A higher view may scroll up, which is not always reported.
    store.scrollTop.value = scroller.scrollTop;
    store.trackWidth.value = Math.max(1, track.clientWidth - RIGHT_MARGIN);
  });
  scrollToRest();
  // A selected row that was in view stays in view when the panel becomes shorter.
  if (seen && scroller.clientHeight < before) showRow(store.selected.value);
  // The scroll bar takes space from the rows: ruler, lanes and backdrop reserve the same width.
  const bar = `${scroller.offsetWidth - scroller.clientWidth}px`;
  const grid = scroller.closest<HTMLElement>('.grid');
  if (grid !== null && grid.style.getPropertyValue('--bar') !== bar) grid.style.setProperty('--bar', bar);
}
