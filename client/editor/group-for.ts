/** Which column a page opens in, by what the columns hold. Knows no `vscode`. */

/** A column of editors. */
export interface Group {
  /** From 1, from left to right. */
  readonly column: number;
  readonly active: boolean;
  /** It has no tab: whoever made it wants something in it. */
  readonly empty: boolean;
  /** One of its tabs is a page of ours. */
  readonly ours: boolean;
}

/**
 * The column that has a page of ours already, the active one first; else the active one, and where that must stay in sight,
 * the one beside it. A new column only where there is no other.
 * @param keep the user is in the active column, and nothing may cover it
 */
export function groupFor(groups: readonly Group[], keep: boolean): number | 'active' | 'new' {
  if (!keep && groups.some(({ active, empty }) => active && empty)) return 'active';
  const free = groups.filter(({ active }) => !keep || !active);
  const ours = free.find(({ active, ours }) => active && ours) ?? free.find(({ ours }) => ours);
  if (ours !== undefined) return ours.column;
  if (!keep) return 'active';
  const from = groups.find(({ active }) => active)?.column ?? 0;
  const beside = free.find(({ column }) => column > from) ?? free.at(-1);
  return beside?.column ?? 'new';
}
