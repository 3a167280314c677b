import * as vscode from 'vscode';
import { revealPanel } from '../editor/attention.ts';
import { isInside } from '../editor/is-inside.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { pageColumn } from '../editor/page-column.ts';
import { hashTexts, sameTexts } from '../misses/text-hashes.ts';
import type { SavedPages } from '../runs/saved-pages.ts';
import { AGAIN, CAUSE, CLIENTS, EVALUATE, FIX, FIX_WORDS, MANIFEST, WORDS, WORST } from './links.ts';
import type { SavedTest } from './saved-test.ts';

const VIEW_TYPE = 'skillwright.stress';
/** Debounce time before the texts of a skill are compared, in milliseconds. */
const DEBOUNCE_MS = 200;

/**
 * Manages the pages of stress tests, one per skill. They are restored after a restart, and marked as outdated if the skill
 * has changed since its test.
 */
export class StressPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  readonly #tests = new Map<string, SavedTest>();
  readonly #outdated = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #savedTests: SavedPages<SavedTest>;
  readonly #onRestored: (test: SavedTest) => void;
  readonly #changedCauses: (root: string) => readonly number[];
  readonly #disposables: readonly vscode.Disposable[];
  #closing = false;

  /**
   * @param onRestored called with a test whose page was restored
   * @param changedCauses returns the indices of the causes in a skill's test whose words have changed
   */
  constructor(
    savedTests: SavedPages<SavedTest>,
    onRestored: (test: SavedTest) => void,
    changedCauses: (root: string) => readonly number[],
  ) {
    this.#savedTests = savedTests;
    this.#onRestored = onRestored;
    this.#changedCauses = changedCauses;
    this.#disposables = [
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this),
      ...onMarkdownChanges(({ uri }) => {
        for (const root of this.#panels.keys()) if (isInside([root], uri.fsPath)) this.#compareLater(root);
      }),
    ];
  }

  /** Shows the page of a test, in the skill's panel if there is one. */
  set(test: SavedTest, preserveFocus: boolean): void {
    this.#tests.set(test.root, test);
    this.#outdated.delete(test.root);
    this.#savedTests.save(test);
    this.show(test.root, preserveFocus);
    // The skill may have changed during the test.
    this.#compareLater(test.root);
  }

  /** Shows the page of the last test. Returns false if there is none. */
  show(root: string, preserveFocus = false): boolean {
    const test = this.#tests.get(root);
    if (test === undefined) return false;
    const existing = this.#panels.get(root);
    const panel = existing ?? this.#open(preserveFocus);
    if (existing === undefined) {
      this.#add(panel, test);
      this.#savedTests.save(test);
      this.#compareLater(root);
    }
    this.#render(root);
    if (existing !== undefined) revealPanel(panel, preserveFocus);
    return true;
  }

  /** Called by VS Code after a restart. The page has no scripts and so no saved state; its title identifies the test. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const test = this.#savedTests.all().find(({ root, title }) => title === panel.title && !this.#panels.has(root));
    if (test === undefined) {
      panel.dispose();
      return;
    }
    panel.webview.options = OPTIONS;
    this.#tests.set(test.root, test);
    this.#add(panel, test);
    this.#render(test.root);
    this.#onRestored(test);
    await this.#compare(test.root);
  }

  #open(preserveFocus: boolean): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(
      VIEW_TYPE,
      'Stress Test',
      { viewColumn: pageColumn(preserveFocus), preserveFocus },
      { ...OPTIONS, enableFindWidget: true },
    );
  }

  #add(panel: vscode.WebviewPanel, { root }: SavedTest): void {
    this.#panels.set(root, panel);
    panel.onDidDispose(() => {
      this.#panels.delete(root);
      // When the window closes, the test is kept to restore the panel later.
      if (!this.#closing) this.#savedTests.remove(root);
    });
  }

  #render(root: string): void {
    const [panel, test] = [this.#panels.get(root), this.#tests.get(root)];
    if (panel === undefined || test === undefined) return;
    const page = this.#outdated.has(root) ? markOutdated(test.page, this.#changedCauses(root)) : test.page;
    panel.title = test.title;
    // Assigning unchanged HTML would reload the page.
    if (panel.webview.html !== page) panel.webview.html = page;
  }

  #compareLater(root: string): void {
    clearTimeout(this.#timers.get(root));
    this.#timers.set(
      root,
      setTimeout(() => void this.#compare(root), DEBOUNCE_MS),
    );
  }

  async #compare(root: string): Promise<void> {
    const test = this.#tests.get(root);
    if (test === undefined) return;
    const now = await hashTexts(root, { kind: 'markdown' });
    // Another test may have finished in the meantime.
    if (this.#tests.get(root) !== test) return;
    if (sameTexts(test.texts, now)) this.#outdated.delete(root);
    else this.#outdated.add(root);
    this.#render(root);
  }

  dispose(): void {
    this.#closing = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const one of this.#disposables) one.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }
}

const OPTIONS: vscode.WebviewOptions = {
  enableCommandUris: [CAUSE, FIX, FIX_WORDS, AGAIN, WORST, MANIFEST, CLIENTS, WORDS, EVALUATE],
  localResourceRoots: [],
};

/** Marks a page as outdated, and the causes whose words have changed. */
function markOutdated(page: string, changed: readonly number[]): string {
  const marked = page.replace('<body>', '<body class="outdated">');
  return changed.reduce(
    (text, one) => text.replace(`<li id="cause-${one}">`, `<li id="cause-${one}" class="gone">`),
    marked,
  );
}
