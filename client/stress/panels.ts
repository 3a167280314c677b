import * as vscode from 'vscode';
import { revealPanel } from '../editor/attention.ts';
import { isInside } from '../editor/is-inside.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { pageColumn } from '../editor/page-column.ts';
import type { KeptTest, KeptTests } from './kept.ts';
import { AGAIN, CAUSE, FIX, MANIFEST, WORST } from './links.ts';
import { textsOf } from './texts.ts';

const VIEW_TYPE = 'skillwright.stress';
/** Milliseconds without a further change before the texts of a skill are compared. */
const REST_MS = 200;

/**
 * The pages of stress tests, one a skill. They come back after a restart, and say so where the skill has changed since its
 * test.
 */
export class StressPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  readonly #tests = new Map<string, KeptTest>();
  readonly #changed = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #kept: KeptTests;
  readonly #restored: (test: KeptTest) => void;
  readonly #gone: (root: string) => readonly number[];
  readonly #disposables: readonly vscode.Disposable[];
  #closing = false;

  /**
   * @param restored is told of a test whose page came back
   * @param gone tells which causes of a skill's test have other words by now, by their numbers
   */
  constructor(kept: KeptTests, restored: (test: KeptTest) => void, gone: (root: string) => readonly number[]) {
    this.#kept = kept;
    this.#restored = restored;
    this.#gone = gone;
    this.#disposables = [
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this),
      ...onMarkdownChanges(({ uri }) => {
        for (const root of this.#panels.keys()) if (isInside([root], uri.fsPath)) this.#compareLater(root);
      }),
    ];
  }

  /** Shows the page of a test, in the skill's panel if it has one; without the focus where the user is elsewhere. */
  set(test: KeptTest, preserveFocus: boolean): void {
    this.#tests.set(test.root, test);
    this.#changed.delete(test.root);
    this.#kept.keep(test);
    this.show(test.root, preserveFocus);
    // It may have changed while it was tested.
    this.#compareLater(test.root);
  }

  /** Shows the page that there is; false where there is none. */
  show(root: string, preserveFocus = false): boolean {
    const test = this.#tests.get(root);
    if (test === undefined) return false;
    const open = this.#panels.get(root);
    const panel = open ?? this.#open(preserveFocus);
    if (open === undefined) {
      this.#add(panel, test);
      this.#kept.keep(test);
      this.#compareLater(root);
    }
    this.#write(root);
    if (open !== undefined) revealPanel(panel, preserveFocus);
    return true;
  }

  /** Called by VS Code after a restart. The page has no scripts, so it kept nothing: its title says which one it was. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const test = this.#kept.all().find(({ root, title }) => title === panel.title && !this.#panels.has(root));
    if (test === undefined) {
      panel.dispose();
      return;
    }
    panel.webview.options = OPTIONS;
    this.#tests.set(test.root, test);
    this.#add(panel, test);
    this.#write(test.root);
    this.#restored(test);
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

  #add(panel: vscode.WebviewPanel, { root }: KeptTest): void {
    this.#panels.set(root, panel);
    panel.onDidDispose(() => {
      this.#panels.delete(root);
      // The window closes: the panel comes back with it.
      if (!this.#closing) this.#kept.forget(root);
    });
  }

  #write(root: string): void {
    const [panel, test] = [this.#panels.get(root), this.#tests.get(root)];
    if (panel === undefined || test === undefined) return;
    const page = this.#changed.has(root) ? outdated(test.page, this.#gone(root)) : test.page;
    panel.title = test.title;
    // VS Code keeps the place that it is scrolled to.
    if (panel.webview.html !== page) panel.webview.html = page;
  }

  #compareLater(root: string): void {
    clearTimeout(this.#timers.get(root));
    this.#timers.set(
      root,
      setTimeout(() => void this.#compare(root), REST_MS),
    );
  }

  async #compare(root: string): Promise<void> {
    const test = this.#tests.get(root);
    if (test === undefined) return;
    const now = await textsOf(root);
    // Another test may have ended meanwhile.
    if (this.#tests.get(root) !== test) return;
    if (sameTexts(test.texts, now)) this.#changed.delete(root);
    else this.#changed.add(root);
    this.#write(root);
  }

  dispose(): void {
    this.#closing = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const one of this.#disposables) one.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }
}

const OPTIONS: vscode.WebviewOptions = {
  enableCommandUris: [CAUSE, FIX, AGAIN, WORST, MANIFEST],
  localResourceRoots: [],
};

/** The page of a skill that has changed since, with a mark at the causes whose words have. */
function outdated(page: string, gone: readonly number[]): string {
  const marked = page.replace('<body>', '<body class="outdated">');
  return gone.reduce(
    (text, one) => text.replace(`<li id="cause-${one}">`, `<li id="cause-${one}" class="gone">`),
    marked,
  );
}

function sameTexts(before: KeptTest['texts'], now: KeptTest['texts']): boolean {
  const files = Object.keys(now);
  return files.length === Object.keys(before).length && files.every((file) => before[file] === now[file]);
}
