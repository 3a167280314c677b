/** Shows the files that a run changed in the copy of its workspace in VS Code's diff editors. */
import * as vscode from 'vscode';
import { type ChangedFile, readChangedFiles } from '../panel/changed-files.ts';
import type { RunRef } from '../panel/control.ts';

const SCHEME = 'skillwright-changes';
/** Maximum number of runs whose texts are kept for their open editors. */
const MAX_RUNS = 20;

/** The texts of diff editors. They come from journals, so that no file is read through an address. */
export class ChangedTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #runs = new Map<string, readonly ChangedFile[]>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent({ query }: vscode.Uri): string {
    const [run = '', index = '', side] = query.split('&');
    const texts = this.#runs.get(run)?.[Number(index)]?.texts;
    return texts?.[side === 'before' ? 'before' : 'after'] ?? '';
  }

  /** Opens the changes of a run: one file in a diff editor, several in a multi-file diff editor. */
  async show({ journal, run }: RunRef): Promise<void> {
    const files = await readChangedFiles(journal);
    const named = files.map(({ kind, path }) => `${kind} ${path}`).join(', ');
    if (files.length === 0) {
      void vscode.window.showWarningMessage('Cannot show the changes of this run: its journal cannot be read.');
      return;
    }
    if (files.every(({ texts }) => texts === undefined)) {
      void vscode.window.showInformationMessage(`The changed files cannot be shown as text: ${named.slice(0, 500)}`);
      return;
    }
    const key = encodeURIComponent(journal);
    this.#runs.delete(key);
    this.#runs.set(key, files);
    for (const oldest of [...this.#runs.keys()].slice(0, -MAX_RUNS)) this.#runs.delete(oldest);
    const shown = files.flatMap((file, index) => (file.texts === undefined ? [] : [{ file, index }]));
    const uri = (path: string, index: number, side: 'before' | 'after'): vscode.Uri =>
      vscode.Uri.from({ scheme: SCHEME, path: `/${path}`, query: `${key}&${index}&${side}` });
    const [only, second] = shown;
    if (only !== undefined && second === undefined) {
      const { path, kind } = only.file;
      const sides = [uri(path, only.index, 'before'), uri(path, only.index, 'after')] as const;
      await vscode.commands.executeCommand('vscode.diff', ...sides, `${path} (${kind} by the run)`);
      return;
    }
    const title = `Changes of Run ${run}`;
    const resources = shown.map(({ file: { path, kind }, index }) => [
      uri(path, index, 'after'),
      kind === 'added' ? undefined : uri(path, index, 'before'),
      kind === 'deleted' ? undefined : uri(path, index, 'after'),
    ]);
    await vscode.commands.executeCommand('vscode.changes', title, resources);
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
