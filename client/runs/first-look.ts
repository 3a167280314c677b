/** What runs do while their timeline is still made ready: VS Code takes seconds for the first page of a window. */
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { stepOf } from './first-step.ts';

/** Milliseconds without a timeline before anything is shown: pages after the first are there by then. */
const DELAY_MS = 500;

/** A run whose timeline has no rows yet. */
interface Awaited {
  readonly calls: Map<number, string>;
  step: string;
  tell?: (step: string) => void;
}

/** Shows the last step of such runs in the status bar and in a notification, until the timeline has its first rows. */
export class FirstLook implements vscode.Disposable {
  readonly #awaited = new Map<string, Awaited>();
  readonly #item: vscode.StatusBarItem;

  constructor() {
    this.#item = vscode.window.createStatusBarItem('skillwright.firstLook', vscode.StatusBarAlignment.Left);
    this.#item.name = 'Skillwright Run: Last Step';
    this.#item.tooltip = 'The last step of the run whose timeline is opening';
  }

  /** Takes events of a live run, in order. */
  events(journal: string, events: readonly RunEvent[]): void {
    let run = this.#awaited.get(journal);
    // Its events may come before its timeline is waited for.
    if (run === undefined && events[0]?.type === 'run_started') {
      run = { calls: new Map(), step: 'starting' };
      this.#awaited.set(journal, run);
    }
    if (run === undefined) return;
    for (const event of events) run.step = stepOf(event, run.calls) ?? run.step;
    run.tell?.(run.step);
  }

  /**
   * Waits for the timeline of a run.
   * @param firstRows settles when it has its first rows, or is closed
   */
  async await(journal: string, firstRows: Promise<void>): Promise<void> {
    const run = this.#awaited.get(journal) ?? { calls: new Map(), step: 'starting' };
    this.#awaited.set(journal, run);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      void this.#show(run, firstRows);
    }, DELAY_MS);
    await firstRows;
    clearTimeout(timer);
    this.#awaited.delete(journal);
    if (late) this.#item.hide();
  }

  /** A run that nobody shows. */
  forget(journal: string): void {
    if (this.#awaited.get(journal)?.tell === undefined) this.#awaited.delete(journal);
  }

  #show(run: Awaited, firstRows: Promise<void>): Thenable<void> {
    const options = { location: vscode.ProgressLocation.Notification, title: 'Agent run, its timeline is opening' };
    return vscode.window.withProgress(options, (progress) => {
      run.tell = (step) => {
        progress.report({ message: step });
        this.#item.text = `$(loading~spin) Agent run: ${step}`;
        this.#item.show();
      };
      run.tell(run.step);
      return firstRows;
    });
  }

  dispose(): void {
    this.#item.dispose();
  }
}
