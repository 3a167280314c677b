import * as vscode from 'vscode';

/** Says why there is nothing to do, and leads to the command that comes first: its title is the button. */
export async function leadTo(why: string, title: string, command: string): Promise<void> {
  if ((await vscode.window.showInformationMessage(why, title)) === title) await vscode.commands.executeCommand(command);
}

/** Whether no folder is open: nothing of a workspace can be there then. */
export function isEmptyWindow(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length === 0;
}
