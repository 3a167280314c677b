import * as vscode from 'vscode';
import { revealPanel } from '../editor/attention.ts';
import { pageColumn } from '../editor/page-column.ts';
import { sameTexts } from '../misses/text-hashes.ts';
import type { SavedPages } from '../runs/saved-pages.ts';
import { hashEvaluated, watchSkill } from './evaluated-texts.ts';
import { AGAIN, ALLOW, CASE, EXPORT, MODEL, SCRIPT, TRIAL } from './links.ts';
import type { SavedEval } from './saved-eval.ts';

const VIEW_TYPE = 'skillwright.evals';
const OPTIONS: vscode.WebviewOptions = {
  enableCommandUris: [AGAIN, ALLOW, CASE, EXPORT, MODEL, SCRIPT, TRIAL],
  localResourceRoots: [],
};

interface OpenPage {
  readonly panel: vscode.WebviewPanel;
  saved: SavedEval;
  /** True if the skill has changed since the eval. */
  isOutdated: boolean;
}

/**
 * Manages the pages with the results of evals, one per skill. They are restored after a restart, and marked as outdated if
 * the skill has changed since its eval.
 */
export class EvalPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #pages = new Map<string, OpenPage>();
  readonly #saved: SavedPages<SavedEval>;
  readonly #serializer: vscode.Disposable;

  constructor(saved: SavedPages<SavedEval>) {
    this.#saved = saved;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** Stores results, and shows them in the page of the skill if it is open. */
  set(saved: SavedEval): void {
    this.#saved.save(saved);
    const page = this.#pages.get(saved.root);
    if (page === undefined) return;
    Object.assign(page, { saved, isOutdated: false });
    render(page);
    // The skill may have changed during the eval.
    void this.#compare(page);
  }

  /** Shows the page with the last results of a skill. Returns false if there are none. */
  show(root: string, preserveFocus = false): boolean {
    const saved = this.#saved.find(root);
    if (saved === undefined) return false;
    const existing = this.#pages.get(root);
    if (existing === undefined) {
      const panel = vscode.window.createWebviewPanel(
        VIEW_TYPE,
        saved.title,
        { viewColumn: pageColumn(preserveFocus), preserveFocus },
        { ...OPTIONS, enableFindWidget: true },
      );
      void this.#add(panel, saved);
    } else revealPanel(existing.panel, preserveFocus);
    return true;
  }

  /** Called by VS Code after a restart. The page has no scripts and so no saved state; its title identifies the results. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const saved = this.#saved.all().find(({ root, title }) => title === panel.title && !this.#pages.has(root));
    if (saved === undefined) {
      panel.dispose();
      return;
    }
    panel.webview.options = OPTIONS;
    await this.#add(panel, saved);
  }

  #add(panel: vscode.WebviewPanel, saved: SavedEval): Promise<void> {
    const { root } = saved;
    const page: OpenPage = { panel, saved, isOutdated: false };
    this.#pages.set(root, page);
    const watcher = watchSkill(root, () => void this.#compare(page));
    panel.onDidDispose(() => {
      watcher.dispose();
      this.#pages.delete(root);
    });
    render(page);
    return this.#compare(page);
  }

  async #compare(page: OpenPage): Promise<void> {
    const { saved } = page;
    const now = await hashEvaluated(saved.root);
    // Another eval may have finished, or the page was closed, in the meantime.
    if (page.saved !== saved || this.#pages.get(saved.root) !== page) return;
    page.isOutdated = !sameTexts(saved.texts, now);
    render(page);
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const { panel } of [...this.#pages.values()]) panel.dispose();
  }
}

function render({ panel, saved, isOutdated }: OpenPage): void {
  panel.title = saved.title;
  const page = isOutdated ? saved.page.replace('<body>', '<body class="outdated">') : saved.page;
  // Assigning unchanged HTML would reload the page.
  if (panel.webview.html !== page) panel.webview.html = page;
}
