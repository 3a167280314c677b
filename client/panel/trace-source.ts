/** The trace of a run, updated from its journal and from the events of the live run. */
import type { RunEvent } from '../../runtime/protocol/events.ts';
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
  private readonly early: RunEvent[] = [];

  constructor(options: TraceSourceOptions) {
    this.options = options;
    this.journal = journalFile(options.journal);
  }

  /** True while the journal is being read. */
  get reading(): boolean {
    return this.running !== undefined;
  }

  /**
   * Adds events of the live run, in order; those already read from the journal are ignored. If events before them are
   * missing, the journal is read first: an event is written there before it is sent.
   */
  add(events: readonly RunEvent[]): void {
    const first = events[0]?.seq ?? 0;
    if (this.reading) {
      this.early.push(...events);
    } else if (first > this.trace.lastSeq + 1) {
      this.early.push(...events);
      void this.read();
    } else {
      for (const event of events) addEvent(this.trace, event);
      this.grown();
    }
  }

  /** Reads the part of the journal that the trace does not contain. */
  read(): Promise<void> {
    const again = () => this.readOnce();
    this.running = (this.running ?? Promise.resolve()).then(again, again);
    return this.running;
  }

  /** Reads events appended to a journal that another process writes. */
  async readOn(): Promise<void> {
    if (this.reading || !readAppended(this.journal, (event) => addEvent(this.trace, event))) return this.read();
    // Recomputed at each read: a partial line may be complete by now, and an unreadable line may be new.
    this.problem = this.unread();
    this.grown();
  }

  private async readOnce(): Promise<void> {
    const mine = this.running;
    const outcome = await readNew(
      this.journal,
      (event) => addEvent(this.trace, event),
      // Shows the first part while the rest is being read.
      () => this.grown(),
    );
    this.problem = outcome.kind === 'read' ? this.unread() : `The journal cannot be read: ${outcome.message}`;
    if (this.trace.spans.length === 0) await this.options.onEmpty();
    for (const event of this.early.splice(0)) addEvent(this.trace, event);
    if (this.running === mine) this.running = undefined;
    this.grown();
  }

  /** Describes the skipped part of a damaged journal, or a file that is not a journal; undefined if all was read. */
  private unread(): string | undefined {
    const { spans, unread } = this.trace;
    const lines = `${unread.toLocaleString('en')} line${unread === 1 ? '' : 's'}`;
    if (spans.length > 0)
      return unread === 0 ? undefined : `${lines} of the journal could not be read and were skipped`;
    const text = unread > 0 ? `none of its ${lines} is a known event` : 'it has no complete line';
    return unread > 0 || this.journal.tail > 0 ? `This file is not the journal of a run: ${text}.` : undefined;
  }

  private grown(): void {
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
