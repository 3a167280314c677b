import * as vscode from 'vscode';

/** Opens a file that was just made, to be written: in a tab that stays, with the focus. A file that is gone is left alone. */
export async function openCreated(file: vscode.Uri, selection?: vscode.Range): Promise<void> {
  try {
    await vscode.window.showTextDocument(file, { preview: false, ...(selection && { selection }) });
  } catch {
    // Undone meanwhile.
  }
}
