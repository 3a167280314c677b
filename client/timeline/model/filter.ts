/** The row filter: choices within a group are combined with "or", groups with "and". */
import { INT } from '../columns.ts';
import type { SpanKind, SpanStatus } from '../row.ts';
import type { Table } from './table.ts';

export type Chip = 'llm' | 'skills' | 'tools' | 'scripts' | 'guards';

export const CHIP_OF: { readonly [kind in SpanKind]: Chip | undefined } = {
  agent: undefined,
  model: 'llm',
  skill: 'skills',
  tool: 'tools',
  script: 'scripts',
  tools: 'tools',
  approval: 'scripts',
  guard: 'guards',
  cause: 'guards',
  answer: undefined,
  note: undefined,
};

/** Groups of names that rows can be filtered by, named after their string columns. */
export type NameGroup = 'agent' | 'tool' | 'skill';
export const NAME_GROUPS: readonly NameGroup[] = ['agent', 'skill', 'tool'];

export interface Filter {
  readonly kinds: ReadonlySet<Chip>;
  readonly statuses: ReadonlySet<SpanStatus>;
  readonly names: { readonly [group in NameGroup]: ReadonlySet<string> };
}

const NONE: ReadonlySet<never> = new Set();
export const NO_FILTER: Filter = { kinds: NONE, statuses: NONE, names: { agent: NONE, tool: NONE, skill: NONE } };

/** Returns the number of choices, not counting kinds. */
export function countChoices({ statuses, names }: Filter): number {
  return statuses.size + names.agent.size + names.tool.size + names.skill.size;
}

/** True if the filter hides anything. */
export function isFiltering(filter: Filter): boolean {
  return filter.kinds.size > 0 || countChoices(filter) > 0;
}

/** Returns a predicate for rows, or undefined if all rows pass. Names are compared by string index. */
export function matcher(filter: Filter, table: Table): ((id: number) => boolean) | undefined {
  if (!isFiltering(filter)) return undefined;
  const groups = NAME_GROUPS.filter((group) => filter.names[group].size > 0).map((group) => ({
    column: INT[group],
    indexes: new Set([...filter.names[group]].map((name) => table.strings.indexOf(name))),
  }));
  return (id) => {
    if (filter.kinds.size > 0) {
      const chip = CHIP_OF[table.kind(id)];
      if (chip === undefined || !filter.kinds.has(chip)) return false;
    }
    if (filter.statuses.size > 0 && !filter.statuses.has(table.status(id))) return false;
    return groups.every(({ column, indexes }) => indexes.has(table.stringAt(id, column)));
  };
}
