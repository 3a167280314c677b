/** The effects of clicks and keys on the page's state. */
import { batch } from '@preact/signals';
import type { Chip, NameGroup } from '../model/filter.ts';
import { NO_FILTER } from '../model/filter.ts';
import { nextHit } from '../model/find.ts';
import type { TreeAction } from '../model/keys.ts';
import { ancestors } from '../model/outline.ts';
import { extentOf } from '../model/range-sum.ts';
import { clampZoom, FULL_ZOOM, toUnit, type Zoom, zoomBy } from '../model/time-scale.ts';
import { ROW_HEIGHT, restingScrollTop, scrollTopToShow } from '../model/visible-rows.ts';
import type { PauseAnswer } from '../protocol.ts';
import type { SpanKind, SpanStatus } from '../row.ts';
import { post } from './host.ts';
import { goToPrompt } from './prompt.ts';
import { toggleRepeats, unfoldRepeats } from './repeats.ts';
import * as store from './store.ts';

/** Functions set by the grid: scroll the rows, focus the selected row, focus the find box. */
export const view = { scroll: (_top: number): void => {}, focus: (): void => {}, find: (): void => {} };

/**
 * Selects a row, expands its ancestors and scrolls it into view.
 * @param options `isReveal` if the host asked for it, which then does not have to know
 */
export function select(
  id: number,
  options: { readonly focus?: boolean; readonly scrollIntoView?: boolean; readonly isReveal?: boolean } = {},
): void {
  batch(() => {
    const hidden = ancestors(store.table, id).filter((one) => store.collapsed.value.has(one));
    if (hidden.length > 0) {
      const open = new Set(store.collapsed.value);
      for (const one of hidden) open.delete(one);
      store.collapsed.value = open;
    }
    const group = store.repeats.value.hidden.get(id);
    if (group !== undefined) unfoldRepeats(group);
    const isHidden = () => store.outline.value.tree.visibleIndex(id) < 0;
    if (isHidden()) store.filter.value = NO_FILTER;
    // A sorted list has no agents.
    if (isHidden()) store.sorting.value = undefined;
    if (store.selected.value !== id) store.payload.value = undefined;
    store.selected.value = id;
    store.isUserSelection.value = true;
    store.follow.value = false;
  });
  if (store.live.value && options.isReveal !== true) post({ type: 'selected', row: id });
  if (options.scrollIntoView !== false) showRow(id);
  if (options.focus) view.focus();
}

/** Scrolls a row into view. */
export function showRow(id: number): void {
  const index = store.outline.value.tree.visibleIndex(id);
  if (index < 0) return;
  const top = scrollTopToShow(index, store.scrollTop.value, store.viewHeight.value);
  if (top === store.scrollTop.value) return;
  store.follow.value = false;
  view.scroll(top);
}

/** Scrolls a finished run to its resting position, unless the user has scrolled or selected something. */
export function scrollToRest(): void {
  if (!store.follow.value || !store.complete.value || store.live.value) return;
  const { tree, length } = store.outline.value;
  view.scroll(restingScrollTop(tree.visibleIndex(store.selected.value), length, store.viewHeight.value));
}

/** Scrolls to the last row. A live run then keeps following it. */
export function scrollToEnd(): void {
  store.follow.value = store.live.value;
  view.scroll(store.outline.value.length * ROW_HEIGHT);
  // The button that was pressed disappears and would lose the keyboard focus.
  view.focus();
}

/** Expands or collapses a row. */
export function fold(id: number, open: boolean): void {
  store.follow.value = false;
  const next = new Set(store.collapsed.value);
  if (open) next.delete(id);
  else next.add(id);
  store.collapsed.value = next;
}

/** Collapses every row: of several prompts one row each is left, otherwise the root stays open. */
export function foldAll(): void {
  foldToDepth(store.prompts.value > 1 ? 1 : 2);
}

/** Expands the tree down to a level, counted from 1. */
export function foldToDepth(depth: number): void {
  foldWhere((id) => store.table.levels[id]! >= depth);
}

/** Collapses the rows of some kinds in addition to those already collapsed. The run itself stays expanded. */
export function foldKinds(kinds: readonly SpanKind[]): void {
  const { table, collapsed } = store;
  const before = collapsed.value;
  foldWhere((id) => before.has(id) || (table.levels[id]! > 1 && kinds.includes(table.kind(id))));
}

