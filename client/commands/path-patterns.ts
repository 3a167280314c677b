import { basename } from 'node:path';
import * as vscode from 'vscode';
import { patternsIn } from './patterns-in.ts';

const FILE = '.skillwright.json';
const MAX_FILES = 200;

interface Item extends vscode.QuickPickItem {
  readonly file: vscode.Uri;
  readonly at: number;
}

/**
 * Saves the `.skillwright.json` into which a quick fix has just written a pattern, since its settings apply once it is saved,
 * and says where the pattern is.
 */
export async function patternWritten(): Promise<void> {
  const changed = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && basename(uri.fsPath) === FILE,
  );
  const [file] = changed;
  if (file === undefined) return;
  for (const document of changed) await document.save();
  const show = 'Show Patterns';
  const message = `The pattern is in ${vscode.workspace.asRelativePath(file.uri)}. Remove it to have the path checked again.`;
  // Not awaited: the message may stay open.
  void vscode.window
    .showInformationMessage(message, show)
    .then((chosen) => (chosen === show ? showPathPatterns() : undefined));
}

/** Implements "Skillwright: Show Path Patterns". Lists what the author has said of paths, and opens the chosen entry. */
export async function showPathPatterns(): Promise<void> {
  const files = await vscode.workspace.findFiles(`**/${FILE}`, '**/node_modules/**', MAX_FILES);
  const all = await Promise.all(files.map(itemsOf));
  const items = all.flat();
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      'There are no patterns of paths yet. A quick fix of a finding about a path says what the path is.',
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: 'Patterns of paths that are never reported; select one to open its file',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined) await open(chosen.file, chosen.at);
}

/** Returns the items of a file as the editor shows it; none if it cannot be read. */
async function itemsOf(file: vscode.Uri): Promise<readonly Item[]> {
  try {
    const text = (await vscode.workspace.openTextDocument(file)).getText();
    return patternsIn(text).map(({ pattern, meaning, at }) => ({
      label: pattern,
      description: meaning,
      detail: vscode.workspace.asRelativePath(file),
      file,
      at,
    }));
  } catch {
    return [];
  }
}

async function open(file: vscode.Uri, at: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const start = document.positionAt(at);
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(start, start) });
}
