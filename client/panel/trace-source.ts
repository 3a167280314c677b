/** The trace of a run, updated from its journal and from the events of the live run. */

import type { RunEvent } from '../../runtime/protocol/events.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { type JournalFile, journalFile, readAppended, readBlob, readNew } from './journal-file.ts';
import { addEvent } from './trace/fold.ts';
import { oneLine } from './trace/read.ts';
import { createTrace, type Trace } from './trace/span.ts';

export interface TraceSourceOptions {
  /** Absolute path. */
  readonly journal: string;
  /** Called whenever there is something new to show. */
  readonly onChange: () => void;
  /** Called if the journal contains no run; awaited before queued events are added. */
  readonly onEmpty: () => Promise<void>;
}

export class TraceSource {
  readonly journal: JournalFile;
  readonly trace: Trace = createTrace();
  /** A description of unreadable parts. */
  problem: string | undefined;
  private readonly options: TraceSourceOptions;
  /** The current read of the journal, and the events received during it. */
  private running: Promise<void> | undefined;
  private readonly queued: RunEvent[] = [];

  constructor(options: TraceSourceOptions) {
    this.options = options;
    this.journal = journalFile(options.journal);
  }

  /** True while the journal is being read. */
  get isReading(): boolean {
    return this.running !== undefined;
  }

  /**
   * Adds events of the live run, in order; those already read from the journal are ignored. If events before them are
   * missing, the journal is read first: an event is written there before it is sent.
   */
  add(events: readonly RunEvent[]): void {
    const first = events[0]?.seq ?? 0;
    if (this.isReading) {
      this.queued.push(...events);
    } else if (first > this.trace.lastSeq + 1) {
      this.queued.push(...events);
      void this.read();
    } else {
      for (const event of events) addEvent(this.trace, event);
      this.notify();
    }
  }

  /** Reads the part of the journal that the trace does not contain. */
  read(): Promise<void> {
    const next = () => this.readOnce();
    this.running = (this.running ?? Promise.resolve()).then(next, next);
    return this.running;
  }

  /** Reads events appended to a journal that another process writes. */
  async readMore(): Promise<void> {
    if (this.isReading || !readAppended(this.journal, (event) => addEvent(this.trace, event))) return this.read();
    // Recomputed at each read: a partial line may be complete by now, and an unreadable line may be new.
    this.problem = this.describeUnread();
    this.notify();
  }

  private async readOnce(): Promise<void> {
    const current = this.running;
    const outcome = await readNew(
      this.journal,
      (event) => addEvent(this.trace, event),
      // Shows the first part while the rest is being read.
      () => this.notify(),
    );
    this.problem = outcome.kind === 'read' ? this.describeUnread() : `The journal cannot be read: ${outcome.message}`;
    if (this.trace.spans.length === 0) await this.options.onEmpty();
    for (const event of this.queued.splice(0)) addEvent(this.trace, event);
    if (this.running === current) this.running = undefined;
    this.notify();
  }

  /** Describes the skipped part of a damaged journal, or a file that is not a journal; undefined if all was read. */
  private describeUnread(): string | undefined {
    const { spans, unreadCount } = this.trace;
    const lines = formatCount(unreadCount, 'line');
    if (spans.length > 0)
      return unreadCount === 0 ? undefined : `${lines} of the journal could not be read and were skipped`;
    const text = unreadCount > 0 ? `none of its ${lines} is a known event` : 'it has no complete line';
    return unreadCount > 0 || this.journal.tail > 0 ? `This file is not the journal of a run: ${text}.` : undefined;
  }

  private notify(): void {
    void this.readLongPrompt();
    this.options.onChange();
  }

  /** Reads a prompt above 64 kB, which is stored next to the journal. Its first line is the title. */
  private async readLongPrompt(): Promise<void> {
    const { longPrompt } = this.trace;
    if (longPrompt === undefined) return;
    this.trace.longPrompt = undefined;
    const prompt = await readBlob(this.journal, longPrompt);
    const first = typeof prompt === 'string' ? oneLine(prompt.trimStart().split('\n', 1)[0] ?? '', 400) : '';
    if (first === '') return;
    this.trace.prompt = first;
    this.options.onChange();
  }
}
