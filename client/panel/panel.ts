/** A timeline in a webview panel: the VS Code side of a `TraceSession`. */
import { watch } from 'node:fs';
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { revealPanel } from '../editor/attention.ts';
import type { ToHost, ToWebview } from '../timeline/protocol.ts';
import type { SessionReading } from '../timeline/row.ts';
import type { RunControl } from './control.ts';
import { type PreloadedPage, writePage } from './preloaded-page.ts';
import { readFamily } from './run-family.ts';
import { BATCH_MS, TraceSession } from './session.ts';
import { tabTitle } from './tab-title.ts';
import { throttle } from './throttle.ts';
import type { DebugStop } from './trace/debug-stop.ts';
import type { Owner } from './trace/rows.ts';

/**
 * A panel of its own, the editor of a journal, or the editor of a journal that is not on disk, e.g. an old git version.
 */
export type PanelKind = 'panel' | 'editor' | 'virtual';

export interface TimelinePanelOptions {
  readonly extension: vscode.Uri;
  /** Absolute path of the journal. */
  readonly journal: string;
  readonly control: RunControl;
  /** True if a process of this window works on the run. */
  readonly live: boolean;
  readonly kind: PanelKind;
  /** A page that is already loaded or loading. */
  readonly page?: PreloadedPage;
  /** Called when the tab gets another title, except that of an editor. */
  readonly onTitle?: (title: string) => void;
}

/**
 * Minimum time between two reads of a journal that another process writes, in milliseconds. A fraction of the time
 * between two messages: with equal times, new events could always have to wait for the next message.
 */
const READ_INTERVAL_MS = BATCH_MS / 4;

