import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ExportFormat } from '../timeline/runs-table/protocol.ts';

const FORMATS: { readonly [format in ExportFormat]: readonly [title: string, file: string, kind: string] } = {
  csv: ['Export Runs and Sessions', 'runs-and-sessions.csv', 'CSV'],
  html: ['Export Skills in Use', 'skills-in-use.html', 'HTML'],
  json: ['Export Skills in Use', 'skills-in-use.json', 'JSON'],
};

/** Asks for a file, writes the content, and offers to open it. */
export async function exportAs(format: ExportFormat, content: string): Promise<void> {
  const [title, file, kind] = FORMATS[format];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title,
    defaultUri: vscode.Uri.joinPath(folder, file),
    filters: { [kind]: [format] },
  });
  if (target === undefined) return;
  try {
    await writeFile(target.fsPath, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`Choose another file. The export could not be saved: ${reason}`);
    return;
  }
  const open = format === 'html' ? 'Open in Browser' : 'Open';
  const choice = await vscode.window.showInformationMessage(`Exported to ${basename(target.fsPath)}.`, open);
  if (choice === undefined) return;
  if (format === 'html') await vscode.env.openExternal(target);
  else await vscode.commands.executeCommand('vscode.open', target);
}
