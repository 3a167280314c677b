/** The pages of comparisons: panels, messages, and restoration after a restart. */
import * as vscode from 'vscode';
import type { CompareParams, CompareResult, Comparison } from '../../runtime/protocol/compare.ts';
import { revealPanel } from '../editor/attention.ts';
import { pageColumn } from '../editor/page-column.ts';
import { isObject, oneLine } from '../panel/trace/read.ts';
import { withGrown } from '../timeline/compare/grown.ts';
import type { Side, ToCompareHost, ToComparePage } from '../timeline/compare/protocol.ts';
import { comparisonIcon, writePage } from './page.ts';
import { shownComparison, titleOfRun } from './shown-comparison.ts';
import type { ComparedTextEditors } from './texts.ts';

const VIEW_TYPE = 'skillwright.compare';
/** Time between two checks for growth of the sessions of a visible page, in milliseconds. */
const CHECK_MS = 5_000;

/** The dependencies of the pages. */
export interface CompareContext {
  readonly extension: vscode.Uri;
  readonly texts: ComparedTextEditors;
  /** Compares two journals in a separate process. */
  compare(params: CompareParams): Promise<CompareResult>;
  /** Returns the user's names of runs by their journals. */
  names(): Promise<ReadonlyMap<string, string>>;
  /** Shows the timeline of the run with this journal, at the event with this `seq` if there is one. */
  show(journal: string, seq?: number): void;
  /** Returns true for the journal of a session that has grown since it was written. */
  hasGrown(journal: string): Promise<boolean>;
  /** Returns the journal of the same session as it is now; the same journal for a run. Reports problems to the user. */
  readLatest(journal: string): Promise<string>;
  /** Called when a comparison is opened or closed, or shows other journals. */
  onJournalsChanged(): void;
}

interface Page {
  readonly panel: vscode.WebviewPanel;
  params: CompareParams;
  /** The message that the page shows, sent again when it is reloaded. */
  message?: ToComparePage;
  /** The comparison with its texts, which the page does not have. */
  comparison?: Comparison;
  isReady: boolean;
}

