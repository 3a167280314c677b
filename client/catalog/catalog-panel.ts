/** The panel with the page, which is read again when what it shows has changed. */
import * as vscode from 'vscode';
import {
  type CatalogsShown,
  type CatalogTarget,
  CHOOSE_CATALOG_FOLDER,
  CHOOSE_CLIENT,
  CLEAR_CATALOG_FOCUS,
  FIX_CATALOG_TARGET,
  GUARD_CLIENTS,
  OPEN_CATALOG_TARGET,
  SHOW_CATALOGS,
  type ShowCatalogsParams,
} from '../../runtime/protocol/catalog.ts';
import { revealPanel } from '../editor/attention.ts';
import { pageColumn } from '../editor/page-column.ts';
import { pageOf, withFixes } from './client-page.ts';
import { findingsKey, targetsWithFix } from './quick-fixes.ts';
import { SourceWatcher } from './source-watcher.ts';

const VIEW_TYPE = 'skillwright.whatClientsSee';

/** Time for finding quick fixes before the page is shown, in milliseconds. */
const FIXES_MS = 500;

/** Remembers the client whose page is shown. */
export interface ClientMemory {
  get(): string | undefined;
  set(client: string): void;
}

/** The page in one panel. It is not restored after a restart, because the home is not read without a request. */
export class CatalogPanel implements vscode.Disposable {
  readonly #memory: ClientMemory;
  readonly #read: (params: ShowCatalogsParams) => Promise<CatalogsShown | undefined>;
  readonly #watcher = new SourceWatcher(() => this.#onChanged());
  #panel: vscode.WebviewPanel | undefined;
  #params: ShowCatalogsParams | undefined;
  #shown: CatalogsShown | undefined;
  #withFix: readonly number[] = [];
  /** The findings for which fixes were looked up. */
  #findings = '';
  #isOutdated = false;

  /** @param read reads the catalogs without a notification; undefined if that fails */
  constructor(memory: ClientMemory, read: (params: ShowCatalogsParams) => Promise<CatalogsShown | undefined>) {
    this.#memory = memory;
    this.#read = read;
  }

  /** The request that the page answers; undefined if it is not open. */
  get params(): ShowCatalogsParams | undefined {
    return this.#params;
  }

  /** Shows what was read, and brings the page to the front. */
  async show(params: ShowCatalogsParams, shown: CatalogsShown): Promise<void> {
    this.#params = params;
    if (this.#panel === undefined) this.#panel = this.#open();
    else revealPanel(this.#panel, false);
    await this.#set(shown);
  }

  target(number: unknown): CatalogTarget | undefined {
    return this.#shown?.targets[Number(number)];
  }

  /** Shows the page of a client, and remembers it. */
  choose(client: string): void {
    this.#memory.set(client);
    this.#render();
    // The page is another one, so that the focus would be nowhere.
    void this.#panel?.webview.postMessage('chosen');
  }

  #open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      'What Clients See',
      { viewColumn: pageColumn(false) },
      {
        // A content security policy allows only the script that keeps the focus.
        enableScripts: true,
        enableCommandUris: [
          SHOW_CATALOGS,
          CHOOSE_CLIENT,
          OPEN_CATALOG_TARGET,
          FIX_CATALOG_TARGET,
          CHOOSE_CATALOG_FOLDER,
          CLEAR_CATALOG_FOCUS,
          GUARD_CLIENTS,
          'skillwright.newSkill',
        ],
        localResourceRoots: [],
        enableFindWidget: true,
      },
    );
    const diagnostics = vscode.languages.onDidChangeDiagnostics(() => void this.#markFixes());
    panel.onDidChangeViewState(() => {
      if (panel.visible && this.#isOutdated) void this.#readAgain();
    });
    panel.onDidDispose(() => {
      diagnostics.dispose();
      // It is reported late: the page may be open again by now.
      if (this.#panel !== panel) return;
      this.#watcher.dispose();
      this.#panel = undefined;
      this.#params = undefined;
      this.#shown = undefined;
    });
    return panel;
  }

  #onChanged(): void {
    this.#isOutdated = true;
    if (this.#panel?.visible === true) void this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    const params = this.#params;
    if (params === undefined) return;
    this.#isOutdated = false;
    const shown = await this.#read(params);
    // Another request may have been answered in the meantime.
    if (shown !== undefined && params === this.#params) await this.#set(shown);
  }

  async #set(shown: CatalogsShown): Promise<void> {
    this.#shown = shown;
    this.#findings = '';
    this.#withFix = [];
    this.#watcher.watch(shown.sources);
    // The editor may take its time with fixes; a page that is shown without them is loaded again.
    await Promise.race([this.#markFixes(), new Promise((resolve) => setTimeout(resolve, FIXES_MS))]);
    this.#render();
  }

  async #markFixes(): Promise<void> {
    const shown = this.#shown;
    if (shown === undefined) return;
    const findings = findingsKey(shown.targets);
    // Looking for fixes opens documents, which is reported as a change of their diagnostics.
    if (findings === this.#findings) return;
    this.#findings = findings;
    const withFix = await targetsWithFix(shown.targets);
    if (shown !== this.#shown || findings !== this.#findings) return;
    this.#withFix = withFix;
    this.#render();
  }

  #render(): void {
    if (this.#panel === undefined || this.#shown === undefined) return;
    const page = pageOf(this.#shown.pages, this.#memory.get())?.page ?? '';
    const marked = withFixes(page, this.#withFix);
    // Assigning unchanged HTML would reload the page.
    if (this.#panel.webview.html !== marked) this.#panel.webview.html = marked;
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#panel?.dispose();
  }
}
