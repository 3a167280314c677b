/** All timelines of this window: panels, editors of a `journal.jsonl`, and their way back after a restart. */
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { pageColumn } from '../editor/page-column.ts';
import type { RunControl } from './control.ts';
import { type OpenedPage, openPage, type TimelineAs, TimelinePanel } from './panel.ts';

const VIEW_TYPE = 'skillwright.timeline';
/** Of the editor that a `journal.jsonl` opens in. */
const EDITOR_TYPE = 'skillwright.journal';

export interface TimelineOptions {
  readonly control: RunControl;
  /** True while a process of this window works on the run with this journal. */
  readonly isLive: (journal: string) => boolean;
}

/** A panel that was opened before its run has a journal. */
export interface OpeningTimeline {
  /** The run began: its timeline comes into this panel, or, where the user has closed that, nowhere. */
  show(journal: string): TimelinePanel | undefined;
  /** The run did not begin. */
  dispose(): void;
}

export class TimelinePanels
  implements vscode.Disposable, vscode.WebviewPanelSerializer, vscode.CustomReadonlyEditorProvider
{
  readonly #extension: vscode.Uri;
  readonly #options: TimelineOptions;
  /** By the path of the journal, the first one first: an editor can be split. */
  readonly #panels = new Map<string, Set<TimelinePanel>>();
  readonly #registered: vscode.Disposable;

  constructor(extension: vscode.Uri, options: TimelineOptions) {
    this.#extension = extension;
    this.#options = options;
    this.#registered = vscode.Disposable.from(
      ...onMarkdownChanges(({ uri }) => this.#textChanged(uri.fsPath)),
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this),
      vscode.window.registerCustomEditorProvider(EDITOR_TYPE, this, { supportsMultipleEditorsPerDocument: true }),
    );
  }

  /**
   * Shows the run with this journal (an absolute path), in its own panel if it has one; without the focus where
   * `preserveFocus` says that the user is elsewhere.
   */
  show(journal: string, preserveFocus = false): TimelinePanel {
    const [open] = this.#panels.get(journal) ?? [];
    if (open !== undefined) {
      open.reveal(preserveFocus);
      return open;
    }
    return this.#add(this.#create(preserveFocus), journal, 'panel');
  }

  /**
   * Opens the panel of a run that is about to begin, so that VS Code makes a page ready while the run's process starts:
   * for the first page of a window that takes longer than all the rest.
   */
  open(): OpeningTimeline {
    const panel = this.#create(false);
    const page = openPage(panel, this.#extension);
    let closed = false;
    panel.onDidDispose(() => {
      closed = true;
    });
    return {
      show: (journal) => (closed ? undefined : this.#add(panel, journal, 'panel', page)),
      dispose: () => panel.dispose(),
    };
  }

  #create(preserveFocus: boolean): vscode.WebviewPanel {
    const viewColumn = pageColumn(preserveFocus);
    return vscode.window.createWebviewPanel(VIEW_TYPE, 'Agent Run', { viewColumn, preserveFocus });
  }

  /** Hands on events of a live run, in order; a run without a panel needs none. */
  events(journal: string, events: readonly RunEvent[]): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.events(events);
  }

  /** The process of this run is gone. */
  ended(journal: string): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.ended();
  }

  /** Closes the timelines of a run that was deleted. */
  close(journal: string): void {
    for (const panel of [...(this.#panels.get(journal) ?? [])]) panel.dispose();
  }

  /** Nothing is read yet: the editor does that itself, as a panel does. */
  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  /** Shows the timeline as the editor of a `journal.jsonl`. */
  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    this.#add(panel, uri.fsPath, uri.scheme === 'file' ? 'editor' : 'elsewhere');
  }

  /** Called by VS Code after a restart, with what the page had kept. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const journal = (state as { journal?: unknown } | undefined)?.journal;
    // Nothing was kept: the panel was closed before its first row. There is nothing to show again.
    if (typeof journal !== 'string' || journal === '' || this.#panels.has(journal)) panel.dispose();
    else this.#add(panel, journal, 'panel');
  }

  dispose(): void {
    this.#registered.dispose();
    for (const journal of [...this.#panels.keys()]) this.close(journal);
  }

  #textChanged(file: string): void {
    for (const panels of this.#panels.values()) for (const panel of panels) panel.textChanged(file);
  }

  #add(webview: vscode.WebviewPanel, journal: string, as: TimelineAs, page?: OpenedPage): TimelinePanel {
    const panel = new TimelinePanel(webview, {
      extension: this.#extension,
      journal,
      control: this.#options.control,
      live: this.#options.isLive(journal),
      as,
      ...(page && { page }),
    });
    const panels = this.#panels.get(journal) ?? new Set();
    this.#panels.set(journal, panels.add(panel));
    webview.onDidDispose(() => {
      panels.delete(panel);
      if (panels.size === 0) this.#panels.delete(journal);
    });
    return panel;
  }
}
