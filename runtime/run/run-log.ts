import type { Journal } from '../journal/writer.ts';
import { type Linked, linked } from '../loop/abort.ts';
import { type Scope, scopeOf } from '../loop/scope.ts';
import type { RunEvent, RunEventDraft } from '../protocol/events.ts';

export interface LogOptions {
  readonly journal: Journal;
  readonly onEvent: (event: RunEvent) => void;
  /** Cancels the run. */
  readonly signal: AbortSignal;
}

/** Takes the events of a run: into the journal first, then to whoever watches. Never throws. */
export class RunLog {
  private readonly journal: Journal;
  private readonly onEvent: (event: RunEvent) => void;
  private readonly abort: Linked;
  private problem: string | undefined;

  constructor({ journal, onEvent, signal }: LogOptions) {
    this.journal = journal;
    this.onEvent = onEvent;
    this.abort = linked(signal);
  }

  /** Fires when the run is cancelled, and when the journal can no longer be written. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Why the journal can no longer be written; the run ends then. */
  get broken(): string | undefined {
    return this.problem;
  }

  scope(invocation: string, agent: string): Scope {
    return scopeOf((draft) => this.emit(draft), invocation, agent);
  }

  close(): void {
    this.journal.close();
    this.abort.detach();
  }

  private emit(draft: RunEventDraft): RunEvent {
    const appended = this.journal.append(draft);
    if (appended.kind === 'failed' && this.problem === undefined) {
      this.problem = appended.message;
      this.abort.abort();
    }
    this.onEvent(appended.event);
    return appended.event;
  }
}
