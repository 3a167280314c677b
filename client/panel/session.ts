/**
 * One run as one page sees it: folds its events, sends what changed at most once a frame, keeps quiet while the page is
 * hidden, and answers what the page asks. Knows no `vscode`, so that tests and the harness drive the same code.
 */
import { dirname } from 'node:path';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { RowPacker } from '../timeline/columns.ts';
import type { EmptySkill, ToHost, ToWebview } from '../timeline/protocol.ts';
import type { RunControl, RunRef } from './control.ts';
import { type JournalFile, journalFile, readBlob, readNew } from './journal-file.ts';
import { LanePace } from './lane-pace.ts';
import { LargeSearch } from './large-search.ts';
import { OnWay } from './on-way.ts';
import { type Asked, answerPage } from './requests.ts';
import { addEvent } from './trace/fold.ts';
import { lanesOf } from './trace/lanes.ts';
import { oneLine } from './trace/read.ts';
import { headerOf, type Owner, restOf, takeDirty } from './trace/rows.ts';
import { createTrace, type Trace } from './trace/span.ts';

/**
 * Least time between two messages: half a frame, so that few events miss the page's next one. The first event after a
 * rest is told at once.
 */
export const BATCH_MS = 8;
/** Rows in one message, in the first one and in those after it: the first ones of a long run show at once, and no message blocks either side for long. */
const FIRST_PAGE = 2000;
const PAGE = 5000;

