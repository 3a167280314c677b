/** The toolbar: find, filters, problems, folding, squeezing, zoom and the details pane. */
import { useEffect, useRef } from 'preact/hooks';
import { count, plural } from '../../model/format.ts';
import { describeProblems } from '../../model/problems.ts';
import { SORT_NAMES } from '../../model/sorting.ts';
import { goToHit, goToProblem, select, toggleDetails, view, zoomTo, zoomToRows } from '../../state/actions.ts';
import { describeSorting, setSorting } from '../../state/sorting.ts';
import * as store from '../../state/store.ts';
import { ToolButton } from '../parts/buttons.tsx';
import { Chips } from '../parts/chips.tsx';
import { Icon } from '../parts/icons.tsx';
import { Filters } from './filters.tsx';
import { FoldMenu } from './fold-menu.tsx';

export function Toolbar() {
  store.slowVersion.value;
  const zoom = store.zoom.value;
  const problems = store.problems.value.length;
  return (
    <div class="toolbar" role="toolbar" aria-label="Timeline">
      <Find />
      <i class="rule" aria-hidden="true" />
      <Chips />
      <Filters />
      <SortButton />
      <i class="rule" aria-hidden="true" />
      <span class="problems" title={describeProblems(store.problemCounts())}>
        <Icon name="warning" className={problems > 0 ? 'warn' : 'muted'} />
        <span class="hideable">Problems </span>
        <span class="n">{count(problems)}</span>
      </span>
      <ToolButton
        icon="up"
        label="Previous problem"
        title="Previous problem (Shift+F8)"
        disabled={problems === 0}
        onClick={() => goToProblem(-1)}
      />
      <ToolButton
        icon="down"
        label="Next problem"
        title="Next problem (F8)"
        disabled={problems === 0}
        onClick={() => goToProblem(1)}
      />
      <span class="spring" />
      <FoldMenu />
      <ToolButton
        icon="squeeze"
        label="Squeeze idle gaps"
        title="Squeeze idle gaps of more than 2 s"
        pressed={store.squeeze.value}
        onClick={() => {
          store.squeeze.value = !store.squeeze.value;
        }}
      />
      <i class="rule hideable" aria-hidden="true" />
      <ToolButton icon="minus" label="Zoom out" title="Zoom out (-)" onClick={() => zoomTo('out')} />
      <span class="percent hideable">{Math.round(100 / (zoom.to - zoom.from))}%</span>
      <ToolButton icon="plus" label="Zoom in" title="Zoom in (+)" onClick={() => zoomTo('in')} />
      <ToolButton
        icon="fit-rows"
        label="Scale to the rows in view"
        title="Scale the bars to the time of the rows in view (V)"
        onClick={zoomToRows}
      />
      <ToolButton
        icon="fit"
        label="Show the whole run"
        title="Show the whole run (0)"
        onClick={() => zoomTo('whole')}
      />
      <i class="rule hideable" aria-hidden="true" />
      <ToolButton
        icon="pane"
        label="Details"
        title="Show or hide the details (D)"
        pressed={store.wantsDetails.value}
        onClick={toggleDetails}
      />
    </div>
  );
}

/** Shows the order of the rows while they are sorted, and shows the tree again. */
function SortButton() {
  const sorting = store.sorting.value;
  if (sorting === undefined) return null;
  const label = `Sorted by ${describeSorting(sorting)}. Show the tree`;
  const reset = () => {
    setSorting(undefined);
    // The button is removed and would lose the keyboard focus.
    view.focus();
  };
  return (
    <button type="button" class="sorted" aria-label={label} title={`${label} (Esc in the rows)`} onClick={reset}>
      <span class="hideable">by {SORT_NAMES[sorting.key]}</span>
      <Icon name={sorting.descending ? 'down' : 'up'} />
      <Icon name="close" />
    </button>
  );
}

const PARTIAL_SEARCH =
  'Some payloads of this run are not searched: they exceed the size of the index or cannot be read. Names are searched in all rows.';

function Find() {
  const input = useRef<HTMLInputElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const query = store.query.value;
  const hits = store.hits.value;
  useEffect(() => {
    view.find = () => {
      previousFocus.current = document.activeElement;
      input.current?.focus();
      input.current?.select();
    };
  }, []);
  const closeFind = () => {
    store.query.value = '';
    if (previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected)
      previousFocus.current.focus();
    else view.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') goToHit(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') closeFind();
    else if (event.key === 'ArrowDown' && store.selected.value >= 0) select(store.selected.value, { focus: true });
    else return;
    event.preventDefault();
  };
  const index = hits.indexOf(store.selected.value);
  return (
    <div class="find" role="search">
      <Icon name="search" className="muted" />
      <input
        ref={input}
        type="text"
        aria-label="Find in names, arguments and results"
        placeholder="Find"
        spellcheck={false}
        value={query}
        onInput={(event) => {
          store.query.value = event.currentTarget.value;
        }}
        onKeyDown={onKey}
      />
      <span class="n" title={store.isSearching.value ? 'Searching large payloads…' : undefined}>
        {query.trim() === ''
          ? plural(store.steps.value, 'step')
          : hits.length === 0
            ? store.isSearching.value
              ? 'Searching large payloads…'
              : 'No results'
            : `${index < 0 ? '?' : index + 1} of ${hits.length}${store.isSearching.value ? '…' : ''}`}
      </span>
      {store.isSearching.value && hits.length > 0 && (
        <span class="unseen" role="status">
          Searching large payloads
        </span>
      )}
      {store.isSearchPartial.value && (
        <span class="partial" role="img" aria-label={PARTIAL_SEARCH} title={PARTIAL_SEARCH}>
          <Icon name="warning" className="warn" />
        </span>
      )}
      {hits.length > 0 && (
        <>
          <ToolButton
            icon="up"
            label="Previous match"
            title="Previous match (Shift+Enter)"
            small
            onClick={() => goToHit(-1)}
          />
          <ToolButton icon="down" label="Next match" title="Next match (Enter)" small onClick={() => goToHit(1)} />
        </>
      )}
    </div>
  );
}