export class TimelinePanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly kind: PanelKind;
  /** The family of its run; undefined if it is unknown. */
  readonly family: string | undefined;
  readonly #createSession: (journal: string, owner: Owner) => TraceSession;
  #session: TraceSession;
  #journal: string;
  readonly #firstRows = Promise.withResolvers<void>();
  #tail: { close(): void } | undefined;
  #isClosed = false;
  readonly #readMore = throttle(() => this.#session.readMore(), READ_INTERVAL_MS);

  constructor(panel: vscode.WebviewPanel, options: TimelinePanelOptions) {
    this.#panel = panel;
    this.kind = options.kind;
    this.family = readFamily(options.journal);
    this.#journal = options.journal;
    const post = (message: ToWebview): void => {
      // Posting to a panel that is being closed fails, which is not an error.
      panel.webview.postMessage(message).then(undefined, () => undefined);
      if (message.type === 'rows' && message.batch.ids.length > 0) this.#firstRows.resolve();
      // The title of an editor is its file name.
      if (options.kind !== 'panel' || message.type !== 'rows' || message.header.title === '') return;
      const title = tabTitle(message.header, vscode.env.language);
      if (title === panel.title) return;
      panel.title = title;
      options.onTitle?.(title);
    };
    this.#createSession = (journal, owner) => new TraceSession({ journal, owner, control: options.control, post });
    this.#session = this.#createSession(options.journal, options.live ? 'this-window' : 'none');
    if (options.kind === 'panel') panel.iconPath = { light: icon('#005fb8'), dark: icon('#4daafc') };
    panel.webview.onDidReceiveMessage((message: ToHost) => void this.#session.receive(message));
    panel.onDidChangeViewState(() => this.#session.setVisible(panel.visible));
    panel.onDidDispose(() => {
      this.#isClosed = true;
      this.#tail?.close();
      this.#session.dispose();
      this.#firstRows.resolve();
    });
    this.#session.setVisible(panel.visible);
    if (options.page === undefined) writePage(panel, options.extension, options.journal);
    else if (options.page.takeOver()) void this.#session.receive({ type: 'ready' });
    if (options.kind === 'virtual')
      this.#session.showProblem(
        'Reopen this file as text. A timeline can show only journals on disk, not other versions of them.',
      );
    else void this.#open(options.live);
  }

  /** Resolves once the page gets its first rows or is closed. The first page of a window takes VS Code seconds. */
  get firstRows(): Promise<void> {
    return this.#firstRows.promise;
  }

  get title(): string {
    return this.#panel.title;
  }

  /** True while a process works on the run, or while a session is being read or grows. */
  get isLive(): boolean {
    return this.#session.isLive;
  }

  /** True if the user has written a prompt that is not sent. */
  get hasDraft(): boolean {
    return this.#session.hasDraft;
  }

  /** True if the timeline is in front and has the focus of its group. */
  get isActive(): boolean {
    return this.#panel.active;
  }

  /** False for a session of another agent that is being read, or was not read to its end. */
  get isComplete(): boolean {
    return !this.#session.isReading;
  }

  /** The column of the editor area that shows the timeline; undefined if it is not visible. */
  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  reveal(preserveFocus: boolean): void {
    revealPanel(this.#panel, preserveFocus);
  }

  /** Adds events of the live run, in order. */
  events(events: readonly RunEvent[]): void {
    // A resumed run works in this window, regardless of where it was started.
    this.#session.setOwner('this-window');
    this.#session.events(events);
  }

  /** Called when the run's process has exited. Its last events may be only in the journal. */
  processExited(): void {
    this.#session.setOwner('none');
    void this.#session.readJournal();
  }

  /** Shows where the run is paused by the user, or with undefined that it continues. */
  setPaused(pausedAt: string | undefined): void {
    this.#session.setPaused(pausedAt);
  }

  /** Shows the number of runs that were forked from this one. */
  setForks(forks: number): void {
    this.#session.setForks(forks);
  }

  /** Shows that the run is stopped in the debugger, or with undefined that it continues. */
  setDebugStop(stop: DebugStop | undefined): void {
    this.#session.setDebugStop(stop);
  }

  /** Called when the text of a file (an absolute path) has changed. */
  textChanged(file: string): void {
    this.#session.textChanged(file);
  }

  /** Selects the row of the first of these events, or of the next one if one of them is selected. */
  select(seqs: readonly number[], keepsFocus = false): void {
    this.#session.reveal(seqs, keepsFocus);
  }

  /** Focuses the box for a further prompt. */
  focusPrompt(): void {
    this.#session.focusPrompt();
  }

  /**
   * Shows another journal of the same session of another agent, which has grown, with the selection and the position of
   * the page. Resolves when it is read.
   */
  async replaceJournal(journal: string, isLive: boolean): Promise<void> {
    const session = this.#createSession(journal, isLive ? 'another' : 'none');
    // Rows that arrive in part would move the selection.
    await session.readJournal();
    if (this.#isClosed) {
      session.dispose();
      return;
    }
    const before = this.#session;
    this.#session = session;
    this.#journal = journal;
    session.takeOver(before, this.#panel.visible);
  }

  /**
   * Shows how much of another agent's session has been read, and the rows that its journal has by now; with undefined, that
   * the journal is complete.
   */
  setReading(reading: SessionReading | undefined): void {
    const session = this.#session;
    if (reading?.isStopped === false) {
      session.setReading(reading);
      this.#readMore();
    } else void session.readJournal().then(() => session.setReading(reading));
  }

  /** Marks a session of another agent as growing. */
  setLive(isLive: boolean): void {
    this.#session.setOwner(isLive ? 'another' : 'none');
  }

  get isVisible(): boolean {
    // VS Code throws for a closed panel.
    return !this.#isClosed && this.#panel.visible;
  }

  /** Calls `listener` when the timeline is closed; immediately if it already is. */
  onClosed(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#panel.onDidDispose(listener);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  async #open(live: boolean): Promise<void> {
    await this.#session.readJournal();
    if (!live && this.#session.trace.finished === undefined) this.#follow();
  }

  /** Follows a growing journal, for example of `skillwright run` in a terminal. */
  #follow(): void {
    const read = async () => {
      // The progress of reading a session shows its rows.
      if (this.#session.isReading) return;
      const before = this.#session.trace.lastSeq;
      await this.#session.readMore();
      if (this.#session.trace.lastSeq > before) this.#session.setOwner('another');
    };
    const changed = throttle(read, READ_INTERVAL_MS);
    try {
      const watcher = watch(this.#journal, changed);
      watcher.on('error', () => watcher.close());
      this.#tail = watcher;
    } catch {
      // There is no journal, or the file system cannot watch it. What could be read is shown.
    }
  }
}

/** The icon of the tab: three bars of a waterfall. */
function icon(color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${color}"><path d="M1 3h7v2H1zM4 7h7v2H4zM8 11h7v2H8z"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