function foldWhere(folds: (id: number) => boolean): void {
  const next = new Set<number>();
  for (let id = 0; id < store.table.count; id++) if (folds(id)) next.add(id);
  const place = store.outline.value.tree.visibleIndex(store.selected.value) * ROW_HEIGHT - store.scrollTop.value;
  batch(() => {
    store.follow.value = false;
    store.sorting.value = undefined;
    store.collapsed.value = next;
    // The selected row may be hidden now: select the collapsed row that contains it.
    const inside = ancestors(store.table, store.selected.value).findLast((id) => next.has(id));
    if (inside !== undefined) store.selected.value = inside;
  });
  // It stays where the selected row was, or at the edge that was nearer to it.
  const index = store.outline.value.tree.visibleIndex(store.selected.value);
  const inView = Math.max(0, Math.min(store.viewHeight.value - ROW_HEIGHT, place));
  if (index >= 0) view.scroll(Math.max(0, index * ROW_HEIGHT - inView));
}

/** Runs the action of a tree key. */
export function runAction(action: TreeAction): void {
  switch (action.kind) {
    case 'select':
      select(action.id, { focus: true });
      break;
    case 'fold':
      fold(action.id, action.open);
      break;
    case 'source':
      openSource(action.id);
      break;
    case 'naming':
      openNaming(action.id);
      break;
    case 'problem':
      goToProblem(action.step, true);
      break;
    case 'compaction':
      goToCompaction(action.step);
      break;
    case 'change':
      goToChange(action.step);
      break;
    case 'zoomToRows':
      zoomToRows();
      break;
    case 'pan':
      pan(action.by);
      break;
    case 'foldAll':
      foldAll();
      view.focus();
      break;
    case 'evidence':
      goToEvidence(action.step);
      break;
    case 'repeats':
      toggleRepeats();
      break;
    case 'unfoldRepeats':
      unfoldRepeats(action.id);
      view.focus();
      break;
    case 'details':
      toggleDetails();
      break;
    case 'find':
      view.find();
      break;
    case 'prompt':
      goToPrompt();
      break;
    case 'zoom':
      zoomTo(action.to);
      break;
    case 'escape':
      if (store.query.value === '') store.sorting.value = undefined;
      store.query.value = '';
  }
}

/** Shows or hides the details pane. */
export function toggleDetails(): void {
  store.wantsDetails.value = !store.wantsDetails.value;
  const isKept = !store.wantsDetails.value && store.showsDetails.value;
  if (isKept) store.announcement.value = 'The details stay until the question is answered';
  else store.announcement.value = store.wantsDetails.value ? 'Details shown' : 'Details hidden';
}

/** Opens the file of a row: the words that provoked it, the skill, the resource or the script. */
export function openSource(id: number): void {
  if (store.rowAt(id)?.source) post({ type: 'openSource', row: id });
}

/** Opens the words of SKILL.md that mention what a row requested. */
export function openNaming(id: number): void {
  if (store.rowAt(id)?.source) post({ type: 'openNaming', row: id });
}

/** Selects the next problem, wrapping around. */
export function goToProblem(step: 1 | -1, focus = false): void {
  const { hidden } = store.repeats.value;
  const shown = hidden.size === 0 ? store.problems.value : store.problems.value.filter((id) => !hidden.has(id));
  const found = nextHit(shown, store.selected.value, step);
  if (found !== undefined) select(found, { focus });
}

/** Selects the next compaction, wrapping around, and says which one it is. */
export function goToCompaction(step: 1 | -1): void {
  goToNext('Compaction', store.contextCurve.compactions, step);
}

/** Selects the next call that changes files, wrapping around, and says which one it is. */
export function goToChange(step: 1 | -1): void {
  goToNext('Change', store.tally.changes, step);
}

function goToNext(noun: string, ids: readonly number[], step: 1 | -1): void {
  const found = nextHit(ids, store.selected.value, step);
  if (found === undefined) {
    store.announcement.value = `No ${noun.toLowerCase()}`;
    return;
  }
  select(found, { focus: true });
  if (ids.length > 1) store.announcement.value = `${noun} ${ids.indexOf(found) + 1} of ${ids.length}`;
}

