/** Chooses where the file of a stop in the debugger opens, so that it does not cover a page. Independent of `vscode`. */

/** A group of editor tabs. */
export interface TabGroup {
  /** View column, from 1. */
  readonly column: number;
  readonly isActive: boolean;
  /** True if its active tab is a page of this extension. */
  readonly showsPage: boolean;
  readonly tabs: number;
}

/** The step before a file opens in the active group: focus another group, create one, or move the page there. */
export type SourceGroup =
  | { readonly kind: 'stay' | 'create' | 'move' }
  | { readonly kind: 'focus'; readonly column: number };

/**
 * Chooses a group without a page, the nearest one to the left. If there is none, an empty group is created, or the page is
 * moved out of a group with other tabs: VS Code would show a file in such a tab again there.
 */
export function chooseSourceGroup(groups: readonly TabGroup[]): SourceGroup {
  const active = groups.find(({ isActive }) => isActive);
  if (active?.showsPage !== true) return { kind: 'stay' };
  const others = groups.filter(({ showsPage }) => !showsPage);
  const other = others.findLast(({ column }) => column < active.column) ?? others[0];
  if (other !== undefined) return { kind: 'focus', column: other.column };
  return { kind: active.tabs === 1 ? 'create' : 'move' };
}
