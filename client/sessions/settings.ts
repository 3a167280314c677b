/** The folders with sessions that the user added or forbade. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { permissionsOf } from '../../runtime/disk/session-folders.ts';
import type { SessionSource } from '../../runtime/protocol/sessions.ts';

/** Reads the folders that the user added or forbade, a machine-scoped setting. */
export function sessionFolders(): Readonly<Record<string, boolean>> {
  return vscode.workspace.getConfiguration('skillwright').get<Record<string, boolean>>('sessions.folders', {});
}

/** Returns true if the setting allows reading a session without a request of the user. */
export function mayReadSession({ file }: SessionSource): boolean {
  return permissionsOf(sessionFolders(), homedir()).allows(file);
}
