import { join } from 'node:path';
import * as vscode from 'vscode';

/**
 * Where runs live: `.skillwright/runs` of the workspace folder that holds `file`, else of the first folder, else in the
 * extension's own storage. An absolute path.
 */
export function runsFolder(file: vscode.Uri | undefined, storage: vscode.Uri): string {
  const folder =
    (file === undefined ? undefined : vscode.workspace.getWorkspaceFolder(file)) ??
    vscode.workspace.workspaceFolders?.[0];
  return folder === undefined ? join(storage.fsPath, 'runs') : join(folder.uri.fsPath, '.skillwright', 'runs');
}

/** Every folder that may hold runs of this window. */
export function runsFolders(storage: vscode.Uri): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [...folders.map((folder) => runsFolder(folder.uri, storage)), join(storage.fsPath, 'runs')];
}
