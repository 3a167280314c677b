import * as vscode from 'vscode';

/** Takes the focused row of a list into its selection, or out of it where it was in. */
const TAKE = 'list.toggleSelection';

/**
 * The row of a tree that has the keyboard's focus, for a command that came by a key. VS Code tells an extension what is
 * selected alone, and arrow keys move the focus without the selection: a key would be about another row than the one that
 * is marked and read aloud. So the focused row is made the selected one first; nothing is opened by that.
 * @returns what is selected afterwards: several rows where the focused one is among them
 */
export async function focusedRows<T>(view: vscode.TreeView<T>): Promise<readonly T[]> {
  const before = view.selection;
  await vscode.commands.executeCommand(TAKE);
  const after = view.selection;
  const focused = after.find((row) => !before.includes(row));
  if (focused !== undefined) {
    await view.reveal(focused, { select: true, focus: true });
    return [focused];
  }
  // It was selected, alone or among others, and is not any more.
  if (after.length < before.length) await vscode.commands.executeCommand(TAKE);
  return before;
}
