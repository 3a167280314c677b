/** What a click or a key does to the page's state. */
import { batch } from '@preact/signals';
import type { Chip, NameGroup } from '../model/filter.ts';
import { NO_FILTER } from '../model/filter.ts';
import { stepHit } from '../model/find.ts';
import type { TreeAction } from '../model/keys.ts';
import { ancestors } from '../model/outline.ts';
import { clampZoom, WHOLE, type Zoom, zoomBy } from '../model/time-scale.ts';
import { ROW, restAt, scrollTo } from '../model/window.ts';
import type { PauseAnswer } from '../protocol.ts';
import type { SpanKind, SpanStatus } from '../row.ts';
import { post } from './host.ts';
import * as store from './store.ts';

/** Set by the grid: scrolls the rows, and moves the keyboard's focus to the selected one. */
export const view = { scroll: (_top: number): void => {}, focus: (): void => {}, find: (): void => {} };

/** Selects a row, unfolds what hides it and scrolls it into sight. */
export function select(id: number, options: { readonly focus?: boolean; readonly show?: boolean } = {}): void {
  batch(() => {
    const hidden = ancestors(store.table, id).filter((one) => store.collapsed.value.has(one));
    if (hidden.length > 0) {
      const open = new Set(store.collapsed.value);
      for (const one of hidden) open.delete(one);
      store.collapsed.value = open;
    }
    if (store.outline.value.tree.place(id) < 0) store.filter.value = NO_FILTER;
    if (store.selected.value !== id) store.payload.value = undefined;
    store.selected.value = id;
    store.chosen.value = true;
    store.follow.value = false;
  });
  if (options.show !== false) show(id);
  if (options.focus) view.focus();
}

/** Scrolls a row into sight. */
export function show(id: number): void {
  const index = store.outline.value.tree.place(id);
  if (index < 0) return;
  const top = scrollTo(index, store.scrollTop.value, store.viewHeight.value);
  if (top === store.scrollTop.value) return;
  store.follow.value = false;
  view.scroll(top);
}

/** Scrolls a run that has ended to where it comes to rest, unless the user has scrolled or selected something. */
export function settle(): void {
  if (!store.follow.value || !store.complete.value || store.live.value) return;
  const { tree, length } = store.outline.value;
  view.scroll(restAt(tree.place(store.selected.value), length, store.viewHeight.value));
}

/** Scrolls to the last row, and in a live run keeps to it again. */
export function toEnd(): void {
  store.follow.value = store.live.value;
  view.scroll(store.outline.value.length * ROW);
  // The button that was pressed goes away, and would take the keyboard's focus along.
  view.focus();
}

/** Folds or unfolds a row. */
export function fold(id: number, open: boolean): void {
  store.follow.value = false;
  const next = new Set(store.collapsed.value);
  if (open) next.delete(id);
  else next.add(id);
  store.collapsed.value = next;
}

/** Folds every row, save for the roots. */
export function foldAll(): void {
  foldWhere((id) => store.table.levels[id]! > 1);
}

/** Shows rows down to a level, counted from 1. */
export function foldToDepth(depth: number): void {
  foldWhere((id) => store.table.levels[id]! >= depth);
}

/** Folds the rows of some kinds, beside those that are folded already; the run itself stays open. */
export function foldKinds(kinds: readonly SpanKind[]): void {
  const { table, collapsed } = store;
  const before = collapsed.value;
  foldWhere((id) => before.has(id) || (table.levels[id]! > 1 && kinds.includes(table.kind(id))));
}

function foldWhere(folds: (id: number) => boolean): void {
  const next = new Set<number>();
  for (let id = 0; id < store.table.count; id++) if (folds(id)) next.add(id);
  batch(() => {
    store.follow.value = false;
    store.collapsed.value = next;
    // What was selected may be folded away: the row it lies in stands for it.
    const inside = ancestors(store.table, store.selected.value).findLast((id) => next.has(id));
    if (inside !== undefined && store.chosen.value) store.selected.value = inside;
  });
}

