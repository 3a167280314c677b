/** All timelines of this window: panels, editors of a `journal.jsonl`, and their restoration after a restart. */
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { pageColumn } from '../editor/page-column.ts';
import type { RunControl } from './control.ts';
import { type PanelKind, TimelinePanel } from './panel.ts';
import { openPage, type PreloadedPage } from './preloaded-page.ts';

const VIEW_TYPE = 'skillwright.timeline';
/** The view type of the editor for `journal.jsonl`. */
const EDITOR_TYPE = 'skillwright.journal';

export interface TimelineOptions {
  readonly control: RunControl;
  /** Returns true while a process of this window works on the run with this journal. */
  readonly isLive: (journal: string) => boolean;
  /** Called when a timeline is opened or closed, or shows another journal. */
  readonly onJournalsChanged?: () => void;
  /** Called when VS Code has restored the timeline of a journal. */
  readonly onRestored?: (journal: string, panel: TimelinePanel) => void;
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

  /** Focuses the timeline of a run, unless it has been closed. */
  focus(journal: string): void {
    const [open] = this.#panels.get(journal) ?? [];
    open?.reveal(false);
  }

  /** Shows the run with this journal in the column of another run's timeline, which stays open. Keeps the focus. */
  showNextTo(other: string, journal: string): void {
    const [neighbor] = this.#panels.get(other) ?? [];
    if (neighbor === undefined || this.#panels.has(journal)) this.show(journal, true);
    else this.#add(this.#create(true, neighbor.column), journal, 'panel');
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

  #create(preserveFocus: boolean, viewColumn = pageColumn(preserveFocus)): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(VIEW_TYPE, 'Agent Run', { viewColumn, preserveFocus });
  }

  /** Passes events of a live run to its panels, in order. */
  events(journal: string, events: readonly RunEvent[]): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.events(events);
  }

  /** Shows another journal of the same session, which has grown, in the timelines of this one. */
  async replaceJournal(before: string, journal: string, isLive: boolean): Promise<void> {
    const panels = this.#panels.get(before);
    if (panels === undefined) return;
    this.#panels.delete(before);
    this.#panels.set(journal, new Set([...(this.#panels.get(journal) ?? []), ...panels]));
    this.#options.onJournalsChanged?.();
    await Promise.all([...panels].map((panel) => panel.replaceJournal(journal, isLive)));
  }

  /** Shows where a run is paused by the user, or with undefined that it continues. */
  setPaused(journal: string, pausedAt: string | undefined): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.setPaused(pausedAt);
  }

  /** Shows the numbers of forks of all runs, by journal. */
  setForks(forks: ReadonlyMap<string, number>): void {
    for (const [journal, panels] of this.#panels) for (const panel of panels) panel.setForks(forks.get(journal) ?? 0);
  }

  /** Selects rows in the open timelines of a run, by `seq`, without revealing them or moving the focus. */
  select(journal: string, seqs: readonly number[]): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.select(seqs, true);
  }

  /** Called when the process of this run has exited. */
  processExited(journal: string): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.processExited();
  }

  /** The journals of the open timelines, as absolute paths. */
  get journals(): Iterable<string> {
    return this.#panels.keys();
  }

  /** Returns the journal of the active timeline, if there is one and it has all of its run. */
  get activeJournal(): string | undefined {
    for (const [journal, panels] of this.#panels)
      for (const panel of panels) if (panel.isActive && panel.isComplete) return journal;
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

  /** Shows the timeline of a journal in the editor of another file. */
  attach(panel: vscode.WebviewPanel, journal: string): TimelinePanel {
    return this.#add(panel, journal, 'editor');
  }

  /** Called by VS Code after a restart, with the state saved by the page. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const journal = (state as { journal?: unknown } | undefined)?.journal;
    // No state: the panel was closed before its first row, so there is nothing to restore.
    if (typeof journal !== 'string' || journal === '' || this.#panels.has(journal)) panel.dispose();
    else this.#options.onRestored?.(journal, this.#add(panel, journal, 'panel'));
  }

  dispose(): void {
    this.#registered.dispose();
    for (const journal of [...this.#panels.keys()]) this.close(journal);
  }

  #textChanged(file: string): void {
    for (const panels of this.#panels.values()) for (const panel of panels) panel.textChanged(file);
  }

  #add(webview: vscode.WebviewPanel, journal: string, kind: PanelKind, page?: PreloadedPage): TimelinePanel {
    const panel = new TimelinePanel(
      webview,
      defined({
        extension: this.#extension,
        journal,
        control: this.#options.control,
        live: this.#options.isLive(journal),
        kind,
        page,
      }),
    );
    const panels = this.#panels.get(journal) ?? new Set();
    this.#panels.set(journal, panels.add(panel));
    this.#options.onJournalsChanged?.();
    webview.onDidDispose(() => {
      // The journal may have been replaced.
      for (const [path, open] of this.#panels) if (open.delete(panel) && open.size === 0) this.#panels.delete(path);
      this.#options.onJournalsChanged?.();
    });
    return panel;
  }
}