export class ComparePanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #context: CompareContext;
  /** By both journals. */
  readonly #pages = new Map<string, Page>();
  readonly #registered: vscode.Disposable;

  constructor(context: CompareContext) {
    this.#context = context;
    this.#registered = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** Shows the comparison of two runs, in its existing page if there is one. Resolves when it is computed. */
  async show(params: CompareParams): Promise<void> {
    const open = this.#pages.get(keyOf(params));
    if (open !== undefined) {
      revealPanel(open.panel, false);
      // A run may have continued since.
      return this.#compare(open);
    }
    const column = { viewColumn: pageColumn(false), preserveFocus: false };
    await this.#add(vscode.window.createWebviewPanel(VIEW_TYPE, 'Compare Runs', column), params);
  }

  /** Called by VS Code after a restart, with the state saved by the page. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const journals = isObject(state) && isObject(state.journals) ? state.journals : {};
    const { a, b } = journals;
    const isValid = typeof a === 'string' && typeof b === 'string';
    if (isValid && !this.#pages.has(keyOf({ a, b }))) void this.#add(panel, { a, b });
    else panel.dispose();
  }

  /** The journals of the open comparisons, as absolute paths. */
  get journals(): Iterable<string> {
    return [...this.#pages.values()].flatMap(({ params }) => [params.a, params.b]);
  }

  /** Closes the comparisons with a deleted run. */
  close(journal: string): void {
    for (const { panel, params } of [...this.#pages.values()])
      if (params.a === journal || params.b === journal) panel.dispose();
  }

  dispose(): void {
    this.#registered.dispose();
    for (const { panel } of [...this.#pages.values()]) panel.dispose();
  }

  async #add(panel: vscode.WebviewPanel, params: CompareParams): Promise<void> {
    const page: Page = { panel, params, isReady: false };
    this.#pages.set(keyOf(params), page);
    this.#context.onJournalsChanged();
    panel.iconPath = comparisonIcon();
    panel.webview.onDidReceiveMessage((message: ToCompareHost) => this.#receive(page, message));
    const timer = setInterval(() => void this.#checkGrowth(page), CHECK_MS);
    panel.onDidDispose(() => {
      clearInterval(timer);
      this.#pages.delete(keyOf(page.params));
      this.#context.onJournalsChanged();
    });
    writePage(panel, this.#context.extension);
    await this.#compare(page);
  }

  async #compare(page: Page): Promise<void> {
    const { params } = page;
    const [result, names] = await Promise.all([this.#context.compare(params), this.#context.names()]);
    // The page may have been closed in the meantime, or show a session that has grown.
    if (this.#pages.get(keyOf(params)) !== page) return;
    if (result.kind === 'failed') {
      page.message = { type: 'failed', message: result.message };
    } else {
      const { comparison } = result;
      const nameOf = (journal: string): string | undefined => names.get(journal);
      page.comparison = comparison;
      page.message = { type: 'comparison', comparison: shownComparison(comparison, nameOf) };
      const titles = [comparison.a, comparison.b].map((run) => oneLine(titleOfRun(run, nameOf(run.journal)), 20));
      page.panel.title = titles[0] === titles[1] ? `Compare: ${titles[0]}` : titles.join(' ↔ ');
    }
    send(page);
  }

  /** Offers to compare again if a session has grown. */
  async #checkGrowth(page: Page): Promise<void> {
    const { panel, params } = page;
    if (!panel.visible) return;
    for (const side of ['a', 'b'] as const) {
      if (page.message?.type !== 'comparison' || page.message.comparison.runs[side].live) continue;
      const hasGrown = await this.#context.hasGrown(params[side]);
      if (!hasGrown || page.params !== params || page.message.type !== 'comparison') continue;
      page.message = { type: 'comparison', comparison: withGrown(page.message.comparison, side) };
      if (page.isReady) post(panel, { type: 'grown', side });
    }
  }

  /** Compares again, with sessions as they are now. */
  async #compareAgain(page: Page): Promise<void> {
    const before = page.params;
    const a = await this.#context.readLatest(before.a);
    const params = { a, b: await this.#context.readLatest(before.b) };
    // The page may have been closed in the meantime.
    if (this.#pages.get(keyOf(before)) !== page) return;
    const other = this.#pages.get(keyOf(params)) ?? page;
    if (other !== page) {
      page.panel.dispose();
      return this.show(params);
    }
    this.#pages.delete(keyOf(before));
    this.#pages.set(keyOf(params), page);
    page.params = params;
    this.#context.onJournalsChanged();
    await this.#compare(page);
  }

  #receive(page: Page, message: ToCompareHost): void {
    const { params, comparison } = page;
    switch (message.type) {
      case 'ready':
        page.isReady = true;
        send(page);
        break;
      case 'openStep':
        if (isSide(message.side) && Number.isInteger(message.seq))
          this.#context.show(params[message.side], message.seq);
        break;
      case 'openRun':
        if (isSide(message.side)) this.#context.show(params[message.side]);
        break;
      case 'openTexts':
        if (comparison?.divergence !== undefined) void this.#context.texts.show(comparison.divergence);
        break;
      case 'openAnswers':
        if (comparison !== undefined) void this.#context.texts.showAnswers(comparison);
        break;
      case 'refresh':
        void this.#compareAgain(page);
    }
  }
}

function isSide(side: unknown): side is Side {
  return side === 'a' || side === 'b';
}

function keyOf({ a, b }: CompareParams): string {
  return JSON.stringify([a, b]);
}

function send({ panel, message, isReady }: Page): void {
  if (isReady && message !== undefined) post(panel, message);
}

function post({ webview }: vscode.WebviewPanel, message: ToComparePage): void {
  // Posting to a panel that is being closed fails, which is not an error.
  webview.postMessage(message).then(undefined, () => undefined);
}