/** Does what a key of the tree means. */
export function act(action: TreeAction): void {
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
      problem(action.step, true);
      break;
    case 'pan':
      pan(action.by);
      break;
    case 'foldAll':
      foldAll();
      view.focus();
      break;
    case 'evidence':
      evidence(action.step);
      break;
    case 'find':
      view.find();
      break;
    case 'zoom':
      zoomTo(action.to);
      break;
    case 'escape':
      store.query.value = '';
  }
}

/** Goes to the file of a row: the words that provoked it, the skill, the resource, the script. */
export function openSource(id: number): void {
  if (store.rowAt(id)?.source) post({ type: 'openSource', row: id });
}

/** Goes to the words of SKILL.md that name what a row asked for. */
export function openNaming(id: number): void {
  if (store.rowAt(id)?.source) post({ type: 'openNaming', row: id });
}

/** Goes to the next problem, around the end. */
export function problem(step: 1 | -1, focus = false): void {
  const found = stepHit(store.problems.value, store.selected.value, step);
  if (found !== undefined) select(found, { focus });
}

/** From a guard to the rows that it counted, one after the other, and back to it. */
function evidence(step: 1 | -1): void {
  const guard = store.guardOf(store.selected.value);
  const counted = store.rowAt(guard)?.guard?.evidence ?? [];
  if (counted.length === 0) return;
  // The guard stands behind the rows that it counted.
  const ring = [...counted, guard];
  const at = Math.max(
    0,
    ring.indexOf(store.rowAt(store.selected.value)?.kind === 'cause' ? guard : store.selected.value),
  );
  const next = ring[(at + step + ring.length) % ring.length];
  if (next !== undefined) select(next, { focus: true });
}

/** Goes to the next hit of the find box. */
export function hit(step: 1 | -1): void {
  const found = stepHit(store.hits.value, store.selected.value, step);
  if (found !== undefined) select(found);
}

/** Presses or releases a chip. */
export function toggleChip(chip: Chip): void {
  const { filter } = store;
  filter.value = { ...filter.value, kinds: toggled(filter.value.kinds, chip) };
}

/** Chooses a status to show, or takes the choice back. */
export function toggleStatus(status: SpanStatus): void {
  const { filter } = store;
  filter.value = { ...filter.value, statuses: toggled(filter.value.statuses, status) };
}

/** Chooses an agent, a tool or a skill to show, or takes the choice back. */
export function toggleName(group: NameGroup, name: string): void {
  const { names } = store.filter.value;
  store.filter.value = { ...store.filter.value, names: { ...names, [group]: toggled(names[group], name) } };
}

/** Shows all rows again. */
export function clearFilter(): void {
  store.filter.value = NO_FILTER;
}

function toggled<T>(from: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(from);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** Zooms one step about the middle, or out to the whole run. */
export function zoomTo(to: 'in' | 'out' | 'whole'): void {
  const zoom = store.zoom.value;
  const about = (zoom.from + zoom.to) / 2;
  setZoom(to === 'whole' ? WHOLE : zoomBy(zoom, to === 'in' ? 1.5 : 1 / 1.5, about));
}

/** Moves the shown part by a share of its width. */
export function pan(share: number): void {
  const { from, to } = store.zoom.value;
  const by = Math.min(1 - to, Math.max(-from, share * (to - from)));
  if (by !== 0) setZoom({ from: from + by, to: to + by });
}

/** Shows a part of the run. */
export function setZoom(zoom: Zoom): void {
  store.zoom.value = clampZoom(zoom);
  if (store.zoom.value.to < 0.999) store.follow.value = false;
}

/** Answers a pause, at once. */
export function answer(pause: string, said: PauseAnswer): void {
  post({ type: 'answer', pause, answer: said });
  store.answered.value = store.selected.value;
  // The buttons go away, and would take the keyboard's focus along.
  view.focus();
  store.announcement.value = ANSWERED[said];
}

const ANSWERED: { readonly [said in PauseAnswer]: string } = {
  approve: 'Approved',
  always: 'Approved until it changes',
  deny: 'Denied',
  credential: 'VS Code asks for the credential',
  continue: 'Continued',
  stop: 'Stopped',
  ignore: 'Ignored for this tool',
};
