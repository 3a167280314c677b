/** Messages of the host: rows are put into the table, and the page's state follows, once a frame at most. */
import { batch, effect } from '@preact/signals';
import { union } from '../model/find.ts';
import { ROW } from '../model/window.ts';
import type { FixNews, ToWebview } from '../protocol.ts';
import { select, settle, view } from './actions.ts';
import { post } from './host.ts';
import * as store from './store.ts';

/** Least time between two drawings of clock, scale, lanes and totals in a live run: all that is not a row. */
const SLOW_MS = 200;

let insideOf = '';
let nowAt = 0;

/** Asks the host as the query changes; a moment later, so that a word typed at once is searched once. */
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

/** Takes a message of the host. */
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
  applied: 'Fix applied, and the file saved',
  undone: 'Fix undone, and the file saved',
  'not-applied': 'The fix was not applied: the file has changed since',
  'not-undone': 'The fix was not undone: the line has changed since',
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
/** The frame that shows what was written last has not begun. */
let framed = false;

/**
 * Rows are taken at once, but drawn once a frame at most: a page that is slow falls back to fewer frames, not behind.
 * The first ones since the last frame are written at once: where they scroll, the event of that goes with the frame
 * that shows them, and does not take one of its own.
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
    // The row that had the keyboard's focus is another one now, or gone with it.
    if (focused) view.focus();
    return;
  }
  if (!framed) {
    framed = true;
    requestAnimationFrame(() => {
      framed = false;
      if (waiting !== undefined) apply(waiting);
    });
    // Pages of a long run come in numbers: they wait for the frame.
    if (message.complete) {
      apply(message);
      return;
    }
  }
  waiting = message;
}

let slowTimer: ReturnType<typeof setTimeout> | undefined;
let slowAt = 0;
/** Lanes that are still to be shown. */
let newLanes: Rows['lanes'];

function apply(message: Rows): void {
  waiting = undefined;
  const selected = store.selected.value;
  // The row that has the keyboard's focus may be selected no more.
  const focused = Boolean(document.activeElement?.closest('.rows'));
  // The first look would see the new rows already.
  const before = store.version.value === 0 ? 0 : store.outline.value.length;
  batch(() => {
    store.journal.value = message.journal;
    if (message.skills !== undefined) store.skills.value = message.skills;
    store.complete.value = message.complete;
    store.version.value++;
    showSlowly(message);
    // A row that was chosen before a reload may come with a later page.
    const lost = message.complete && store.selected.value >= store.table.count;
    if (!store.chosen.value || lost) store.selected.value = store.suggested.value;
    if (message.complete && !store.live.value) return;
    // The newest rows are drawn in this frame, not in the one after it has scrolled. Only where there are some: without
    // them nothing scrolls, and where the panel has become lower others would be drawn than are in sight.
    const { length } = store.outline.value;
    if (length !== before && store.follow.value && store.live.value)
      store.scrollTop.value = Math.max(0, length * ROW - store.viewHeight.value);
  });
  // A run that ends at once may bring all of its rows with its end.
  if (message.complete) settle();
  if (focused && store.selected.value !== selected) view.focus();
}

/** Shows what stands around the rows now and then, and at once where the run's state changes. */
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
  // Where messages go on coming, the next one does it, in a frame that draws anyway.
  if (!same || rest <= 0) show();
  else slowTimer = setTimeout(show, rest + 20);
}

/** @param came when the message came, by the page's own clock */
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

/** Moves `now` on where no message does, by the page's own clock. */
export function tickNow(): void {
  const at = performance.now();
  if (store.header.value?.live !== true || at - nowAt < SLOW_MS / 2) return;
  store.now.value += at - nowAt;
  nowAt = at;
}
