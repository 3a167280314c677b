import * as vscode from 'vscode';

/** Toggles the selection of the focused row of a list. */
const TOGGLE_SELECTION = 'list.toggleSelection';

/**
 * Selects the focused row of a tree, for commands invoked by a key. VS Code exposes only the selection of a tree, but arrow
 * keys move the focus without it, so the command would otherwise apply to a different row than the highlighted one.
 * Selecting a row does not open it.
 * @returns the resulting selection: several rows if the focused one was among them
 */
export async function focusedRows<T>(view: vscode.TreeView<T>): Promise<readonly T[]> {
  const before = view.selection;
  await vscode.commands.executeCommand(TOGGLE_SELECTION);
  const after = view.selection;
  const focused = after.find((row) => !before.includes(row));
  if (focused !== undefined) {
    await view.reveal(focused, { select: true, focus: true });
    return [focused];
  }
  // The focused row was already selected, and the command deselected it.
  if (after.length < before.length) await vscode.commands.executeCommand(TOGGLE_SELECTION);
  return before;
}
