import * as vscode from 'vscode';

const KEY = 'skillwright.hasSkills';

/** Sets the context key `skillwright.hasSkills`, on which menu items depend, once the workspace has a skill. */
export function trackHasSkills(): vscode.Disposable {
  const setContext = (has: boolean): void => void vscode.commands.executeCommand('setContext', KEY, has);
  const watcher = vscode.workspace.createFileSystemWatcher('**/{SKILL,skill}.md', false, true, true);
  watcher.onDidCreate(() => setContext(true));
  vscode.workspace.findFiles('**/{SKILL,skill}.md', '**/node_modules/**', 1).then(
    (found) => found.length > 0 && setContext(true),
    () => setContext(true),
  );
  return watcher;
}
