import {
  ContinuedEvent,
  Event,
  ExitedEvent,
  OutputEvent,
  StoppedEvent,
  TerminatedEvent,
  ThreadEvent,
} from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { defined } from '../../../skill/index.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { EXIT_CODES } from '../../protocol/exit-codes.ts';
import type { LoopView } from '../run-view.ts';
import type { Stop } from '../stop.ts';
import { eventText } from './event-text.ts';

/** Tells the client what happens in the run: threads, stops, output, and its end. */
export class Reports {
  private readonly send: (event: DebugProtocol.Event) => void;
  /** The numbers of the threads that the client knows. */
  private readonly threads = new Set<number>();
  private hasTerminated = false;

  constructor(send: (event: DebugProtocol.Event) => void) {
    this.send = send;
  }

  /** Prints a line in the debug console. */
  print(text: string, category: string): void {
    this.send(new OutputEvent(`${text}\n`, category));
  }

  /** Prints an event, and reports the end of the run. */
  show(event: RunEvent): void {
    const text = eventText(event);
    if (text !== undefined) this.print(text.text, text.category);
    if (event.type === 'run_finished') this.end(EXIT_CODES[event.reason]);
  }

  /** Names the run that the session debugs now, which can be a fork of an earlier one. */
  run({ run, journal }: { readonly run: string; readonly journal: string }): void {
    this.send(new Event('skillwright/run', { run, journal }));
  }

  /** True after the end of the run was reported. */
  get isOver(): boolean {
    return this.hasTerminated;
  }

  /**
   * Reports the end of the run, once.
   * @param exitCode that of `skillwright run`; absent for a run that did not start
   */
  end(exitCode?: number): void {
    if (this.hasTerminated) return;
    this.hasTerminated = true;
    if (exitCode !== undefined) this.send(new ExitedEvent(exitCode));
    this.send(new TerminatedEvent());
  }

  /** Reports threads that have started. */
  addThreads(loops: readonly LoopView[]): void {
    for (const { number } of loops) {
      if (this.threads.has(number)) continue;
      this.threads.add(number);
      this.send(new ThreadEvent('started', number));
    }
  }

  /** Reports threads that a fork does not have. */
  removeThreads(loops: readonly LoopView[]): void {
    const numbers = new Set(loops.map(({ number }) => number));
    for (const number of this.threads) {
      if (numbers.has(number)) continue;
      this.threads.delete(number);
      this.send(new ThreadEvent('exited', number));
    }
  }

  continued(): void {
    this.send(new ContinuedEvent(1, true));
  }

  /**
   * Reports a stop.
   * @param thread the number of the thread that stopped
   * @param seq that of the event of its innermost frame, for the timeline
   */
  stopped({ cause }: Stop, thread: number, seq: number | undefined): void {
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(cause.reason, thread);
    event.body = {
      ...event.body,
      description: cause.description,
      text: cause.description,
      allThreadsStopped: true,
      ...defined<Partial<DebugProtocol.StoppedEvent['body']>>({
        hitBreakpointIds: cause.breakpoints && [...cause.breakpoints],
      }),
    };
    this.send(event);
    if (seq !== undefined) this.send(new Event('skillwright/position', { seq }));
  }
}
