/** The tab of a run: its own, that of another run of the same skills, or a new one. Independent of `vscode`. */

/** An open timeline, or a tab that VS Code has restored without its page. */
export interface TimelineTab {
  readonly journal: string;
  /** The family of its run; undefined if it is unknown. */
  readonly family: string | undefined;
  /** True if the user pinned the tab. */
  readonly isPinned: boolean;
  /** True while the run continues, or while a session is being read or grows. */
  readonly isLive: boolean;
  /** True if the user has written a prompt there that is not sent. */
  readonly hasDraft: boolean;
  /** True for the editor of a `journal.jsonl`, whose tab belongs to the file. */
  readonly isEditor: boolean;
  /** 2 for the tab that has the focus, 1 for one that is visible, 0 for one behind others. */
  readonly prominence: 0 | 1 | 2;
}

export type TabChoice = { readonly kind: 'reveal' | 'replace'; readonly index: number } | { readonly kind: 'open' };

/**
 * Chooses the tab of a run. As with the previews of editors, a run replaces the one before it in their tab: a run of the
 * same skills, or any session by any other session. Pinned tabs, runs that continue, drafts and editors of files stay.
 * @param tabs in order of opening
 * @param keeps journal of a timeline that stays, for a run that is shown next to it
 */
export function chooseTab(
  tabs: readonly TimelineTab[],
  journal: string,
  family: string | undefined,
  keeps?: string,
): TabChoice {
  const own = tabs.findIndex((tab) => tab.journal === journal);
  if (own >= 0) return { kind: 'reveal', index: own };
  let found = -1;
  for (const [index, tab] of tabs.entries()) {
    if (family === undefined || tab.family !== family || tab.journal === keeps) continue;
    if (tab.isPinned || tab.isLive || tab.hasDraft || tab.isEditor) continue;
    // Of several, the one in front, else the one that was opened last.
    if (found < 0 || tab.prominence >= (tabs[found]?.prominence ?? 0)) found = index;
  }
  return found < 0 ? { kind: 'open' } : { kind: 'replace', index: found };
}
