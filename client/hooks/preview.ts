/** The preview of a changed file in VS Code's diff editor, and the report of "Doctor". */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { HookFile } from '../../runtime/protocol/hooks.ts';

const SCHEME = 'skillwright-hooks';
/** Maximum number of texts that are kept for their open editors. */
const MAX_TEXTS = 20;

/** Read-only documents with the texts that files would have. */
export class HookPreviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  #count = 0;

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#texts.get(query) ?? '';
  }

  /** Shows a file next to the text that it would get, and leaves the focus where it is. Returns what closes the editor. */
  async showChange({ file, before, after }: HookFile): Promise<() => Promise<void>> {
    const name = basename(file);
    const now = before === undefined ? this.#add(name, '') : vscode.Uri.file(file);
    const then = this.#add(name, after ?? '');
    const title = after === undefined ? `${name} (would be removed)` : `${name} (as it would become)`;
    await vscode.commands.executeCommand('vscode.diff', now, then, title, { preview: true, preserveFocus: true });
    return async () => {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const own = tabs.filter(
        ({ input }) => input instanceof vscode.TabInputTextDiff && String(input.modified) === String(then),
      );
      if (own.length > 0) await vscode.window.tabGroups.close(own, true);
    };
  }

  /** Shows a report as a Markdown preview. */
  async showReport(markdown: string): Promise<void> {
    await vscode.commands.executeCommand('markdown.showPreview', this.#add('Hooks.md', markdown));
  }

  #add(name: string, text: string): vscode.Uri {
    const key = String(this.#count++);
    this.#texts.set(key, text);
    for (const oldest of [...this.#texts.keys()].slice(0, -MAX_TEXTS)) this.#texts.delete(oldest);
    return vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: key });
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
