import * as vscode from 'vscode';

/**
 * Calls back with each Markdown file whose text changes: in an editor, when its editor closes, and on disk, where other
 * programs write; an open editor hears of that by itself. Disposing of what it answers ends that.
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
