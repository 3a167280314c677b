/** Detects that the user has moved on, so that no page comes to the front on its own. */
import * as vscode from 'vscode';

/** Number of open dialogs of this extension. */
let dialogs = 0;

/** Counts a dialog as open until its result settles. */
export async function trackDialog<T>(result: PromiseLike<T>): Promise<T> {
  dialogs += 1;
  try {
    return await result;
  } finally {
    dialogs -= 1;
  }
}

interface AttentionTracker extends vscode.Disposable {
  /** True if the user has turned to something else since the tracker was created. */
  readonly userMovedOn: boolean;
}

/**
 * Tracks whether the user turns to something else: types or moves the cursor in an editor, switches to another editor,
 * terminal or window, or opens one of our dialogs. The result of a slow operation must not steal the focus then. VS Code
 * does not report its own dialogs.
 */
function trackAttention(): AttentionTracker {
  let moved = false;
  const move = (): void => {
    moved = true;
  };
  const { window } = vscode;
  const listeners = vscode.Disposable.from(
    window.onDidChangeActiveTextEditor(move),
    window.onDidChangeActiveTerminal(move),
    window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && move()),
    window.onDidChangeWindowState(({ focused }) => !focused && move()),
  );
  return {
    get userMovedOn() {
      return moved || dialogs > 0;
    },
    dispose: () => listeners.dispose(),
  };
}

/** Reveals a panel. If the user has moved on, it does not take the focus and does not cover the editor in use. */
export function revealPanel(panel: vscode.WebviewPanel, userMovedOn: boolean): void {
  if (userMovedOn && panel.viewColumn === vscode.window.tabGroups.activeTabGroup.viewColumn) return;
  panel.reveal(undefined, userMovedOn);
}

/** Awaits `work` and reports whether the user had moved on by the time it finished. */
export async function withAttention<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly userMovedOn: boolean }> {
  const user = trackAttention();
  try {
    const value = await work();
    return { value, userMovedOn: user.userMovedOn };
  } finally {
    user.dispose();
  }
}
