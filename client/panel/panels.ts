/** All timelines of this window: panels, editors of a `journal.jsonl`, and their restoration after a restart. */
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { pageColumn } from '../editor/page-column.ts';
import type { RunControl } from './control.ts';
import { type PanelKind, TimelinePanel } from './panel.ts';
import { openPage, type PreloadedPage } from './preloaded-page.ts';
import { readFamily } from './run-family.ts';
import { chooseTab, type TabChoice, type TimelineTab } from './tab-choice.ts';
import type { TabMemory } from './tab-memory.ts';
import { activateTab, timelineTabs } from './timeline-tabs.ts';
import type { DebugStop } from './trace/debug-stop.ts';

const VIEW_TYPE = 'skillwright.timeline';
/** The view type of the editor for `journal.jsonl`. */
const EDITOR_TYPE = 'skillwright.journal';

export interface TimelineOptions {
  readonly control: RunControl;
  readonly tabs: TabMemory;
  /** Returns true while a process of this window works on the run with this journal. */
  readonly isLive: (journal: string) => boolean;
  /** Called when a timeline is opened or closed, or shows another journal. */
  readonly onJournalsChanged?: () => void;
  /** Called when VS Code has restored the timeline of a journal. */
  readonly onRestored?: (journal: string, panel: TimelinePanel) => void;
}

/** A tab with a timeline, or one that VS Code has restored and whose page does not exist yet. */
type OpenTab = { readonly facts: TimelineTab; readonly column: vscode.ViewColumn | undefined } & (
  | { readonly panel: TimelinePanel }
  | { readonly panel?: never; readonly restored: vscode.Tab }
);

/** Maximum time in which VS Code creates the page of a restored tab, in milliseconds. */
const RESTORE_MS = 3000;

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
  /** Runs that are stopped in the debugger, for timelines that are opened then. */
  readonly #debugStops = new Map<string, DebugStop>();
  readonly #registered: vscode.Disposable;
  /** Called when a timeline of a journal is opened, by the journal. */
  readonly #awaited = new Map<string, () => void>();

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
   * Shows the run with this journal (an absolute path), in its existing panel if there is one, else in place of another run of
   * the same skills (`chooseTab`). With `preserveFocus`, the focus stays where it is.
   * @param keeps journal of a run whose timeline stays
   */
  show(journal: string, preserveFocus = false, keeps?: string): TimelinePanel {
    const { tab, kind } = this.#choose(journal, keeps);
    if (kind === 'reveal' && tab?.panel !== undefined) {
      tab.panel.reveal(preserveFocus);
      return tab.panel;
    }
    // A page behind others is replaced where the user does not look.
    const isElsewhere = preserveFocus && tab?.facts.prominence === 0;
    const panel = this.#add(this.#create(preserveFocus, isElsewhere ? undefined : tab?.column), journal, 'panel');
    if (tab === undefined) return panel;
    // Closed last: a group without a tab would be closed, too.
    closeTab(tab);
    if (tab.facts.isPinned && !preserveFocus) void vscode.commands.executeCommand('workbench.action.pinEditor');
    return panel;
  }

  /** Shows a run like `show`. If VS Code has restored its tab, its page is created with what the user had selected there. */
  async reveal(journal: string, preserveFocus = false, keeps?: string): Promise<void> {
    const { tab } = this.#choose(journal, keeps);
    if (tab?.facts.journal === journal && tab.panel === undefined && !preserveFocus) {
      const opened = new Promise<void>((resolve) => {
        this.#awaited.set(journal, resolve);
        setTimeout(resolve, RESTORE_MS);
      });
      await activateTab(tab.restored);
      await opened;
      this.#awaited.delete(journal);
    }
    this.show(journal, preserveFocus, keeps);
  }

  /** Focuses the timeline of a run, unless it has been closed. */
  focus(journal: string): void {
    const [open] = this.#panels.get(journal) ?? [];
    open?.reveal(false);
  }

  /** Shows the run with this journal in the column of another run's timeline, which stays open. Keeps the focus. */
  showNextTo(other: string, journal: string): void {
    const [neighbor] = this.#panels.get(other) ?? [];
    const { tab, kind } = this.#choose(journal, other);
    if (neighbor === undefined || kind === 'reveal') {
      this.show(journal, true, other);
      return;
    }
    this.#add(this.#create(true, neighbor.column), journal, 'panel');
    if (tab !== undefined) closeTab(tab);
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
      show: (journal) => {
        if (closed) return undefined;
        const { tab, kind } = this.#choose(journal);
        const timeline = this.#add(panel, journal, 'panel', page);
        if (kind === 'replace' && tab !== undefined) closeTab(tab);
        return timeline;
      },
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

  /** Shows that a run is stopped in the debugger, or with undefined that it continues. */
  setDebugStop(journal: string, stop: DebugStop | undefined): void {
    if (stop === undefined) this.#debugStops.delete(journal);
    else this.#debugStops.set(journal, stop);
    for (const panel of this.#panels.get(journal) ?? []) panel.setDebugStop(stop);
  }

  /** Selects rows in the open timelines of a run, by `seq`, without revealing them or moving the focus. */
  select(journal: string, seqs: readonly number[]): void {
    for (const panel of this.#panels.get(journal) ?? []) panel.select(seqs, true);
  }

  /** Called when the process of this run has exited. */
  processExited(journal: string): void {
    this.#debugStops.delete(journal);
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

  /** Returns the tab that a run is shown in, or that it replaces. */
  #choose(journal: string, keeps?: string): { readonly kind: TabChoice['kind']; readonly tab?: OpenTab } {
    const tabs = this.#openTabs();
    const choice = chooseTab(
      tabs.map(({ facts }) => facts),
      journal,
      readFamily(journal),
      keeps,
    );
    return defined({ kind: choice.kind, tab: choice.kind === 'open' ? undefined : tabs[choice.index] });
  }

  /** Returns the tabs of all timelines, in order of opening, then those that were restored without a page. */
  #openTabs(): readonly OpenTab[] {
    const tabs = timelineTabs();
    const open = [...this.#panels].flatMap(([journal, panels]) =>
      [...panels].map((panel): OpenTab => {
        const { column, family, isLive, hasDraft, kind, title } = panel;
        const isPinned = tabs.some((tab) => tab.isPinned && tab.label === title);
        const prominence = panel.isActive ? 2 : panel.isVisible ? 1 : 0;
        const facts = { journal, family, isPinned, isLive, hasDraft, isEditor: kind !== 'panel', prominence } as const;
        return { facts, column, panel };
      }),
    );
    const restored = tabs.flatMap((tab): readonly OpenTab[] => {
      const journal = this.#options.tabs.journalOf(tab.label);
      if (journal === undefined || this.#panels.has(journal)) return [];
      const { isPinned, isActive, group } = tab;
      const isLive = this.#options.isLive(journal);
      const prominence = isActive ? (group.isActive ? 2 : 1) : 0;
      const facts = { journal, isPinned, isLive, hasDraft: false, isEditor: false, prominence } as const;
      return [{ facts: { ...facts, family: readFamily(journal) }, column: group.viewColumn, restored: tab }];
    });
    return [...open, ...restored];
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
        onTitle: (title: string) => this.#options.tabs.remember({ title, journal }),
      }),
    );
    panel.setDebugStop(this.#debugStops.get(journal));
    this.#awaited.get(journal)?.();
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

function closeTab(tab: OpenTab): void {
  if (tab.panel !== undefined) tab.panel.dispose();
  else void vscode.window.tabGroups.close(tab.restored, true);
}
