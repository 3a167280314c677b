import { join } from 'node:path';
import * as vscode from 'vscode';
import { findLink } from '../../runtime/disk/linked-folder.ts';

/**
 * Returns the absolute path of the folder for runs: `.skillwright/runs` in the workspace folder that contains `file`, or
 * else in the first workspace folder, or else in the extension's storage.
 */
export function runsFolder(file: vscode.Uri | undefined, storage: vscode.Uri): string {
  const folder =
    (file === undefined ? undefined : vscode.workspace.getWorkspaceFolder(file)) ??
    vscode.workspace.workspaceFolders?.[0];
  return folder === undefined ? join(storage.fsPath, 'runs') : join(folder.uri.fsPath, '.skillwright', 'runs');
}

/** Returns all folders that can contain runs of this window. A folder that a link of a workspace leads to is none. */
export function runsFolders(storage: vscode.Uri): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const inWorkspace = folders.map((folder) => runsFolder(folder.uri, storage));
  return [...inWorkspace.filter((folder) => findLink(folder) === undefined), join(storage.fsPath, 'runs')];
}
