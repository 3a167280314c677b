/** The page's view state, persisted across reloads and restarts. */
import { effect } from '@preact/signals';
import { defined } from '../../../runtime/text/objects.ts';
import { type Chip, type Filter, NAME_GROUPS } from '../model/filter.ts';
import { REPEAT_LEVELS, type RepeatLevel } from '../model/repeats.ts';
import { SORT_KEYS, type Sorting } from '../model/sorting.ts';
import { clampZoom } from '../model/time-scale.ts';
import type { SpanStatus } from '../row.ts';
import { view } from './actions.ts';
import { savedState, saveState } from './host.ts';
import { draft } from './prompt.ts';
import * as store from './store.ts';

interface View {
  readonly selected?: number;
  readonly collapsed?: readonly number[];
  readonly chips?: readonly Chip[];
  readonly statuses?: readonly SpanStatus[];
  readonly names?: { readonly [group: string]: readonly string[] };
  readonly query?: string;
  readonly squeeze?: boolean;
  readonly zoom?: { readonly from: number; readonly to: number };
  readonly tab?: store.Tab;
  readonly sorting?: Sorting;
  readonly repeatLevel?: RepeatLevel;
  /** False if the details pane is hidden. */
  readonly details?: boolean;
  /** The draft of a further prompt. */
  readonly draft?: string;
  readonly top?: number;
  /** True if the timeline scrolls by itself; absent in state saved by older versions. */
  readonly follow?: boolean;
}

let restoredView: View | undefined;

/**
 * Restores the saved view state. The scroll position follows once the rows have arrived.
 * @param journal path of the journal, saved immediately if there is no saved state: the window may close at any time
 */
export function restore(journal: string): void {
  const state = savedState();
  if (state === undefined && journal !== '') saveState({ journal });
  const saved = state?.view;
  if (typeof saved !== 'object' || saved === null) return;
  restoredView = saved as View;
  const { collapsed, query, squeeze, zoom, tab, details, selected, sorting, repeatLevel } = restoredView;
  if (Array.isArray(collapsed)) store.collapsed.value = new Set(collapsed);
  store.filter.value = filterOf(restoredView);
  if (typeof restoredView.draft === 'string') draft.value = restoredView.draft;
  if (typeof query === 'string') store.query.value = query;
  if (typeof squeeze === 'boolean') store.squeeze.value = squeeze;
  if (repeatLevel !== undefined && REPEAT_LEVELS.includes(repeatLevel)) store.repeatLevel.value = repeatLevel;
  if (typeof details === 'boolean') store.wantsDetails.value = details;
  if (sorting !== undefined && SORT_KEYS.includes(sorting.key))
    store.sorting.value = { key: sorting.key, descending: sorting.descending === true };
  if (typeof zoom?.from === 'number' && typeof zoom.to === 'number') store.zoom.value = clampZoom(zoom);
  if (
    tab === 'summary' ||
    tab === 'messages' ||
    tab === 'request' ||
    tab === 'data' ||
    tab === 'state' ||
    tab === 'raw'
  )
    store.tab.value = tab;
  if (typeof selected === 'number' && selected >= 0) {
    store.selected.value = selected;
    store.isUserSelection.value = true;
    store.follow.value = false;
  }
}

/** Reads the saved filter. Parts unknown to this version are dropped. */
function filterOf({ chips, statuses, names }: View): Filter {
  const set = <T>(from: readonly T[] | undefined): ReadonlySet<T> => new Set(Array.isArray(from) ? from : []);
  return {
    kinds: set(chips),
    statuses: set(statuses),
    names: { agent: set(names?.agent), tool: set(names?.tool), skill: set(names?.skill) },
  };
}

/** Saves every change: a new selection immediately, anything else shortly after the last change. */
export function persist(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let selected: number | undefined;
  effect(() => {
    const journal = store.journal.value;
    const filter = store.filter.value;
    const folded = store.collapsed.value;
    const chosen = store.isUserSelection.value ? store.selected.value : undefined;
    const rest: View = defined({
      query: store.query.value,
      draft: draft.value || undefined,
      squeeze: store.squeeze.value,
      zoom: store.zoom.value,
      tab: store.tab.value,
      details: store.wantsDetails.value,
      sorting: store.sorting.value,
      repeatLevel: store.repeatLevel.value,
      top: store.scrollTop.value,
      follow: store.follow.value,
    });
    if (journal === '') return;
    // Built only when saved: a long run can have many collapsed rows, and this effect runs on every frame of scrolling.
    const save = () => {
      const view: View = defined({
        ...rest,
        selected: chosen,
        collapsed: [...folded],
        chips: [...filter.kinds],
        statuses: [...filter.statuses],
        names: Object.fromEntries(NAME_GROUPS.map((group) => [group, [...filter.names[group]]])),
      });
      saveState({ journal, view });
    };
    clearTimeout(timer);
    // A click may hide the page immediately, so its selection is saved first. Scrolling and typing are debounced.
    const wait = chosen === selected ? 150 : 0;
    selected = chosen;
    if (wait === 0) save();
    else timer = setTimeout(save, wait);
  });
  const stop = effect(() => {
    if (!store.complete.value) return;
    const top = restoredView?.top;
    if (typeof top === 'number' && top > 0 && restoredView?.follow !== true) {
      store.follow.value = false;
      requestAnimationFrame(() => view.scroll(top));
    }
    queueMicrotask(() => stop());
  });
}
