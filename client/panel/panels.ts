/** All timelines of this window: panels, editors of a `journal.jsonl`, and their restoration after a restart. */
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { pageColumn } from '../editor/page-column.ts';
import type { RunControl } from './control.ts';
import { openPage, type PanelKind, type PreloadedPage, TimelinePanel } from './panel.ts';

const VIEW_TYPE = 'skillwright.timeline';
/** The view type of the editor for `journal.jsonl`. */
const EDITOR_TYPE = 'skillwright.journal';

export interface TimelineOptions {
  readonly control: RunControl;
  /** Returns true while a process of this window works on the run with this journal. */
  readonly isLive: (journal: string) => boolean;
}

/** A panel opened before its run has a journal. */
export interface PendingTimeline {
  /** Shows the run in this panel, or returns undefined if the user has closed the panel. */
  show(journal: string): TimelinePanel | undefined;
  /** Closes the panel because the run did not start. */
  dispose(): void;
}

export class TimelinePanels
  implements vscode.Disposable, vscode.WebviewPanelSerializer, vscode.CustomReadonlyEditorProvider
{
  readonly #extension: vscode.Uri;
  readonly #options: TimelineOptions;
  /** By journal path, in order of opening: an editor can be split. */
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
   * Shows the run with this journal (an absolute path), in its existing panel if there is one. With `preserveFocus`,
   * the focus stays where it is.
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
   * Opens the panel of a run that is about to start, so that VS Code loads the page while the run's process starts. For
   * the first page of a window, that takes longer than everything else.
   */
  open(): PendingTimeline {
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

  /** Passes events of a live run to its panels, in order. */
  events(journal: string, events: readonly RunEvent[]): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.events(events);
  }

  /** Called when the process of this run has exited. */
  processExited(journal: string): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.processExited();
  }

  /** Returns the journal of the active timeline, if there is one. */
  get activeJournal(): string | undefined {
    for (const [journal, panels] of this.#panels) for (const panel of panels) if (panel.isActive) return journal;
    return undefined;
  }

  /** Closes the timelines of a deleted run. */
  close(journal: string): void {
    for (const panel of [...(this.#panels.get(journal) ?? [])]) panel.dispose();
  }

  /** Reads nothing: the panel reads the file itself. */
  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  /** Shows the timeline as the editor of a `journal.jsonl`. */
  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    this.#add(panel, uri.fsPath, uri.scheme === 'file' ? 'editor' : 'virtual');
  }

  /** Called by VS Code after a restart, with the state saved by the page. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const journal = (state as { journal?: unknown } | undefined)?.journal;
    // No state: the panel was closed before its first row, so there is nothing to restore.
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

  #add(webview: vscode.WebviewPanel, journal: string, kind: PanelKind, page?: PreloadedPage): TimelinePanel {
    const panel = new TimelinePanel(webview, {
      extension: this.#extension,
      journal,
      control: this.#options.control,
      live: this.#options.isLive(journal),
      kind,
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
