/** Filters for rows in addition to their kind: status, agent, skill and tool, each with its number of rows. */

import { countChoices, isFiltering, NAME_GROUPS, type NameGroup } from '../../model/filter.ts';
import { count } from '../../model/format.ts';
import type { SpanStatus } from '../../row.ts';
import { clearFilter, toggleName, toggleStatus } from '../../state/actions.ts';
import * as store from '../../state/store.ts';
import { Chips } from '../parts/chips.tsx';
import { Popover } from '../parts/popover.tsx';

/** Maximum number of names listed; others can be found by searching. */
const MAX_NAMES = 60;

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
  const chosen = countChoices(filter);
  return (
    <Popover
      icon="filter"
      label={chosen === 0 ? 'Filter by status, agent, skill and tool' : `Filter: ${count(chosen)} selected`}
      title="Filter by status, agent, skill and tool"
      count={chosen}
      pressed={isFiltering(filter)}
    >
      {() => <Menu />}
    </Popover>
  );
}

function Menu() {
  store.slowVersion.value;
  const filter = store.filter.value;
  return (
    <fieldset class="filter-menu" aria-label="Filter">
      <Chips />
      <div class="groups">
        <Group head="Status">
          {STATUS_WORDS.filter(([status]) => store.tally.statuses.has(status) || filter.statuses.has(status)).map(
            ([status, label]) => (
              <Choice
                key={status}
                label={label}
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
      <button type="button" class="link" disabled={!isFiltering(filter)} onClick={clearFilter}>
        Show all rows
      </button>
    </fieldset>
  );
}

function Names({ group }: { readonly group: NameGroup }) {
  const chosen = store.filter.value.names[group];
  const found = [...store.tally.names[group]].map(([index, rows]) => [store.table.strings[index] ?? '', rows] as const);
  const known = new Set(found.map(([name]) => name));
  // A selected name that the run no longer has stays in the list so that it can be deselected.
  const lost = [...chosen].filter((name) => !known.has(name)).map((name) => [name, 0] as const);
  const all = [...lost, ...found.sort((a, b) => b[1] - a[1])];
  if (all.length === 0) return null;
  return (
    <Group head={HEADS[group]}>
      {all.slice(0, MAX_NAMES).map(([name, rows]) => (
        <Choice key={name} label={name} rows={rows} chosen={chosen.has(name)} toggle={() => toggleName(group, name)} />
      ))}
      {all.length > MAX_NAMES && <p class="muted">and {count(all.length - MAX_NAMES)} more with fewer rows</p>}
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
  readonly label: string;
  readonly rows: number;
  readonly chosen: boolean;
  readonly toggle: () => void;
}) {
  return (
    <label class="choice" title={props.label}>
      <input type="checkbox" checked={props.chosen} onChange={props.toggle} />
      <span class="name">{props.label}</span>
      <span class="n">{count(props.rows)}</span>
    </label>
  );
}
