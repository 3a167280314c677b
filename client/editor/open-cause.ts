import * as vscode from 'vscode';
import type { Cause } from '../../runtime/protocol/events.ts';
import { openSourceRange, sourceRangeOf } from './fixes.ts';
import { findWords, linesOf } from './recorded-words.ts';

/**
 * Opens the file of a cause with its words selected at their current position. If they no longer exist, places the cursor
 * where they were and informs the user. If the file cannot be opened, shows an error message.
 * @param cause a cause whose file is a path in the platform's notation
 */
export async function openCause(cause: Cause): Promise<void> {
  const { file, line } = cause;
  const found = findWords(cause, linesOf(await textOf(file)));
  const isGone = found.kind === 'gone';
  const isOpen = await openSourceRange(isGone ? { file, line } : sourceRangeOf(file, found.words));
  // The message contains nothing from the journal, because VS Code turns link syntax in messages into links.
  if (isGone && isOpen)
    void vscode.window.showInformationMessage(
      'The words are no longer in this file, which was edited since the run. The cursor is at their previous position.',
    );
}

async function textOf(file: string): Promise<string> {
  try {
    return (await vscode.workspace.openTextDocument(file)).getText();
  } catch {
    return '';
  }
}
