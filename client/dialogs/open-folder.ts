import { offerCommand } from './offer-command.ts';

/** Shows why a folder is needed, and offers to open one. */
export function askForFolder(reason: string): Promise<void> {
  return offerCommand(reason, 'Open Folder…', 'vscode.openFolder');
}
