/** Applies the host's messages: stores rows in the table and updates the page's state at most once per frame. */
import { batch, effect } from '@preact/signals';
import { mergeSorted } from '../model/find.ts';
import { NO_REPEATS } from '../model/repeats.ts';
import { ROW_HEIGHT } from '../model/visible-rows.ts';
import type { FixOutcome, ToWebview } from '../protocol.ts';
import { scrollToRest, select, view } from './actions.ts';
import { post } from './host.ts';
import { goToPrompt, receivePrompted } from './prompt.ts';
import { foldRepeats } from './repeats.ts';
import * as store from './store.ts';

/**
 * Minimum time between updates of clock, scale, lanes and totals in a live run, in milliseconds. Rows are not limited.
 */
const SLOW_MS = 200;

let searchedQuery = '';
let nowUpdatedAt = 0;

/** Sends the query to the host when it changes, debounced so that a word typed quickly is searched once. */
export function searchPayloads(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const query = store.query.value.trim();
    if (query === searchedQuery) return;
    searchedQuery = query;
    store.payloadHits.value = [];
    store.isSearchPartial.value = false;
    store.isSearching.value = false;
    clearTimeout(timer);
    timer = setTimeout(() => post({ type: 'find', query }), query === '' ? 0 : 30);
  });
}

/** Handles a message of the host. */
export function receive(message: ToWebview): void {
  switch (message.type) {
    case 'rows':
      receiveRows(message);
      return;
    case 'payload':
      if (message.payload.row === store.selected.value) store.payload.value = message.payload;
      return;
    case 'tokens':
      store.tokens.value = message;
      return;
    case 'fixes':
      receiveFixes(message);
      return;
    case 'reveal': {
      const rows = message.rows.filter((id) => id >= 0 && id < store.table.count);
      const index = rows.indexOf(store.selected.value);
      const next = rows[store.isUserSelection.value ? (index + 1) % rows.length : 0];
      if (next === undefined) return;
      select(next, { focus: message.keepsFocus !== true, isReveal: true });
      post({ type: 'revealed' });
      if (rows.length > 1) store.announcement.value = `Row ${rows.indexOf(next) + 1} of ${rows.length}`;
      return;
    }
    case 'prompted':
      receivePrompted(message.started);
      return;
    case 'focusPrompt':
      goToPrompt();
      return;
    case 'found':
      if (message.query !== searchedQuery) return;
      store.isSearchPartial.value = message.partial;
      store.isSearching.value = message.searching;
      store.payloadHits.value = message.more ? mergeSorted(store.payloadHits.value, message.ids) : [...message.ids];
  }
}

const FIX_ANNOUNCEMENTS: { readonly [outcome in FixOutcome]: string } = {
  applied: 'Fix applied and file saved',
  undone: 'Fix undone and file saved',
  'not-applied': 'Fix not applied: the file has changed since',
  'not-undone': 'Fix not undone: the line has changed since',
};

function receiveFixes({ row, fixes, applied, outcome }: Extract<ToWebview, { type: 'fixes' }>): void {
  batch(() => {
    store.fixes.value = new Map(store.fixes.value).set(row, fixes);
    const all = new Map(store.applied.value);
    if (applied === undefined) all.delete(row);
    else all.set(row, applied);
    store.applied.value = all;
    if (outcome === undefined) return;
    store.announcement.value = FIX_ANNOUNCEMENTS[outcome];
    store.lastFixedRow.value = row;
  });
}

type Rows = Extract<ToWebview, { type: 'rows' }>;
let pending: Rows | undefined;
/** True from a reset until all rows have arrived: repeats are then folded, also again in a session that grows. */
let foldsRepeats = false;
/** True if repeats were folded before the reset. */
let hadRepeats = false;
/** The scroll position before a reset and whether a row had the keyboard focus, until all rows have arrived again. */
let beforeReset: { readonly top: number | undefined; readonly focused: boolean } | undefined;
/** True if the next frame is requested and has not started. */
let frameRequested = false;

/**
 * Stores rows immediately, but draws at most once per frame, so a slow page drops frames instead of falling behind. The
 * first rows after a frame are drawn immediately. The scroll event that they cause is then handled in the frame that
 * shows them and needs no frame of its own.
 */
