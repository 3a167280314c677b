/** The toolbar: the view, the filter, and what can be done with the rows. */
import { useEffect, useRef } from 'preact/hooks';
import { count } from '../model/format.ts';
import { ToolButton } from '../view/parts/buttons.tsx';
import { Icon } from '../view/parts/icons.tsx';
import { Popover } from '../view/parts/popover.tsx';
import { AddSessions } from './empty.tsx';
import { describeUse } from './filter.ts';
import { Filters } from './filters.tsx';
import type { ExportFormat, View } from './protocol.ts';
import * as state from './state.ts';

const VIEWS: readonly (readonly [View, string])[] = [
  ['runs', 'Runs and Sessions'],
  ['skills', 'Skills'],
];

export function Toolbar() {
  const { sessions } = state.status.value;
  state.version.value;
  const isEmpty = state.table.size === 0;
  return (
    <div class="toolbar" role="toolbar" aria-label="Runs and sessions">
      <div class="views" role="group" aria-label="View">
        {VIEWS.map(([view, name]) => (
          <button
            key={view}
            type="button"
            class="chip"
            aria-pressed={state.view.value === view}
            onClick={() => state.showView(view)}
          >
            {name}
          </button>
        ))}
      </div>
      <Find />
      <Filters />
      {state.view.value === 'runs' && <UseChip />}
      <span class="spring" />
      {state.view.value === 'runs' && <Compare />}
      <ExportMenu />
      {sessions === 'none' && !isEmpty && <AddSessions />}
      {(sessions === 'read' || sessions === 'stopped') && (
        <ToolButton
          icon="again"
          label="Read Sessions Again"
          title="Read Sessions Again: those that are new or have changed"
          onClick={() => state.post({ type: 'addSessions' })}
        />
      )}
    </div>
  );
}

function Find() {
  const input = useRef<HTMLInputElement>(null);
  const isSkills = state.view.value === 'skills';
  const query = isSkills ? state.skillQuery : state.query;
  useEffect(() => {
    state.focusing.find = () => {
      input.current?.focus();
      input.current?.select();
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') query.value = '';
    else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    state.focusing.grid();
    event.preventDefault();
  };
  return (
    <div class="find" role="search">
      <Icon name="search" className="muted" />
      <input
        ref={input}
        type="text"
        aria-label={
          isSkills ? 'Filter skills by name' : 'Filter by words in the prompt, skill, client, model or outcome'
        }
        placeholder="Filter"
        spellcheck={false}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
        }}
        onKeyDown={onKey}
      />
    </div>
  );
}

/** The filter by what rows did with a skill, which can be removed. */
function UseChip() {
  const use = state.use.value;
  if (use === undefined) return null;
  const label = describeUse(use);
  const clear = () => {
    state.use.value = undefined;
    // The button is removed and would lose the keyboard focus.
    state.focusing.grid();
  };
  return (
    <button type="button" class="sorted" aria-label={`Only ${label}. Show all`} title={label} onClick={clear}>
      <span class="name">{label}</span>
      <Icon name="close" />
    </button>
  );
}

function Compare() {
  const { length } = state.selected.value;
  return (
    <button
      type="button"
      class="button secondary"
      disabled={length < 2}
      title={length < 2 ? 'Select two rows to compare them (Space)' : 'Compare the two selected rows'}
      onClick={state.compareSelected}
    >
      <Icon name="pane" />
      Compare
      {length > 0 && <span class="n">{count(length)} of 2</span>}
    </button>
  );
}

const EXPORTS: readonly (readonly [ExportFormat, string])[] = [
  ['csv', 'Rows as CSV…'],
  ['html', 'Skills in Use as HTML…'],
  ['json', 'Skills in Use as JSON…'],
];

function ExportMenu() {
  const hasReport = state.status.value.sessions === 'read';
  const formats = EXPORTS.filter(([format]) => format === 'csv' || hasReport);
  return (
    <Popover icon="open-editor" label="Export" title="Export">
      {(close) => (
        <div class="menu">
          {formats.map(([format, name]) => (
            <button
              key={format}
              type="button"
              class="item"
              onClick={() => {
                close();
                state.post({ type: 'export', format, ids: [...state.order.value] });
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
