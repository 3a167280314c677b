import * as vscode from 'vscode';
import { FindFileReferences } from '../../server/protocol.ts';
import type { LanguageServer } from '../language/start.ts';

/** Where no text can be shown, the places are: at the first of them. */
async function anchorOf(file: vscode.Uri, first: vscode.Location): Promise<vscode.Location> {
  try {
    return new vscode.Location((await vscode.workspace.openTextDocument(file)).uri, new vscode.Position(0, 0));
  } catch {
    return first;
  }
}

/**
 * Command "Find References to This File": every place of every skill that leads to a file or folder, of any kind. `file`: the
 * one chosen in the explorer; without it the one of the active editor.
 */
export async function findFileReferences(server: LanguageServer, file?: vscode.Uri): Promise<void> {
  const asked = file ?? vscode.window.activeTextEditor?.document.uri;
  if (asked?.scheme !== 'file') {
    void vscode.window.showInformationMessage('Open the file first, or choose this command on it in the explorer.');
    return;
  }
  const name = vscode.workspace.asRelativePath(asked);
  const found = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `Finding references to ${name}` },
    () => server.ask(FindFileReferences, { uri: asked.toString() }),
  );
  if (found === undefined) {
    void vscode.window.showErrorMessage('The language server did not answer. "Skillwright: Show Log" says why.');
    return;
  }
  const places = found.map(({ uri, range: { start, end } }) => {
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    return new vscode.Location(vscode.Uri.parse(uri, true), range);
  });
  const [first] = places;
  if (first === undefined) {
    void vscode.window.showInformationMessage(`No skill refers to ${name}.`);
    return;
  }
  const { uri, range } = await anchorOf(asked, first);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(range.start, range.start) });
  await vscode.commands.executeCommand('editor.action.showReferences', uri, range.start, places);
}
