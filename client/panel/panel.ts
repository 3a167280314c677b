/** One timeline in one webview panel: VS Code's side of a `TraceSession`. */
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { revealPanel } from '../editor/attention.ts';
import type { ToHost } from '../timeline/protocol.ts';
import type { RunControl } from './control.ts';
import { paced } from './paced.ts';
import { pageHtml } from './page.ts';
import { BATCH_MS, TraceSession } from './session.ts';
import { tabTitle } from './tab-title.ts';

/** A panel of its own, the editor of a journal, or the editor of one that is no file on this disk, as an older version in git. */
export type TimelineAs = 'panel' | 'editor' | 'elsewhere';

export interface TimelinePanelOptions {
  readonly extension: vscode.Uri;
  /** Absolute path of the journal. */
  readonly journal: string;
  readonly control: RunControl;
  /** A process of this window works on the run. */
  readonly live: boolean;
  readonly as: TimelineAs;
  /** The page is there already, loaded or loading. */
  readonly page?: OpenedPage;
}

/** A page without a run. */
export interface OpenedPage {
  /** Whether it has said that it is ready. Called once, by who listens from now on. */
  takeOver(): boolean;
}

/** Writes the page into a panel whose run is not there yet, so that it loads meanwhile. */
export function openPage(panel: vscode.WebviewPanel, extension: vscode.Uri): OpenedPage {
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

/** Writes the page of the run with this journal into a panel. */
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
 * Least time between two looks at a journal that another process writes: a small part of that between two messages. Were
 * it the same, what is read could always have to wait for the next one.
 */
const READ_MS = BATCH_MS / 4;

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
        // A panel that is closed just now takes no message, which is no failure.
        panel.webview.postMessage(message).then(undefined, () => undefined);
        if (message.type === 'rows' && message.batch.ids.length > 0) this.#firstRows.resolve();
        // An editor is called as its file is.
        if (options.as === 'panel' && message.type === 'rows' && message.header.title !== '')
          panel.title = tabTitle(message.header, vscode.env.language);
      },
    });
    if (options.as === 'panel') panel.iconPath = { light: icon('#005fb8'), dark: icon('#4daafc') };
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
    if (options.as === 'elsewhere')
      this.#session.tell(
        'A timeline is drawn of a journal on disk, and this is another version of one. Reopen it as text.',
      );
    else void this.#open(options.live);
  }

  /** Settles when the page is there and gets its first rows, or is closed. VS Code takes seconds for a window's first page. */
  get firstRows(): Promise<void> {
    return this.#firstRows.promise;
  }

  reveal(preserveFocus: boolean): void {
    revealPanel(this.#panel, preserveFocus);
  }

  /** Takes events of the live run, in order. */
  events(events: readonly RunEvent[]): void {
    // A run that is taken up again works in this window, whoever began it.
    this.#session.setOwner('this-window');
    this.#session.events(events);
  }

  /** The run's process is gone. What it wrote last may not have come as events. */
  ended(): void {
    this.#session.setOwner('none');
    void this.#session.readJournal();
  }

  /** The text of a file, an absolute path, is another one now. */
  textChanged(file: string): void {
    this.#session.textChanged(file);
  }

  /** Selects the row of the first of these events, or of the next one where one of them is selected. */
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

  /** Reads on as the journal grows: `skillwright run` in a terminal may be writing it. */
  #follow(): void {
    const read = async () => {
      const before = this.#session.trace.lastSeq;
      await this.#session.readOn();
      if (this.#session.trace.lastSeq > before) this.#session.setOwner('another');
    };
    const changed = paced(read, READ_MS);
    try {
      const watcher = watch(this.#journal, changed);
      watcher.on('error', () => watcher.close());
      this.#tail = watcher;
    } catch {
      // No journal, or a file system that cannot watch: what there is has been shown.
    }
  }
}

/** Three bars of a waterfall, for the tab. */
function icon(color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${color}"><path d="M1 3h7v2H1zM4 7h7v2H4zM8 11h7v2H8z"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
