import * as vscode from 'vscode';
import { AGAIN, CAUSE, MANIFEST, WORST } from './links.ts';

/** The pages of stress tests, one a skill. */
export class StressPanels implements vscode.Disposable {
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  readonly #pages = new Map<string, { readonly title: string; readonly page: string }>();

  /** Shows a page, in the skill's panel if it has one. */
  set(root: string, title: string, page: string): void {
    this.#pages.set(root, { title, page });
    this.show(root);
  }

  /** Shows the page that there is; false where there is none. */
  show(root: string): boolean {
    const made = this.#pages.get(root);
    if (made === undefined) return false;
    const panel = this.#panels.get(root) ?? this.#open(root);
    panel.title = made.title;
    if (panel.webview.html !== made.page) panel.webview.html = made.page;
    panel.reveal(undefined, false);
    return true;
  }

  #open(root: string): vscode.WebviewPanel {
    const beside = vscode.window.activeTextEditor === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
    const panel = vscode.window.createWebviewPanel('skillwright.stress', 'Stress Test', beside, {
      enableCommandUris: [CAUSE, AGAIN, WORST, MANIFEST],
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.onDidDispose(() => this.#panels.delete(root));
    this.#panels.set(root, panel);
    return panel;
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }
}
