/** Progress of runs whose timeline is still opening. VS Code takes seconds to open the first webview of a window. */
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { describeStep } from './run-step.ts';

/** Delay before progress is shown, in milliseconds. Webviews after the first open faster than this. */
const DELAY_MS = 500;

/** A run whose timeline has no rows yet. */
interface PendingTimeline {
  readonly calls: Map<number, string>;
  step: string;
  report?: (step: string) => void;
}

/** Shows the last step of a run in the status bar and in a notification until its timeline has rows. */
export class StartupProgress implements vscode.Disposable {
  readonly #awaited = new Map<string, PendingTimeline>();
  readonly #item: vscode.StatusBarItem;

  constructor() {
    this.#item = vscode.window.createStatusBarItem('skillwright.firstLook', vscode.StatusBarAlignment.Left);
    this.#item.name = 'Skillwright Run: Last Step';
    this.#item.tooltip = 'Last step of the run whose timeline is opening';
  }

  /** Handles events of a live run, in order. */
  events(journal: string, events: readonly RunEvent[]): void {
    let run = this.#awaited.get(journal);
    // Events may arrive before `awaitTimeline` is called.
    if (run === undefined && events[0]?.type === 'run_started') {
      run = { calls: new Map(), step: 'starting' };
      this.#awaited.set(journal, run);
    }
    if (run === undefined) return;
    for (const event of events) run.step = describeStep(event, run.calls) ?? run.step;
    run.report?.(run.step);
  }

  /**
   * Waits for the timeline of a run.
   * @param firstRows settles when the timeline has its first rows or is closed
   */
  async awaitTimeline(journal: string, firstRows: Promise<void>): Promise<void> {
    const run = this.#awaited.get(journal) ?? { calls: new Map(), step: 'starting' };
    this.#awaited.set(journal, run);
    let isShown = false;
    const timer = setTimeout(() => {
      isShown = true;
      void this.#show(run, firstRows);
    }, DELAY_MS);
    await firstRows;
    clearTimeout(timer);
    this.#awaited.delete(journal);
    if (isShown) this.#item.hide();
  }

  /** Forgets a run whose timeline is not being opened. */
  forget(journal: string): void {
    if (this.#awaited.get(journal)?.report === undefined) this.#awaited.delete(journal);
  }

  #show(run: PendingTimeline, firstRows: Promise<void>): Thenable<void> {
    const options = { location: vscode.ProgressLocation.Notification, title: 'Agent run (opening timeline)' };
    return vscode.window.withProgress(options, (progress) => {
      run.report = (step) => {
        progress.report({ message: step });
        this.#item.text = `$(loading~spin) Agent run: ${step}`;
        this.#item.show();
      };
      run.report(run.step);
      return firstRows;
    });
  }

  dispose(): void {
    this.#item.dispose();
  }
}
