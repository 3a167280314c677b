import * as vscode from 'vscode';
import type { Cause } from '../../runtime/protocol/events.ts';
import { openPlace, placeOf } from './fixes.ts';
import { findWords, linesOf } from './words.ts';

/**
 * Opens the file of a cause with its words selected, where they stand now. Where they are gone, the cursor goes to where they
 * stood, nothing is selected, and the user is told. A missing file is told, not thrown.
 * @param cause with its file as this system writes paths
 */
export async function openCause(cause: Cause): Promise<void> {
  const { file, line } = cause;
  const found = findWords(cause, linesOf(await textOf(file)));
  const gone = found.kind === 'gone';
  const opened = await openPlace(gone ? { file, line } : placeOf(file, found.words));
  // Nothing of the journal is said here: VS Code makes links of what looks like one in a message.
  if (gone && opened)
    void vscode.window.showInformationMessage(
      'The words are no longer in this file: it was edited since the run. The cursor is where they were.',
    );
}

async function textOf(file: string): Promise<string> {
  try {
    return (await vscode.workspace.openTextDocument(file)).getText();
  } catch {
    return '';
  }
}
