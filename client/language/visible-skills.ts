import * as vscode from 'vscode';

/**
 * Reports the URIs of the visible SKILL.md documents, now and whenever they change. VS Code's own checks of a SKILL.md cover
 * only visible documents, not background tabs.
 */
export function onVisibleSkills(report: (uris: readonly string[]) => void): vscode.Disposable {
  let reported: string | undefined;
  const update = (): void => {
    const documents = vscode.window.visibleTextEditors.map(({ document }) => document);
    const uris = documents.filter(({ languageId }) => languageId === 'skill').map(({ uri }) => uri.toString());
    const now = [...new Set(uris)].sort();
    if (now.join(' ') === reported) return;
    reported = now.join(' ');
    report(now);
  };
  update();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(update),
    // A change of language closes and reopens the document.
    vscode.workspace.onDidOpenTextDocument(update),
  );
}
