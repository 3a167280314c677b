/** Applies the host's messages: stores rows in the table and updates the page's state at most once per frame. */
import { batch, effect } from '@preact/signals';
import { union } from '../model/find.ts';
import { ROW } from '../model/window.ts';
import type { FixNews, ToWebview } from '../protocol.ts';
import { select, settle, view } from './actions.ts';
import { post } from './host.ts';
import * as store from './store.ts';

/**
 * Minimum time between updates of clock, scale, lanes and totals in a live run, in milliseconds. Rows are not limited.
 */
const SLOW_MS = 200;

let insideOf = '';
let nowAt = 0;

/** Sends the query to the host when it changes, debounced so that a word typed quickly is searched once. */
export function searchInside(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const wanted = store.query.value.trim();
    if (wanted === insideOf) return;
    insideOf = wanted;
    store.inside.value = [];
    store.partial.value = false;
    store.searching.value = false;
    clearTimeout(timer);
    timer = setTimeout(() => post({ type: 'find', query: wanted }), wanted === '' ? 0 : 30);
  });
}

/** Handles a message of the host. */
export function take(message: ToWebview): void {
  switch (message.type) {
    case 'rows':
      takeRows(message);
      return;
    case 'payload':
      if (message.payload.row === store.selected.value) store.payload.value = message.payload;
      return;
    case 'fixes':
      takeFixes(message);
      return;
    case 'reveal': {
      const rows = message.rows.filter((id) => id >= 0 && id < store.table.count);
      const place = rows.indexOf(store.selected.value);
      const next = rows[store.chosen.value ? (place + 1) % rows.length : 0];
      if (next === undefined) return;
      select(next, { focus: true });
      post({ type: 'revealed' });
      if (rows.length > 1) store.announcement.value = `Row ${rows.indexOf(next) + 1} of ${rows.length}`;
      return;
    }
    case 'found':
      if (message.query !== insideOf) return;
      store.partial.value = message.partial;
      store.searching.value = message.searching;
      store.inside.value = message.more ? union(store.inside.value, message.ids) : [...message.ids];
  }
}

const NEWS: { readonly [news in FixNews]: string } = {
  applied: 'Fix applied and file saved',
  undone: 'Fix undone and file saved',
  'not-applied': 'Fix not applied: the file has changed since',
  'not-undone': 'Fix not undone: the line has changed since',
};

function takeFixes({ row, fixes, applied, news }: Extract<ToWebview, { type: 'fixes' }>): void {
  batch(() => {
    store.fixes.value = new Map(store.fixes.value).set(row, fixes);
    const all = new Map(store.applied.value);
    if (applied === undefined) all.delete(row);
    else all.set(row, applied);
    store.applied.value = all;
    if (news === undefined) return;
    store.announcement.value = NEWS[news];
    store.fixed.value = row;
  });
}

type Rows = Extract<ToWebview, { type: 'rows' }>;
let waiting: Rows | undefined;
/** True if the next frame is requested and has not started. */
let framed = false;

/**
 * Stores rows immediately, but draws at most once per frame, so a slow page drops frames instead of falling behind. The
 * first rows after a frame are drawn immediately. The scroll event that they cause is then handled in the frame that
 * shows them and needs no frame of its own.
 */
function takeRows(message: Rows): void {
  if (message.reset) {
    for (const one of [store.table, store.tally, store.activities, store.finder]) one.clear();
    store.fixes.value = new Map();
    store.applied.value = new Map();
    store.came.resets++;
  }
  const before = store.table.count;
  store.table.take(message.batch);
  for (const id of message.batch.ids) {
    if (id < before) store.came.changes++;
    store.came.unpainted.add(id);
    store.tally.take(id);
    store.activities.take(id, id >= before);
  }
  newLanes = message.lanes ?? newLanes;
  if (message.reset) {
    const focused = Boolean(document.activeElement?.closest('[role=treegrid]'));
    apply(message);
    // The row that had the keyboard focus may be another one now, or removed.
    if (focused) view.focus();
    return;
  }
  if (!framed) {
    framed = true;
    requestAnimationFrame(() => {
      framed = false;
      if (waiting !== undefined) apply(waiting);
    });
    // A long run arrives in many pages, which wait for the frame.
    if (message.complete) {
      apply(message);
      return;
    }
  }
  waiting = message;
}

let slowTimer: ReturnType<typeof setTimeout> | undefined;
let slowAt = 0;
/** Lanes not shown yet. */
let newLanes: Rows['lanes'];

function apply(message: Rows): void {
  waiting = undefined;
  const selected = store.selected.value;
  // The row that has the keyboard focus may lose the selection.
  const focused = Boolean(document.activeElement?.closest('.rows'));
  // Reading the outline for the first time would already include the new rows.
  const before = store.version.value === 0 ? 0 : store.outline.value.length;
  batch(() => {
    store.journal.value = message.journal;
    if (message.skills !== undefined) store.skills.value = message.skills;
    store.complete.value = message.complete;
    store.version.value++;
    showSlowly(message);
    // The row selected before a reload may arrive with a later page.
    const lost = message.complete && store.selected.value >= store.table.count;
    if (!store.chosen.value || lost) store.selected.value = store.suggested.value;
    if (message.complete && !store.live.value) return;
    // Draw the newest rows in this frame instead of the frame after the scroll event. Only if rows were added:
    // otherwise nothing scrolls, and if the panel has become shorter, rows out of view would be drawn.
    const { length } = store.outline.value;
    if (length !== before && store.follow.value && store.live.value)
      store.scrollTop.value = Math.max(0, length * ROW - store.viewHeight.value);
  });
  // A short run may send all its rows together with its end.
  if (message.complete) settle();
  if (focused && store.selected.value !== selected) view.focus();
}

/** Updates everything around the rows: immediately if the run's state changed, else at most every `SLOW_MS`. */
function showSlowly(message: Rows): void {
  const head = message.header;
  const before = store.header.value;
  const same =
    head.live &&
    before?.state === head.state &&
    before.live &&
    before.waitingRow === head.waitingRow &&
    before.guardRow === head.guardRow;
  const came = performance.now();
  const rest = slowAt + SLOW_MS - came;
  clearTimeout(slowTimer);
  const show = () => showAround(message, came);
  // If messages keep arriving, the next one updates it, in a frame that is drawn anyway.
  if (!same || rest <= 0) show();
  else slowTimer = setTimeout(show, rest + 20);
}

/** @param came time at which the message arrived, by the page's own clock */
function showAround({ header, now }: Rows, came: number): void {
  slowAt = performance.now();
  nowAt = slowAt;
  batch(() => {
    store.header.value = header;
    store.now.value = now + slowAt - came;
    if (newLanes !== undefined) store.lanes.value = newLanes;
    newLanes = undefined;
    store.slow.value++;
  });
}

/** Advances `now` by the page's own clock while no messages arrive. */
export function tickNow(): void {
  const at = performance.now();
  if (store.header.value?.live !== true || at - nowAt < SLOW_MS / 2) return;
  store.now.value += at - nowAt;
  nowAt = at;
}
