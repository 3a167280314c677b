/** Chooses the editor group for a page. Independent of `vscode`. */

/** A group of editor tabs. */
export interface EditorGroup {
  /** View column, from 1. */
  readonly column: number;
  readonly active: boolean;
  /** True if it has no tabs, which means that the user created it for what opens next. */
  readonly empty: boolean;
  /** True if one of its tabs is a page of this extension. */
  readonly hasPage: boolean;
}

/**
 * Chooses the group that already has a page, preferring the active one. Without one, chooses the active group, or its
 * neighbor if the active group must stay visible. A new group is created only if there is no other.
 * @param keep true if nothing may cover the active group because the user is working in it
 */
export function chooseGroup(groups: readonly EditorGroup[], keep: boolean): number | 'active' | 'new' {
  if (!keep && groups.some(({ active, empty }) => active && empty)) return 'active';
  const free = groups.filter(({ active }) => !keep || !active);
  const withPage = free.find(({ active, hasPage }) => active && hasPage) ?? free.find(({ hasPage }) => hasPage);
  if (withPage !== undefined) return withPage.column;
  if (!keep) return 'active';
  const from = groups.find(({ active }) => active)?.column ?? 0;
  const neighbor = free.find(({ column }) => column > from) ?? free.at(-1);
  return neighbor?.column ?? 'new';
}
