/** A timeline in a webview panel: the VS Code side of a `TraceSession`. */
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { revealPanel } from '../editor/attention.ts';
import type { ToHost } from '../timeline/protocol.ts';
import type { RunControl } from './control.ts';
import { pageHtml } from './page.ts';
import { BATCH_MS, TraceSession } from './session.ts';
import { tabTitle } from './tab-title.ts';
import { throttle } from './throttle.ts';

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
}

/** A page opened before its run. */
export interface PreloadedPage {
  /** Hands the page over to a new listener; returns true if the page has already sent `ready`. Called once. */
  takeOver(): boolean;
}

/** Writes the page into a panel before its run exists, so that it loads in the meantime. */
export function openPage(panel: vscode.WebviewPanel, extension: vscode.Uri): PreloadedPage {
  let ready = false;
  const listening = panel.webview.onDidReceiveMessage((message: ToHost) => {
    ready ||= message.type === 'ready';
  });
  writePage(panel, extension, '');
  return {
    takeOver() {
      listening.dispose();
      return ready;
    },
  };
}

/** Writes the page of a journal's run into a panel. */
function writePage(panel: vscode.WebviewPanel, extension: vscode.Uri, journal: string): void {
  const files = vscode.Uri.joinPath(extension, 'dist');
  panel.webview.options = { enableScripts: true, localResourceRoots: [files] };
  const address = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
  panel.webview.html = pageHtml({
    script: address('timeline.js'),
    style: address('timeline.css'),
    nonce: randomBytes(18).toString('base64'),
    source: panel.webview.cspSource,
    journal,
    locale: vscode.env.language,
  });
}

/**
 * Minimum time between two reads of a journal that another process writes, in milliseconds. A fraction of the time
 * between two messages: with equal times, new events could always have to wait for the next message.
 */
const READ_INTERVAL_MS = BATCH_MS / 4;

export class TimelinePanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #session: TraceSession;
  readonly #journal: string;
  readonly #firstRows = Promise.withResolvers<void>();
  #tail: { close(): void } | undefined;

  constructor(panel: vscode.WebviewPanel, options: TimelinePanelOptions) {
    this.#panel = panel;
    this.#journal = options.journal;
    this.#session = new TraceSession({
      journal: options.journal,
      owner: options.live ? 'this-window' : 'none',
      control: options.control,
      post: (message) => {
        // Posting to a panel that is being closed fails, which is not an error.
        panel.webview.postMessage(message).then(undefined, () => undefined);
        if (message.type === 'rows' && message.batch.ids.length > 0) this.#firstRows.resolve();
        // The title of an editor is its file name.
        if (options.kind === 'panel' && message.type === 'rows' && message.header.title !== '')
          panel.title = tabTitle(message.header, vscode.env.language);
      },
    });
    if (options.kind === 'panel') panel.iconPath = { light: icon('#005fb8'), dark: icon('#4daafc') };
    panel.webview.onDidReceiveMessage((message: ToHost) => void this.#session.receive(message));
    panel.onDidChangeViewState(() => this.#session.setVisible(panel.visible));
    panel.onDidDispose(() => {
      this.#tail?.close();
      this.#session.dispose();
      this.#firstRows.resolve();
    });
    this.#session.setVisible(panel.visible);
    if (options.page === undefined) writePage(panel, options.extension, options.journal);
    else if (options.page.takeOver()) void this.#session.receive({ type: 'ready' });
    if (options.kind === 'virtual')
      this.#session.showProblem(
        'Reopen this file as text: a timeline shows journals on disk, and this is another version of one.',
      );
    else void this.#open(options.live);
  }

  /** Resolves once the page gets its first rows or is closed. The first page of a window takes VS Code seconds. */
  get firstRows(): Promise<void> {
    return this.#firstRows.promise;
  }

  /** True if the timeline is in front and has the focus of its group. */
  get isActive(): boolean {
    return this.#panel.active;
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

  /** Called when the text of a file (an absolute path) has changed. */
  textChanged(file: string): void {
    this.#session.textChanged(file);
  }

  /** Selects the row of the first of these events, or of the next one if one of them is selected. */
  select(seqs: readonly number[]): void {
    this.#session.reveal(seqs);
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