export interface SessionOptions {
  readonly journal: string;
  readonly owner: Owner;
  readonly control: RunControl;
  readonly post: (message: ToWebview) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export class TraceSession {
  readonly journal: JournalFile;
  readonly trace: Trace = createTrace();
  private readonly options: SessionOptions;
  private owner: Owner;
  private visible = true;
  private ready = false;
  private disposed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When a message was sent last, in ms of any clock that goes on evenly. */
  private sent = -BATCH_MS;
  private readonly lanePace = new LanePace(() => this.changed());
  private readonly onWay = new OnWay();
  private packer = new RowPacker();
  /** How many rows the page has; -1 where it is to forget what it had. */
  private had = -1;
  private query = '';
  private readonly large: LargeSearch;
  /** How much of the words was searched for it. */
  private searched = 0;
  /** The page was told that not everything is searched. */
  private partial = false;
  private problem: string | undefined;
  private skills: readonly EmptySkill[] | undefined;
  /** Events to point at, until a page has; told once to each page, as one that goes takes what it was told along. */
  private reveals: readonly number[] | undefined;
  private pointed = false;
  /** Reading of the journal that has not ended, and the events that came meanwhile. */
  private reading: Promise<void> | undefined;
  private readonly early: RunEvent[] = [];

  constructor(options: SessionOptions) {
    this.options = options;
    this.owner = options.owner;
    this.journal = journalFile(options.journal);
    this.large = new LargeSearch(dirname(options.journal), this.trace.words.apart, (ids) =>
      this.postFound(Int32Array.from(ids), true),
    );
  }

  get ref(): RunRef {
    return { run: this.trace.run, journal: this.journal.path };
  }

  /**
   * Events of the live run, in order; those the journal already gave are ignored. Where some before them are missing,
   * the journal is read first: an event stands in it before it is told.
   */
  events(events: readonly RunEvent[]): void {
    const first = events[0]?.seq ?? 0;
    if (this.reading !== undefined) {
      this.early.push(...events);
    } else if (first > this.trace.lastSeq + 1) {
      this.early.push(...events);
      void this.readJournal();
    } else {
      for (const event of events) addEvent(this.trace, event);
      this.changed();
    }
  }

  /** Reads what the journal holds and this session has not seen. */
  readJournal(): Promise<void> {
    const again = () => this.readOnce();
    this.reading = (this.reading ?? Promise.resolve()).then(again, again);
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    const mine = this.reading;
    const outcome = await readNew(
      this.journal,
      (event) => addEvent(this.trace, event),
      // What was read so far is shown while the rest is read.
      () => this.changed(),
    );
    this.problem = outcome.kind === 'read' ? this.unread() : `The journal cannot be read: ${outcome.message}`;
    if (this.trace.spans.length === 0) this.skills = await this.options.control.skills?.();
    for (const event of this.early.splice(0)) addEvent(this.trace, event);
    if (this.reading === mine) this.reading = undefined;
    this.changed();
  }

  /** Says in place of a run why there is none. */
  tell(problem: string): void {
    this.problem = problem;
    this.changed();
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

  /** Tells whose process works on the run; `none` once it has exited. */
  setOwner(owner: Owner): void {
    if (owner === this.owner) return;
    this.owner = owner;
    this.changed();
  }

  /** A hidden page gets no messages: what happens meanwhile is sent when it is shown. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    if (visible) this.flush();
  }

  /** Selects the row of one of these events once the page has them all: of the first, or the one after that selected. */
  reveal(seqs: readonly number[]): void {
    this.reveals = seqs;
    this.pointed = false;
    this.changed();
  }

  /** Takes a message of the page. Anything but a known shape is ignored. */
  async receive(message: ToHost): Promise<void> {
    if (message?.type === 'ready') this.begin();
    else if (message?.type === 'taken') this.onWay.taken() && this.changed();
    else if (message?.type === 'revealed') this.reveals = undefined;
    else if (message?.type === 'find') this.find(String(message.query));
    else await answerPage(this.asked, message);
  }

  private get asked(): Asked {
    const { journal, trace, ref } = this;
    return { journal, trace, ref, control: this.options.control, post: (message) => this.post(message) };
  }

  /** Searches arguments and results, and what comes from now on. */
  private find(query: string): void {
    this.query = query;
    this.searched = 0;
    this.large.start(query);
    this.findOn();
  }

  private findOn(): void {
    const { words } = this.trace;
    if (this.query.trim() === '') return;
    const ids = words.find(this.query, this.searched);
    const more = this.searched > 0;
    this.searched = words.mark();
    const partial = words.full;
    this.large.goOn();
    if (more && ids.length === 0 && partial === this.partial) return;
    this.partial = partial;
    this.postFound(ids, more);
  }

  private postFound(ids: Int32Array, more: boolean): void {
    const { searching, unread } = this.large;
    const partial = this.trace.words.full || unread;
    this.post({ type: 'found', query: this.query, ids, more, partial, searching });
  }

  /** The page may be closed while an answer to it is put together. */
  private post(message: ToWebview): void {
    if (!this.disposed) this.options.post(message);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.lanePace.clear();
    this.large.start('');
    this.ready = false;
    this.disposed = true;
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
    this.changed();
  }

  private changed(): void {
    void this.readLongPrompt();
    if (!this.visible || !this.ready || this.timer !== undefined || this.onWay.full()) return;
    const rest = Math.max(0, this.sent + BATCH_MS - performance.now());
    this.timer = setTimeout(() => this.flush(), rest);
  }

  /** Sends what changed, and rows that the page does not have yet, a page of them at a time. */
  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.visible || !this.ready || this.onWay.full()) return;
    const { trace } = this;
    const { now = Date.now } = this.options;
    const reset = this.had < 0;
    const had = Math.max(0, this.had);
    // What changed in rows that are still to come goes with them.
    const changed = takeDirty(trace).filter((id) => id < had);
    const to = Math.min(trace.spans.length, had + (reset ? FIRST_PAGE : PAGE));
    const spans = changed.flatMap((id) => trace.spans[id] ?? []).concat(trace.spans.slice(had, to));
    const complete = to === trace.spans.length && this.reading === undefined;
    this.had = to;
    this.onWay.sent();
    // Of a run that has ended nothing more will come that they could go with.
    const lanes = trace.lanesChanged && (trace.finished !== undefined || this.lanePace.due());
    if (lanes) trace.lanesChanged = false;
    this.post({
      type: 'rows',
      reset,
      complete,
      journal: this.journal.path,
      header: headerOf(trace, this.owner, this.problem, this.reading !== undefined),
      batch: this.packer.pack(spans, restOf),
      now: Math.max(trace.lastTime, now() - (trace.epoch ?? now())),
      ...(lanes ? { lanes: lanesOf(trace) } : {}),
      ...(this.skills === undefined ? {} : { skills: this.skills }),
    });
    this.sent = performance.now();
    this.findOn();
    if (to < trace.spans.length) {
      // The extension host answers others between two pages.
      this.timer = setTimeout(() => this.flush(), 0);
    } else if (complete && this.reveals !== undefined && !this.pointed) {
      const rows = this.reveals.flatMap((seq) => trace.bySeq.get(seq) ?? []);
      this.post({ type: 'reveal', rows: [...new Set(rows)] });
      this.pointed = true;
    }
  }

  /** The page begins anew, and has nothing. */
  private begin(): void {
    this.ready = true;
    this.onWay.clear();
    this.pointed = false;
    this.had = -1;
    this.packer = new RowPacker();
    this.query = '';
    this.large.start('');
    this.trace.lanesChanged = true;
    this.lanePace.clear();
    this.flush();
  }
}
