import type { Journal } from '../journal/writer.ts';
import { type LinkedSignal, linkSignal } from '../loop/interfaces/abort.ts';
import { type Scope, scopeOf } from '../loop/interfaces/scope.ts';
import type { RunEvent, RunEventDraft } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { type Interruption, interruptedBody, interruptionOf } from './interruption.ts';
import type { RunFindings } from './run-findings.ts';

/** Options for `RunLog`. */
export interface LogOptions {
  readonly journal: Journal;
  readonly onEvent: (event: RunEvent) => void;
  /** Cancels the run, or interrupts it if the reason is an `Interruption`. */
  readonly signal: AbortSignal;
  /** Adds to events what later calls say about earlier ones; undefined if no one will read them. */
  readonly findings: RunFindings | undefined;
}

/** Receives the events of a run, and writes each to the journal before anyone is notified. Never throws. */
export class RunLog {
  private readonly journal: Journal;
  private readonly onEvent: (event: RunEvent) => void;
  private readonly externalSignal: AbortSignal;
  private readonly abort: LinkedSignal;
  private readonly findings: RunFindings | undefined;
  private failure: string | undefined;

  constructor({ journal, onEvent, signal, findings }: LogOptions) {
    this.findings = findings;
    this.journal = journal;
    this.onEvent = onEvent;
    this.externalSignal = signal;
    this.abort = linkSignal(signal);
  }

  /** Fires when the run is cancelled, and when the journal can no longer be written to. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** The error message if the journal can no longer be written to, which ends the run. */
  get writeError(): string | undefined {
    return this.failure;
  }

  /** The interruption of the run, if any. From then on no event is written or reported. */
  get interruption(): Interruption | undefined {
    return interruptionOf(this.externalSignal);
  }

  /** Writes the only event that follows an interruption. */
  noteInterruption(interruption: Interruption, scope: Pick<Scope, 'invocation' | 'agent'>, root: number): void {
    const { invocation, agent } = scope;
    this.write({ ...interruptedBody(interruption, root), invocation, agent });
  }

  /** Creates the scope of an agent. */
  scope(invocation: string, agent: string): Scope {
    return scopeOf((draft, request) => this.emit(draft, request), invocation, agent);
  }

  close(): void {
    this.journal.close();
    this.abort.detach();
  }

  private emit(draft: RunEventDraft, request?: RequestContent): RunEvent {
    if (this.interruption === undefined) return this.write(draft, request);
    return { seq: 0, time: new Date().toISOString(), ...draft } as RunEvent;
  }

  private write(draft: RunEventDraft, request?: RequestContent): RunEvent {
    const appended = this.journal.append(this.findings?.complete(draft) ?? draft, request);
    if (appended.kind === 'failed' && this.failure === undefined) {
      this.failure = appended.message;
      this.abort.abort();
    }
    const { seq, time } = appended.event;
    // With its payloads, which the journal stores elsewhere.
    this.findings?.add({ ...draft, seq, time } as RunEvent);
    this.onEvent(appended.event);
    return appended.event;
  }
}
