import * as vscode from 'vscode';

const KEY = 'skillwright.hasSkills';

/** Keeps the context key `skillwright.hasSkills` true once the workspace has a skill: menus offer what is about skills only there. */
export function noteSkills(): vscode.Disposable {
  const tell = (has: boolean): void => void vscode.commands.executeCommand('setContext', KEY, has);
  const watcher = vscode.workspace.createFileSystemWatcher('**/{SKILL,skill}.md', false, true, true);
  watcher.onDidCreate(() => tell(true));
  vscode.workspace.findFiles('**/{SKILL,skill}.md', '**/node_modules/**', 1).then(
    (found) => found.length > 0 && tell(true),
    () => tell(true),
  );
  return watcher;
}
