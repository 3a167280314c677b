import * as vscode from 'vscode';
import { defined } from '../../runtime/text/objects.ts';

/** Opens a newly created file in a permanent tab and focuses it. Does nothing if the file no longer exists. */
export async function openCreated(file: vscode.Uri, selection?: vscode.Range): Promise<void> {
  try {
    await vscode.window.showTextDocument(file, defined({ preview: false, selection }));
  } catch {
    // The creation was undone in the meantime.
  }
}
