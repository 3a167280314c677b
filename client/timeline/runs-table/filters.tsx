/** The choices of skills, clients and outcomes, each with its number of rows. */
import { count } from '../model/format.ts';
import { Popover } from '../view/parts/popover.tsx';
import { choicesOf, countChoices, GROUPS, type Group } from './filter.ts';
import * as state from './state.ts';

/** Maximum number of choices listed; others can be found by words. */
const MAX_CHOICES = 60;

const HEADS: { readonly [group in Group]: string } = { skills: 'Skill', clients: 'Client', outcomes: 'Outcome' };

export function Filters() {
  const chosen = countChoices(state.choices.value);
  const title = 'Filter by skill, client and outcome';
  return (
    <Popover
      icon="filter"
      label={chosen === 0 ? title : `Filter: ${count(chosen)} selected`}
      title={title}
      count={chosen}
      pressed={chosen > 0}
    >
      {() => <Menu />}
    </Popover>
  );
}

function Menu() {
  return (
    <fieldset class="filter-menu" aria-label="Filter">
      <div class="groups">
        {GROUPS.filter((group) => group !== 'skills' || state.view.value === 'runs').map((group) => (
          <Choices key={group} group={group} />
        ))}
      </div>
      <button type="button" class="link" disabled={!state.isFiltered.value} onClick={state.clearFilter}>
        Show all rows
      </button>
    </fieldset>
  );
}

function Choices({ group }: { readonly group: Group }) {
  state.version.value;
  const chosen = state.choices.value[group];
  const all = choicesOf(state.table, group, chosen);
  if (all.length === 0) return null;
  return (
    <fieldset class="group">
      <legend>{HEADS[group]}</legend>
      {all.slice(0, MAX_CHOICES).map(({ value, label, rows }) => (
        <label key={value} class="choice" title={label}>
          <input type="checkbox" checked={chosen.has(value)} onChange={() => state.choose(group, value)} />
          <span class="name">{label}</span>
          <span class="n">{count(rows)}</span>
        </label>
      ))}
      {all.length > MAX_CHOICES && <p class="muted">and {count(all.length - MAX_CHOICES)} more with fewer rows</p>}
    </fieldset>
  );
}
