import * as vscode from 'vscode';
import { FindFileReferences } from '../../server/protocol.ts';
import type { LanguageServer } from '../language/start.ts';

/** Returns the location that the peek view opens at: the file itself, or the first reference if it is not a text file. */
async function anchorOf(file: vscode.Uri, first: vscode.Location): Promise<vscode.Location> {
  try {
    return new vscode.Location((await vscode.workspace.openTextDocument(file)).uri, new vscode.Position(0, 0));
  } catch {
    return first;
  }
}

/**
 * Implements "Find References to This File". Shows every reference from any skill to a file or folder of any type.
 * @param file the selection in the explorer; defaults to the file of the active editor
 */
export async function findFileReferences(server: LanguageServer, file?: vscode.Uri): Promise<void> {
  const target = file ?? vscode.window.activeTextEditor?.document.uri;
  if (target?.scheme !== 'file') {
    void vscode.window.showInformationMessage(
      'Open the file first, or run this command from its context menu in the Explorer.',
    );
    return;
  }
  const name = vscode.workspace.asRelativePath(target);
  const references = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `Finding references to ${name}` },
    () => server.request(FindFileReferences, { uri: target.toString() }),
  );
  if (references === undefined) {
    void vscode.window.showErrorMessage(
      'The language server did not respond. Run "Skillwright: Show Log" for details.',
    );
    return;
  }
  const locations = references.map(({ uri, range: { start, end } }) => {
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    return new vscode.Location(vscode.Uri.parse(uri, true), range);
  });
  const [first] = locations;
  if (first === undefined) {
    void vscode.window.showInformationMessage(`No skill references ${name}.`);
    return;
  }
  const { uri, range } = await anchorOf(target, first);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(range.start, range.start) });
  await vscode.commands.executeCommand('editor.action.showReferences', uri, range.start, locations);
}
