import type { Journal } from '../journal/writer.ts';
import { type LinkedSignal, linkSignal } from '../loop/abort.ts';
import { type Scope, scopeOf } from '../loop/scope.ts';
import type { RunEvent, RunEventDraft } from '../protocol/events.ts';
import { type Interruption, interruptedBody, interruptionOf } from './interruption.ts';

export interface LogOptions {
  readonly journal: Journal;
  readonly onEvent: (event: RunEvent) => void;
  /** Cancels the run, or with an `Interruption` as its reason interrupts it. */
  readonly signal: AbortSignal;
}

/** Takes the events of a run: into the journal first, then to whoever watches. Never throws. */
export class RunLog {
  private readonly journal: Journal;
  private readonly onEvent: (event: RunEvent) => void;
  private readonly given: AbortSignal;
  private readonly abort: LinkedSignal;
  private problem: string | undefined;

  constructor({ journal, onEvent, signal }: LogOptions) {
    this.journal = journal;
    this.onEvent = onEvent;
    this.given = signal;
    this.abort = linkSignal(signal);
  }

  /** Fires when the run is cancelled, and when the journal can no longer be written. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Why the journal can no longer be written; the run ends then. */
  get broken(): string | undefined {
    return this.problem;
  }

  /** What interrupted the run, if anything. From then on no event is written or told. */
  get interruption(): Interruption | undefined {
    return interruptionOf(this.given);
  }

  /** Writes the one event that follows an interruption. */
  noteInterruption(interruption: Interruption, scope: Pick<Scope, 'invocation' | 'agent'>, root: number): void {
    const { invocation, agent } = scope;
    this.write({ ...interruptedBody(interruption, root), invocation, agent });
  }

  scope(invocation: string, agent: string): Scope {
    return scopeOf((draft) => this.emit(draft), invocation, agent);
  }

  close(): void {
    this.journal.close();
    this.abort.detach();
  }

  private emit(draft: RunEventDraft): RunEvent {
    if (this.interruption === undefined) return this.write(draft);
    return { seq: 0, time: new Date().toISOString(), ...draft } as RunEvent;
  }

  private write(draft: RunEventDraft): RunEvent {
    const appended = this.journal.append(draft);
    if (appended.kind === 'failed' && this.problem === undefined) {
      this.problem = appended.message;
      this.abort.abort();
    }
    this.onEvent(appended.event);
    return appended.event;
  }
}
