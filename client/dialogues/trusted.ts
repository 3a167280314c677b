import * as vscode from 'vscode';

/** Whether the workspace is trusted; where it is not, says `why` and leads to where that can be changed. */
export async function trusted(why: string): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = 'Manage Workspace Trust';
  const choice = await vscode.window.showWarningMessage(why, manage);
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return false;
}
