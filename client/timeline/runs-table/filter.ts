/** The filter of the table: words, and skills, clients and outcomes. */
import { own } from '../../../runtime/text/objects.ts';
import { FACT, FACTS, KIND } from './columns.ts';
import { OUTCOMES } from './row.ts';
import type { RunTable } from './table.ts';

/** The use that a row must have made of a skill: the columns of the view of skills that lead to rows. */
export type Use = 'offered' | 'loaded' | 'read' | 'missed';

/** The kinds of facts of each use. */
export const USE_KINDS: { readonly [use in Use]: readonly number[] } = {
  offered: [KIND.offered],
  loaded: [KIND.loaded],
  read: [KIND.file],
  missed: [KIND.miss, KIND.currentMiss],
};

/** The rows that a number of the view of skills counts. */
export interface UseFilter {
  readonly skill: string;
  readonly use: Use;
  /** With `missed`: only misses that these words led to. */
  readonly words?: string;
}

/** The groups of choices. */
export type Group = 'skills' | 'clients' | 'outcomes';
export const GROUPS: readonly Group[] = ['skills', 'clients', 'outcomes'];

/** The choices of each group; an empty one does not restrict the rows. */
export type Choices = { readonly [group in Group]: ReadonlySet<string> };

export interface Filter {
  /** Words that rows must contain, ignoring case. */
  readonly query: string;
  readonly choices: Choices;
  readonly use?: UseFilter;
}

export const NO_CHOICES: Choices = { skills: new Set(), clients: new Set(), outcomes: new Set() };
export const NO_FILTER: Filter = { query: '', choices: NO_CHOICES };

/** Returns true if the filter may hide rows. */
export function isFiltering({ query, choices, use }: Filter): boolean {
  return query.trim() !== '' || use !== undefined || countChoices(choices) > 0;
}

/** Returns the number of choices. */
export function countChoices(choices: Choices): number {
  return GROUPS.reduce((sum, group) => sum + choices[group].size, 0);
}

/** Returns the choices with one more, or without one that was there. */
export function toggleChoice(choices: Choices, group: Group, value: string): Choices {
  const chosen = new Set(choices[group]);
  if (!chosen.delete(value)) chosen.add(value);
  return { ...choices, [group]: chosen };
}

/** Returns the ids of the rows that match, in the order in which they were added. */
export function filterRows(table: RunTable, { query, choices, use }: Filter): readonly number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matchesUse = use === undefined ? undefined : useTest(table, use);
  const found: number[] = [];
  for (const id of table.ids) {
    if (!hasChoice(table, id, choices)) continue;
    if (matchesUse !== undefined && !matchesUse(id)) continue;
    if (words.length > 0 && !words.every((word) => table.searchText(id).includes(word))) continue;
    found.push(id);
  }
  return found;
}

function hasChoice(table: RunTable, id: number, { skills, clients, outcomes }: Choices): boolean {
  return (
    (clients.size === 0 || clients.has(table.text(id, 'client'))) &&
    (outcomes.size === 0 || outcomes.has(table.outcome(id))) &&
    (skills.size === 0 || table.skillsOf(id).some((skill) => skills.has(skill)))
  );
}

function useTest(table: RunTable, { skill, use, words }: UseFilter): (id: number) => boolean {
  const index = table.strings.indexOf(skill);
  const kinds = USE_KINDS[use];
  return (id) => {
    const facts = table.factsOf(id);
    for (let at = 0; at < facts.length; at += FACTS)
      if (
        facts[at + FACT.skill] === index &&
        kinds.includes(facts[at + FACT.kind] ?? -1) &&
        (words === undefined || table.strings[facts[at + FACT.words] ?? 0] === words)
      )
        return true;
    return false;
  };
}

/** A choice with its name and the number of rows that have it. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly rows: number;
}

/** Returns the choices of a group with the most rows first; chosen ones that no row has any more are kept, so that they can be removed. */
export function choicesOf(table: RunTable, group: Group, chosen: ReadonlySet<string>): readonly Choice[] {
  const counts = new Map<string, number>();
  for (const value of chosen) counts.set(value, 0);
  const add = (value: string): void => void counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const id of table.ids)
    if (group === 'skills') for (const skill of table.skillsOf(id)) add(skill);
    else add(group === 'clients' ? table.text(id, 'client') : table.outcome(id));
  return [...counts]
    .map(([value, rows]) => ({ value, label: labelOf(group, value), rows }))
    .sort((a, b) => b.rows - a.rows || (a.label < b.label ? -1 : 1));
}

function labelOf(group: Group, value: string): string {
  return group === 'outcomes' ? outcomeText(value) : value || '(none)';
}

function outcomeText(outcome: string): string {
  return own(OUTCOMES, outcome)?.text || 'not known';
}

const USE_WORDS: { readonly [use in Use]: string } = {
  offered: 'offered',
  loaded: 'loaded',
  read: 'files read',
  missed: 'missed',
};

/** Returns the filter by a skill as a label: `brewer: loaded`. */
export function describeUse({ skill, use, words }: UseFilter): string {
  return `${skill}: ${USE_WORDS[use]}${words === undefined || words === '' ? '' : ` “${words}”`}`;
}