/** Cycles through a guard and the rows that it counted. */
function goToEvidence(step: 1 | -1): void {
  const guard = store.guardOf(store.selected.value);
  const counted = store.rowAt(guard)?.guard?.evidence ?? [];
  if (counted.length === 0) return;
  // A guard follows the rows that it counted.
  const ring = [...counted, guard];
  const at = Math.max(
    0,
    ring.indexOf(store.rowAt(store.selected.value)?.kind === 'cause' ? guard : store.selected.value),
  );
  const next = ring[(at + step + ring.length) % ring.length];
  if (next !== undefined) select(next, { focus: true });
}

/** Selects the next find hit. */
export function goToHit(step: 1 | -1): void {
  const found = nextHit(store.hits.value, store.selected.value, step);
  if (found !== undefined) select(found);
}

/** Toggles a chip. */
export function toggleChip(chip: Chip): void {
  const { filter } = store;
  filter.value = { ...filter.value, kinds: withToggled(filter.value.kinds, chip) };
}

/** Toggles a status in the filter. */
export function toggleStatus(status: SpanStatus): void {
  const { filter } = store;
  filter.value = { ...filter.value, statuses: withToggled(filter.value.statuses, status) };
}

/** Toggles an agent, a tool or a skill in the filter. */
export function toggleName(group: NameGroup, name: string): void {
  const { names } = store.filter.value;
  store.filter.value = { ...store.filter.value, names: { ...names, [group]: withToggled(names[group], name) } };
}

/** Clears the filter. */
export function clearFilter(): void {
  store.filter.value = NO_FILTER;
}

function withToggled<T>(from: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(from);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** Space on either side of the rows in view, as a fraction of their time. */
const ROWS_MARGIN = 0.02;

/** Zooms one step around the middle, or out to the entire run. */
export function zoomTo(to: 'in' | 'out' | 'whole'): void {
  const zoom = store.zoom.value;
  const about = (zoom.from + zoom.to) / 2;
  setZoom(to === 'whole' ? FULL_ZOOM : zoomBy(zoom, to === 'in' ? 1.5 : 1 / 1.5, about));
}

/** Shows the time of the rows in view. */
export function zoomToRows(): void {
  const { tree, length } = store.outline.value;
  const first = Math.ceil(store.scrollTop.value / ROW_HEIGHT);
  const last = Math.min(length, Math.floor((store.scrollTop.value + store.viewHeight.value) / ROW_HEIGHT));
  const extent = extentOf(store.table, tree.ids.subarray(first, last), store.end.value);
  if (extent === undefined) return;
  const [from, to] = extent.map((time) => toUnit(store.scale.value, time)) as [number, number];
  const margin = (to - from) * ROWS_MARGIN;
  setZoom({ from: from - margin, to: to + margin });
  store.announcement.value = 'The bars show the time of the rows in view';
}

/** Moves the visible range by a fraction of its width. */
export function pan(share: number): void {
  const { from, to } = store.zoom.value;
  const distance = Math.min(1 - to, Math.max(-from, share * (to - from)));
  if (distance !== 0) setZoom({ from: from + distance, to: to + distance });
}

/** Shows a range of the run. */
export function setZoom(zoom: Zoom): void {
  store.zoom.value = clampZoom(zoom);
  if (store.zoom.value.to < 0.999) store.follow.value = false;
}

/** Resumes a run whose process has ended, and follows it. */
export function resume(type: 'resume' | 'debugResumed'): void {
  store.follow.value = true;
  post({ type });
}

/** Answers a pause immediately. The timeline then follows the run again: what comes of the answer is what the user waits for. */
export function answer(pause: string, reply: PauseAnswer): void {
  post({ type: 'answer', pause, answer: reply });
  store.follow.value = store.live.value;
  store.answeredRow.value = store.selected.value;
  // The buttons disappear and would lose the keyboard focus.
  view.focus();
  store.announcement.value = ANSWER_ANNOUNCEMENTS[reply];
}

const ANSWER_ANNOUNCEMENTS: { readonly [reply in PauseAnswer]: string } = {
  approve: 'Approved',
  always: 'Approved until it changes',
  deny: 'Denied',
  credential: 'Enter the credential in VS Code',
  continue: 'Continued',
  stop: 'Stopped',
  ignore: 'Guard ignored for this tool',
};
