/** All timelines of this window: one panel a journal, live or saved, and their way back after a restart. */
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import type { RunControl } from './control.ts';
import { TimelinePanel } from './panel.ts';

export const VIEW_TYPE = 'skillwright.timeline';

export interface TimelineOptions {
  readonly control: RunControl;
  /** True while a process of this window works on the run with this journal. */
  readonly isLive: (journal: string) => boolean;
}

export class TimelinePanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #extension: vscode.Uri;
  readonly #options: TimelineOptions;
  readonly #panels = new Map<string, TimelinePanel>();
  readonly #serializer: vscode.Disposable;

  constructor(extension: vscode.Uri, options: TimelineOptions) {
    this.#extension = extension;
    this.#options = options;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** Shows the run with this journal (an absolute path), in its own panel if it has one. */
  show(journal: string): TimelinePanel {
    const open = this.#panels.get(journal);
    if (open !== undefined) {
      open.reveal();
      return open;
    }
    const active = vscode.window.activeTextEditor === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, 'Agent Run', active);
    return this.#add(panel, journal);
  }

  /** Hands on events of a live run, in order; a run without a panel needs none. */
  events(journal: string, events: readonly RunEvent[]): void {
    this.#panels.get(journal)?.events(events);
  }

  /** The process of this run is gone. */
  ended(journal: string): void {
    this.#panels.get(journal)?.ended();
  }

  /** Called by VS Code after a restart, with what the page had kept. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const journal = (state as { journal?: unknown } | undefined)?.journal;
    // Nothing was kept: the panel was closed before its first row. There is nothing to show again.
    if (typeof journal !== 'string' || journal === '' || this.#panels.has(journal)) panel.dispose();
    else this.#add(panel, journal);
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #add(webview: vscode.WebviewPanel, journal: string): TimelinePanel {
    const panel = new TimelinePanel(webview, {
      extension: this.#extension,
      journal,
      control: this.#options.control,
      live: this.#options.isLive(journal),
    });
    this.#panels.set(journal, panel);
    webview.onDidDispose(() => this.#panels.delete(journal));
    return panel;
  }
}
