import * as vscode from 'vscode';

/** Says why a folder is needed, and leads to where one is opened. */
export async function askForFolder(why: string): Promise<void> {
  const open = 'Open Folder…';
  if ((await vscode.window.showInformationMessage(why, open)) === open)
    await vscode.commands.executeCommand('vscode.openFolder');
}
