import * as vscode from 'vscode';
import { readRegularFile } from '../panel/journal-file.ts';

const LARGEST_FILE = 2 << 20;

/** A file as the user sees it: what is typed and not saved counts. Undefined where it cannot be read. */
export async function textOf(file: string): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.scheme === 'file' && document.uri.fsPath === file,
  );
  return open === undefined || open.isClosed ? readRegularFile(file, LARGEST_FILE) : open.getText();
}
