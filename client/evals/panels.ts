import * as vscode from 'vscode';
import { revealPanel } from '../editor/attention.ts';
import { pageColumn } from '../editor/page-column.ts';
import { AGAIN, CASE, EXPORT, TRIAL } from './links.ts';
import type { SavedEval, SavedEvals } from './saved-evals.ts';

const VIEW_TYPE = 'skillwright.evals';
const OPTIONS: vscode.WebviewOptions = {
  enableCommandUris: [AGAIN, CASE, EXPORT, TRIAL],
  localResourceRoots: [],
};

/** Manages the pages with the results of evals, one per skill. They are restored after a restart. */
export class EvalPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  readonly #saved: SavedEvals;
  readonly #serializer: vscode.Disposable;

  constructor(saved: SavedEvals) {
    this.#saved = saved;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** Stores results, and shows them in the page of the skill if it is open. */
  set(saved: SavedEval): void {
    this.#saved.save(saved);
    const panel = this.#panels.get(saved.root);
    if (panel !== undefined) render(panel, saved);
  }

  /** Shows the page with the last results of a skill. Returns false if there are none. */
  show(root: string, preserveFocus = false): boolean {
    const saved = this.#saved.find(root);
    if (saved === undefined) return false;
    const existing = this.#panels.get(root);
    if (existing === undefined) {
      const panel = vscode.window.createWebviewPanel(
        VIEW_TYPE,
        saved.title,
        { viewColumn: pageColumn(preserveFocus), preserveFocus },
        { ...OPTIONS, enableFindWidget: true },
      );
      this.#add(panel, saved);
    } else revealPanel(existing, preserveFocus);
    return true;
  }

  /** Called by VS Code after a restart. The page has no scripts and so no saved state; its title identifies the results. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const saved = this.#saved.all().find(({ root, title }) => title === panel.title && !this.#panels.has(root));
    if (saved === undefined) panel.dispose();
    else {
      panel.webview.options = OPTIONS;
      this.#add(panel, saved);
    }
    return Promise.resolve();
  }

  #add(panel: vscode.WebviewPanel, saved: SavedEval): void {
    this.#panels.set(saved.root, panel);
    panel.onDidDispose(() => this.#panels.delete(saved.root));
    render(panel, saved);
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }
}

function render(panel: vscode.WebviewPanel, { title, page }: SavedEval): void {
  panel.title = title;
  // Assigning unchanged HTML would reload the page.
  if (panel.webview.html !== page) panel.webview.html = page;
}
