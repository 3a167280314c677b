import * as vscode from 'vscode';
import { readRegularFile } from '../panel/journal-file.ts';

const MAX_FILE_BYTES = 2 << 20;

/** Returns the current text of a file, including unsaved changes. Undefined if it cannot be read. */
export async function currentText(file: string): Promise<string | undefined> {
  const document = vscode.workspace.textDocuments.find(
    (document) => document.uri.scheme === 'file' && document.uri.fsPath === file,
  );
  return document === undefined || document.isClosed ? readRegularFile(file, MAX_FILE_BYTES) : document.getText();
}
