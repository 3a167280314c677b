/** The trace of a run as it grows: from its journal, and from the events of the live run. */
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { type JournalFile, journalFile, readAppended, readBlob, readNew } from './journal-file.ts';
import { addEvent } from './trace/fold.ts';
import { oneLine } from './trace/read.ts';
import { createTrace, type Trace } from './trace/span.ts';

export interface TraceSourceOptions {
  /** Absolute path. */
  readonly journal: string;
  /** Told whenever there is something new to show. */
  readonly onChange: () => void;
  /** The journal was read and shows no run; waited for before what came meanwhile is added. */
  readonly onEmpty: () => Promise<void>;
}

export class TraceSource {
  readonly journal: JournalFile;
  readonly trace: Trace = createTrace();
  /** What could not be read, in words. */
  problem: string | undefined;
  private readonly options: TraceSourceOptions;
  /** Reading of the journal that has not ended, and the events that came meanwhile. */
  private running: Promise<void> | undefined;
  private readonly early: RunEvent[] = [];

  constructor(options: TraceSourceOptions) {
    this.options = options;
    this.journal = journalFile(options.journal);
  }

  /** Whether the journal is being read. */
  get reading(): boolean {
    return this.running !== undefined;
  }

  /**
   * Events of the live run, in order; those the journal already gave are ignored. Where some before them are missing,
   * the journal is read first: an event stands in it before it is told.
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

  /** Reads what the journal holds and the trace does not. */
  read(): Promise<void> {
    const again = () => this.readOnce();
    this.running = (this.running ?? Promise.resolve()).then(again, again);
    return this.running;
  }

  /** Reads what was appended to a journal that has been read, as another process writes it. */
  async readOn(): Promise<void> {
    if (this.reading || !readAppended(this.journal, (event) => addEvent(this.trace, event))) return this.read();
    // Told anew at each look: what was half written is whole by now, and what is garbage has only just come.
    this.problem = this.unread();
    this.grown();
  }

  private async readOnce(): Promise<void> {
    const mine = this.running;
    const outcome = await readNew(
      this.journal,
      (event) => addEvent(this.trace, event),
      // What was read so far is shown while the rest is read.
      () => this.grown(),
    );
    this.problem = outcome.kind === 'read' ? this.unread() : `The journal cannot be read: ${outcome.message}`;
    if (this.trace.spans.length === 0) await this.options.onEmpty();
    for (const event of this.early.splice(0)) addEvent(this.trace, event);
    if (this.running === mine) this.running = undefined;
    this.grown();
  }

  /** What was left out of a damaged journal, or that the file is none; nothing where all was read. */
  private unread(): string | undefined {
    const { spans, unread } = this.trace;
    const lines = `${unread.toLocaleString('en')} line${unread === 1 ? '' : 's'}`;
    if (spans.length > 0)
      return unread === 0 ? undefined : `${lines} of the journal could not be read and are left out`;
    const text = unread > 0 ? `none of its ${lines} is an event that Skillwright knows` : 'it has no line that ends';
    return unread > 0 || this.journal.tail > 0 ? `This file is not the journal of a run: ${text}.` : undefined;
  }

  private grown(): void {
    void this.readLongPrompt();
    this.options.onChange();
  }

  /** A prompt above 64 kB stands beside the journal: its first line is the title. */
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
