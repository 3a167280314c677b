/** Filters for rows in addition to their kind: status, agent, skill and tool, each with its number of rows. */

import { chosenIn, filters, NAME_GROUPS, type NameGroup } from '../model/filter.ts';
import { count } from '../model/format.ts';
import type { SpanStatus } from '../row.ts';
import { clearFilter, toggleName, toggleStatus } from '../state/actions.ts';
import * as store from '../state/store.ts';
import { Chips } from './chips.tsx';
import { Popover } from './popover.tsx';

/** Maximum number of names listed; others can be found by searching. */
const MOST = 60;

const STATUS_WORDS: readonly (readonly [SpanStatus, string])[] = [
  ['ok', 'done'],
  ['open', 'running'],
  ['waiting', 'waiting for you'],
  ['miss', 'missed'],
  ['error', 'failed'],
  ['denied', 'denied'],
  ['cut', 'unfinished'],
];

const HEADS: { readonly [group in NameGroup]: string } = { agent: 'Agent', skill: 'Skill', tool: 'Tool' };

export function Filters() {
  const filter = store.filter.value;
  const chosen = chosenIn(filter);
  return (
    <Popover
      icon="filter"
      label={chosen === 0 ? 'Filter by status, agent, skill and tool' : `Filter: ${count(chosen)} selected`}
      title="Filter by status, agent, skill and tool"
      count={chosen}
      pressed={filters(filter)}
    >
      {() => <Menu />}
    </Popover>
  );
}

function Menu() {
  store.slow.value;
  const filter = store.filter.value;
  return (
    <fieldset class="filter-menu" aria-label="Filter">
      <Chips />
      <div class="groups">
        <Group head="Status">
          {STATUS_WORDS.filter(([status]) => store.tally.statuses.has(status) || filter.statuses.has(status)).map(
            ([status, words]) => (
              <Choice
                key={status}
                words={words}
                rows={store.tally.statuses.get(status) ?? 0}
                chosen={filter.statuses.has(status)}
                toggle={() => toggleStatus(status)}
              />
            ),
          )}
        </Group>
        {NAME_GROUPS.map((group) => (
          <Names key={group} group={group} />
        ))}
      </div>
      <button type="button" class="link" disabled={!filters(filter)} onClick={clearFilter}>
        Show all rows
      </button>
    </fieldset>
  );
}

function Names({ group }: { readonly group: NameGroup }) {
  const chosen = store.filter.value.names[group];
  const found = [...store.tally.names[group]].map(([place, rows]) => [store.table.strings[place] ?? '', rows] as const);
  const known = new Set(found.map(([name]) => name));
  // A selected name that the run no longer has stays in the list so that it can be deselected.
  const lost = [...chosen].filter((name) => !known.has(name)).map((name) => [name, 0] as const);
  const all = [...lost, ...found.sort((a, b) => b[1] - a[1])];
  if (all.length === 0) return null;
  return (
    <Group head={HEADS[group]}>
      {all.slice(0, MOST).map(([name, rows]) => (
        <Choice key={name} words={name} rows={rows} chosen={chosen.has(name)} toggle={() => toggleName(group, name)} />
      ))}
      {all.length > MOST && <p class="muted">and {count(all.length - MOST)} more with fewer rows</p>}
    </Group>
  );
}

function Group({ head, children }: { readonly head: string; readonly children: preact.ComponentChildren }) {
  return (
    <fieldset class="group">
      <legend>{head}</legend>
      {children}
    </fieldset>
  );
}

function Choice(props: {
  readonly words: string;
  readonly rows: number;
  readonly chosen: boolean;
  readonly toggle: () => void;
}) {
  return (
    <label class="choice" title={props.words}>
      <input type="checkbox" checked={props.chosen} onChange={props.toggle} />
      <span class="name">{props.words}</span>
      <span class="n">{count(props.rows)}</span>
    </label>
  );
}
