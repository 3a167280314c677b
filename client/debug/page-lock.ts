import * as vscode from 'vscode';
import { isPage } from '../editor/page-column.ts';
import { DEBUG_TYPE } from './launch-configuration.ts';

/**
 * Locks the active group of editor tabs while it shows a page and a run is debugged: a click in the Call Stack view opens the
 * file of a frame in the active group, over the page, unless that group is locked. VS Code can lock and unlock only the active
 * group, so that one that is left is unlocked when it is active again.
 */
export class PageLock implements vscode.Disposable {
  readonly #sessions = new Set<string>();
  /** The columns of the groups that are locked. */
  readonly #locked = new Set<number>();
  #isUpdating = false;
  readonly #subscriptions: vscode.Disposable;

  constructor() {
    const { debug, window } = vscode;
    const update = (): void => void this.#update();
    this.#subscriptions = vscode.Disposable.from(
      debug.onDidStartDebugSession(({ id, type }) => {
        if (type === DEBUG_TYPE) this.#sessions.add(id);
        update();
      }),
      debug.onDidTerminateDebugSession(({ id }) => {
        this.#sessions.delete(id);
        update();
      }),
      window.tabGroups.onDidChangeTabGroups(update),
      window.tabGroups.onDidChangeTabs(update),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Locks or unlocks the active group, until it is as it should be. */
  async #update(): Promise<void> {
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    try {
      for (let change = this.#change(); change !== undefined; change = this.#change()) await this.#apply(change);
    } finally {
      this.#isUpdating = false;
    }
  }

  #change(): { readonly column: number; readonly isLocked: boolean } | undefined {
    const { all, activeTabGroup } = vscode.window.tabGroups;
    for (const column of this.#locked)
      if (!all.some((group) => group.viewColumn === column)) this.#locked.delete(column);
    const column = activeTabGroup.viewColumn;
    const isLocked = this.#sessions.size > 0 && isPage(activeTabGroup.activeTab?.input);
    return isLocked === this.#locked.has(column) ? undefined : { column, isLocked };
  }

  async #apply({ column, isLocked }: { readonly column: number; readonly isLocked: boolean }): Promise<void> {
    const { executeCommand } = vscode.commands;
    if (isLocked) this.#locked.add(column);
    else this.#locked.delete(column);
    await executeCommand(`workbench.action.${isLocked ? 'lock' : 'unlock'}EditorGroup`);
    if (!isLocked || vscode.window.tabGroups.activeTabGroup.viewColumn === column) return;
    // Another group became active in the meantime, and may have been locked instead.
    this.#locked.delete(column);
    await executeCommand('workbench.action.unlockEditorGroup');
  }
}
