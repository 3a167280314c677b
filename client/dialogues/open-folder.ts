import { leadTo } from './lead-to.ts';

/** Says why a folder is needed, and leads to where one is opened. */
export function askForFolder(why: string): Promise<void> {
  return leadTo(why, 'Open Folder…', 'vscode.openFolder');
}
