import * as vscode from 'vscode';

/** Dialogues of this extension that are open. */
let dialogues = 0;

/** Counts a dialogue as open until it is answered or left. */
export async function inDialogue<T>(answered: PromiseLike<T>): Promise<T> {
  dialogues += 1;
  try {
    return await answered;
  } finally {
    dialogues -= 1;
  }
}

/** Whether the user has turned to something else since they asked for what is about to be shown. */
interface Attention extends vscode.Disposable {
  readonly elsewhere: boolean;
}

/**
 * Begins to look where the user is. What took a while must not take the focus from whoever has gone on: typing or moving in
 * an editor, another editor or terminal, another window, a dialogue of ours. VS Code does not tell of its own dialogues.
 */
function attention(): Attention {
  let moved = false;
  const move = (): void => {
    moved = true;
  };
  const { window } = vscode;
  const listening = vscode.Disposable.from(
    window.onDidChangeActiveTextEditor(move),
    window.onDidChangeActiveTerminal(move),
    window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && move()),
    window.onDidChangeWindowState(({ focused }) => !focused && move()),
  );
  return {
    get elsewhere() {
      return moved || dialogues > 0;
    },
    dispose: () => listening.dispose(),
  };
}

/** Brings a panel up; where the user is elsewhere, without the focus, and not over the editor that they are in. */
export function bringUp(panel: vscode.WebviewPanel, elsewhere: boolean): void {
  if (elsewhere && panel.viewColumn === vscode.window.tabGroups.activeTabGroup.viewColumn) return;
  panel.reveal(undefined, elsewhere);
}

/** Waits for `work`, and says whether the user was elsewhere when it was done. */
export async function attended<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly elsewhere: boolean }> {
  const user = attention();
  try {
    const value = await work();
    return { value, elsewhere: user.elsewhere };
  } finally {
    user.dispose();
  }
}
