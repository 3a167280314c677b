import * as vscode from 'vscode';

/**
 * Tells which skills' documents are shown in an editor, now and whenever these are others: VS Code's own checks of a SKILL.md
 * look at these alone, not at tabs in the background.
 */
export function onShownSkills(tell: (uris: readonly string[]) => void): vscode.Disposable {
  let told: string | undefined;
  const look = (): void => {
    const documents = vscode.window.visibleTextEditors.map(({ document }) => document);
    const uris = documents.filter(({ languageId }) => languageId === 'skill').map(({ uri }) => uri.toString());
    const now = [...new Set(uris)].sort();
    if (now.join(' ') === told) return;
    told = now.join(' ');
    tell(now);
  };
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(look),
    // Another language is told as a document that closes and opens.
    vscode.workspace.onDidOpenTextDocument(look),
  );
}
