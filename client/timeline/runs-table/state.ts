/** The state of the page of runs and sessions, and what changes it. */
import { batch, computed, effect, signal } from '@preact/signals';
import {
  type Choices,
  type Filter,
  filterRows,
  GROUPS,
  type Group,
  isFiltering,
  NO_CHOICES,
  toggleChoice,
  type UseFilter,
} from './filter.ts';
import { rowsText } from './grid-source.ts';
import type { Cell } from './keys.ts';
import type { SavedTable, TableStatus, ToTableHost, ToTablePage, View } from './protocol.ts';
import { runSource } from './run-cells.ts';
import { linesOf, skillSource, useOf } from './skill-cells.ts';
import { detailsOf } from './skill-details.ts';
import { bareName, DEFAULT_SKILL_SORTING, type SkillKey, sortSkills, sumSkills } from './skills.ts';
import { DEFAULT_SORTING, nextSorting, type Sorting, type SortKey, sortRows } from './sorting.ts';
import { RunTable } from './table.ts';

interface VsCodeApi {
  postMessage(message: ToTableHost): void;
  getState(): SavedTable | undefined;
  setState(state: SavedTable): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const saved = api.getState();

export const table = new RunTable();
/** Incremented when rows have changed. */
export const version = signal(0);
export const locale = signal('en');
/** False until the host has sent its first status. */
export const isConnected = signal(false);
export const status = signal<TableStatus>({ sessions: 'none', otherFiles: 0, trials: 0, failure: '' });
export const workspaceSkills = signal<readonly string[]>([]);

export const view = signal<View>(saved?.view ?? 'runs');
/** The words of the view of runs, and those of the view of skills. */
export const query = signal(saved?.query ?? '');
export const skillQuery = signal('');
export const choices = signal<Choices>(savedChoices());
export const use = signal<UseFilter | undefined>(saved?.use);
export const sorting = signal<Sorting<SortKey>>(saved?.sorting ?? DEFAULT_SORTING);
export const skillSorting = signal<Sorting<SkillKey>>(saved?.skillSorting ?? DEFAULT_SKILL_SORTING);
/** The ids of the rows that were selected to be compared, in order. */
export const selected = signal<readonly number[]>([]);
/** The skill whose details are shown. */
export const shownSkill = signal<string | undefined>(undefined);
export const activeRun = signal<Cell>({ row: 0, column: 1 });
/** The first row is a heading. */
export const activeSkill = signal<Cell>({ row: 1, column: 0 });
/** The latest announcement to screen readers. */
export const announcement = signal('');

/** Set by the parts of the page: focus the active cell, and the field for words. */
export const focusing = { grid: (): void => {}, find: (): void => {} };

export const filter = computed((): Filter => {
  const byUse = use.value === undefined ? {} : { use: use.value };
  return { query: query.value, choices: choices.value, ...byUse };
});
const matching = computed(() => {
  version.value;
  return filterRows(table, filter.value);
});
/** The ids of the rows that are shown, in their order. */
export const order = computed(() => sortRows(table, matching.value, sorting.value));
export const runs = computed(() => runSource(table, order.value, selected.value, locale.value, new Date()));

/** The rows that the view of skills adds up. */
const counted = computed(() => {
  version.value;
  return filterRows(table, { query: '', choices: { ...choices.value, skills: NO_CHOICES.skills } });
});
const sums = computed(() => sumSkills(table, counted.value, workspaceSkills.value));
export const lines = computed(() => linesOf(sortSkills(sums.value, skillQuery.value, skillSorting.value)));
export const skills = computed(() => skillSource(lines.value, shownSkill.value));
/** The sums and details of the skill whose details are shown. */
export const details = computed(() => {
  const skill = shownSkill.value;
  const sum = sums.value.find((one) => one.skill === skill);
  return skill === undefined || sum === undefined ? undefined : { sum, ...detailsOf(table, counted.value, skill) };
});

export function post(message: ToTableHost): void {
  api.postMessage(message);
}

/** Follows the host's messages, and stores what survives a restart. */
export function connect(): void {
  window.addEventListener('message', ({ data, origin }: MessageEvent<ToTablePage>) => {
    // VS Code's own frame delivers the host's messages; its origin is that of this page.
    if (origin === window.origin) receive(data);
  });
  effect(() => {
    const stored = new Map(GROUPS.map((group) => [group, [...choices.value[group]]]));
    const { skills: bySkill = [], clients = [], outcomes = [] } = Object.fromEntries(stored);
    const byUse = use.value === undefined ? {} : { use: use.value };
    api.setState({
      view: view.value,
      query: query.value,
      choices: { skills: bySkill, clients, outcomes },
      ...byUse,
      sorting: sorting.value,
      skillSorting: skillSorting.value,
    });
  });
  post({ type: 'ready' });
}

function receive(message: ToTablePage): void {
  switch (message.type) {
    case 'rows':
      table.apply(message.batch);
      version.value++;
      break;
    case 'removed':
      for (const id of message.ids) table.remove(id);
      batch(() => {
        version.value++;
        selected.value = selected.value.filter((id) => table.has(id));
      });
      break;
    case 'status':
      batch(() => {
        isConnected.value = true;
        status.value = message.status;
      });
      break;
    case 'workspaceSkills':
      workspaceSkills.value = message.names;
      break;
    case 'show':
      batch(() => {
        view.value = message.view;
        if (message.skill !== undefined) showDetails(message.skill);
      });
  }
}

function savedChoices(): Choices {
  const { skills: bySkill = [], clients = [], outcomes = [] } = saved?.choices ?? {};
  return { skills: new Set(bySkill), clients: new Set(clients), outcomes: new Set(outcomes) };
}

/** Changes the view. The rows of both stay as they are. */
export function showView(to: View): void {
  view.value = to;
}

export function choose(group: Group, value: string): void {
  choices.value = toggleChoice(choices.value, group, value);
}

/** Shows all rows. */
export function clearFilter(): void {
  batch(() => {
    query.value = '';
    use.value = undefined;
    choices.value = NO_CHOICES;
  });
}

/** True if some rows may be hidden. */
export const isFiltered = computed(() => isFiltering(filter.value));

export function sortRuns(key: string): void {
  sorting.value = nextSorting(sorting.value, key as SortKey, DEFAULT_SORTING);
  announce(key, sorting.value);
}

export function sortSkillsBy(key: string): void {
  skillSorting.value = nextSorting(skillSorting.value, key as SkillKey, DEFAULT_SKILL_SORTING);
  announce(key, skillSorting.value);
}

function announce(key: string, now: Sorting<string>): void {
  const by = now.key === key ? key : `${now.key} again`;
  announcement.value = `Sorted by ${by}, ${now.descending ? 'descending' : 'ascending'}`;
}

/** Selects a row to compare, or no longer. A third one replaces the first. */
export function toggleSelected(row: number): void {
  const id = order.value[row];
  if (id === undefined) return;
  selected.value = selected.value.includes(id)
    ? selected.value.filter((one) => one !== id)
    : [...selected.value, id].slice(-2);
  announcement.value = `${selected.value.length} of 2 selected to compare`;
}

export function compareSelected(): void {
  const [a, b] = selected.value;
  if (a !== undefined && b !== undefined) post({ type: 'compare', ids: [a, b] });
}

/** Opens the run of a cell. */
export function openRun({ row }: Cell): void {
  const id = order.value[row];
  if (id !== undefined) post({ type: 'open', id });
}

/** Opens what a cell of the view of skills leads to: the details of the skill, or the rows that its number counts. */
export function openSkillCell({ row, column }: Cell): void {
  const line = lines.value[row];
  if (line?.kind !== 'skill') return;
  const { sum } = line;
  if (column === 0) {
    if (shownSkill.value === sum.skill) shownSkill.value = undefined;
    else showDetails(sum.skill);
    return;
  }
  const used = useOf(sum, skills.value.columns[column]?.key ?? '');
  if (used !== undefined) showUse({ skill: sum.skill, use: used });
}

/** Shows the rows that did something with a skill. */
export function showUse(to: UseFilter): void {
  batch(() => {
    use.value = to;
    query.value = '';
    choices.value = { ...choices.value, skills: NO_CHOICES.skills };
    view.value = 'runs';
    activeRun.value = { row: 0, column: 1 };
    announcement.value = rowsText(order.value.length);
  });
  // The grid is drawn later.
  setTimeout(() => focusing.grid());
}

/** Shows the details of a skill, by its name or that without its plugin. */
function showDetails(skill: string): void {
  const names = lines.value.map((line) => (line.kind === 'skill' ? line.sum.skill : ''));
  const exact = names.indexOf(skill);
  const row = exact >= 0 ? exact : names.findIndex((name) => bareName(name) === skill);
  shownSkill.value = names[row] ?? skill;
  if (row >= 0) activeSkill.value = { row, column: 0 };
}
