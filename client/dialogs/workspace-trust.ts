import * as vscode from 'vscode';

/** Returns true if the workspace is trusted. Otherwise shows `reason` and offers to manage trust. */
export async function requireTrust(reason: string): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = 'Manage Workspace Trust';
  const choice = await vscode.window.showWarningMessage(reason, manage);
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return false;
}
