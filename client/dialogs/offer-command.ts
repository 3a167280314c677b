import * as vscode from 'vscode';

/** Shows why an action is not possible yet, with a button titled `title` that runs the prerequisite command. */
export async function offerCommand(reason: string, title: string, command: string): Promise<void> {
  if ((await vscode.window.showInformationMessage(reason, title)) === title)
    await vscode.commands.executeCommand(command);
}

/** Returns true if no folder is open. */
export function isEmptyWindow(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length === 0;
}
