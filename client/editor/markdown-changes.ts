import * as vscode from 'vscode';

/**
 * Calls `changed` for each Markdown file whose text changes: in an editor, when its editor closes, or on disk. Returns the
 * listeners for disposal.
 */
export function onMarkdownChanges(changed: (document: { readonly uri: vscode.Uri }) => void): vscode.Disposable[] {
  const files = vscode.workspace.createFileSystemWatcher('**/*.{md,markdown,mdx}');
  const onDisk = (uri: vscode.Uri) => changed({ uri });
  return [
    files,
    files.onDidChange(onDisk),
    files.onDidCreate(onDisk),
    files.onDidDelete(onDisk),
    vscode.workspace.onDidChangeTextDocument(({ document }) => changed(document)),
    vscode.workspace.onDidCloseTextDocument(changed),
  ];
}

/**
 * Calls `changed` with the absolute path of each file that is created or deleted on disk. Returns the listeners for disposal.
 */
export function onFileSetChanges(changed: (file: string) => void): vscode.Disposable[] {
  const files = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
  const onDisk = ({ fsPath }: vscode.Uri): void => changed(fsPath);
  return [files, files.onDidCreate(onDisk), files.onDidDelete(onDisk)];
}