function receiveRows(message: Rows): void {
  if (message.reset) {
    for (const one of [store.table, store.tally, store.activities, store.finder, store.contextCurve]) one.clear();
    store.tokens.value = undefined;
    store.fixes.value = new Map();
    store.applied.value = new Map();
    foldsRepeats = true;
    hadRepeats ||= store.repeats.value !== NO_REPEATS;
    store.repeats.value = NO_REPEATS;
    store.updates.resets++;
  }
  const before = store.table.count;
  store.table.apply(message.batch);
  for (const id of message.batch.ids) {
    if (id < before) store.updates.changes++;
    store.updates.unpainted.add(id);
    store.tally.update(id);
    store.contextCurve.update(id);
    store.activities.update(id);
  }
  pendingLanes = message.lanes ?? pendingLanes;
  if (message.reset) {
    const focused = Boolean(document.activeElement?.closest('[role=treegrid]'));
    // Fewer rows than before leave less to scroll, and the focused row may arrive with a later page.
    const top = store.follow.value ? undefined : store.scrollTop.value;
    beforeReset = { top: beforeReset?.top ?? top, focused: focused || beforeReset?.focused === true };
    apply(message);
    return;
  }
  if (!frameRequested) {
    frameRequested = true;
    requestAnimationFrame(() => {
      frameRequested = false;
      if (pending !== undefined) apply(pending);
    });
    // A long run arrives in many pages, which wait for the frame.
    if (message.complete) {
      apply(message);
      return;
    }
  }
  pending = message;
}

let slowTimer: ReturnType<typeof setTimeout> | undefined;
let slowUpdatedAt = 0;
/** Lanes not shown yet. */
let pendingLanes: Rows['lanes'];

function apply(message: Rows): void {
  pending = undefined;
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
    scheduleSlowUpdate(message);
    // The row selected before a reload may arrive with a later page.
    const lost = message.complete && store.selected.value >= store.table.count;
    // Problems of a session that are read later do not take the focus from the row that the user is at.
    const isSession = store.header.value?.imported !== undefined;
    const isUsers = store.isUserSelection.value || (isSession && focused && selected >= 0);
    if (!isUsers || lost) store.selected.value = store.suggestedRow.value;
    if (message.complete && foldsRepeats) {
      const isEnded = !message.header.live || message.header.imported !== undefined;
      if (hadRepeats || isEnded) foldRepeats(store.repeatLevel.value);
      foldsRepeats = false;
      hadRepeats = false;
    }
    if (message.complete && !store.live.value) return;
    // Draw the newest rows in this frame instead of the frame after the scroll event. Only if rows were added:
    // otherwise nothing scrolls, and if the panel has become shorter, rows out of view would be drawn.
    const { length } = store.outline.value;
    if (length !== before && store.follow.value && store.live.value && !store.isPressed.value)
      store.scrollTop.value = Math.max(0, length * ROW_HEIGHT - store.viewHeight.value);
  });
  // A short run may send all its rows together with its end.
  if (message.complete) scrollToRest();
  if (focused && store.selected.value !== selected) view.focus();
  if (message.complete) restoreAfterReset();
}

/** Restores the scroll position and the focus of before the reset. */
function restoreAfterReset(): void {
  const { top, focused = false } = beforeReset ?? {};
  beforeReset = undefined;
  if (top !== undefined && top !== store.scrollTop.value) view.scroll(top);
  // Unless the user has moved the focus to another part of the page.
  const isInRows = document.activeElement?.closest?.('[role=treegrid]') ?? document.activeElement === document.body;
  if (focused && (document.activeElement === null || isInRows)) view.focus();
}

/** Updates everything around the rows: immediately if the run's state changed, else at most every `SLOW_MS`. */
function scheduleSlowUpdate(message: Rows): void {
  const head = message.header;
  const before = store.header.value;
  const same =
    head.live &&
    before?.state === head.state &&
    before.live &&
    before.waitingRow === head.waitingRow &&
    before.guardRow === head.guardRow;
  const receivedAt = performance.now();
  const remaining = slowUpdatedAt + SLOW_MS - receivedAt;
  clearTimeout(slowTimer);
  const show = () => updateSlowState(message, receivedAt);
  // If messages keep arriving, the next one updates it, in a frame that is drawn anyway.
  if (!same || remaining <= 0) show();
  else slowTimer = setTimeout(show, remaining + 20);
}

/** @param receivedAt time at which the message arrived, by the page's own clock */
function updateSlowState({ header, now }: Rows, receivedAt: number): void {
  slowUpdatedAt = performance.now();
  nowUpdatedAt = slowUpdatedAt;
  batch(() => {
    store.header.value = header;
    store.now.value = now + slowUpdatedAt - receivedAt;
    if (pendingLanes !== undefined) store.lanes.value = pendingLanes;
    pendingLanes = undefined;
    store.slowVersion.value++;
  });
}

/** Advances `now` by the page's own clock while no messages arrive. */
export function advanceClock(): void {
  const at = performance.now();
  if (store.header.value?.live !== true || at - nowUpdatedAt < SLOW_MS / 2) return;
  store.now.value += at - nowUpdatedAt;
  nowUpdatedAt = at;
}
