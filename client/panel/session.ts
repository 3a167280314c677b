/**
 * One run as one page sees it: sends what changed, a message each `BATCH_MS` at most, keeps quiet while the page is
 * hidden, and answers what the page asks. Knows no `vscode`, so that tests and the harness drive the same code.
 */
import { dirname } from 'node:path';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import type { EmptySkill, ToHost, ToWebview } from '../timeline/protocol.ts';
import type { RunControl, RunRef } from './control.ts';
import type { JournalFile } from './journal-file.ts';
import { OnWay } from './on-way.ts';
import { type Asked, answerPage } from './requests.ts';
import { RowFeed } from './row-feed.ts';
import { TextWatch } from './text-watch.ts';
import type { Owner } from './trace/rows.ts';
import type { Trace } from './trace/span.ts';
import { TraceSource } from './trace-source.ts';
import { WordSearch } from './word-search.ts';

/**
 * Least time between two messages, in milliseconds: longer than a frame, as each costs the workbench and the page more
 * than its rows do. The first event after a rest is told at once.
 */
export const BATCH_MS = 24;

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
  readonly trace: Trace;
  private readonly options: SessionOptions;
  private readonly source: TraceSource;
  private readonly feed: RowFeed;
  private readonly search: WordSearch;
  private readonly onWay = new OnWay();
  private readonly texts = new TextWatch(() => (this.visible && this.ready ? this.asking() : undefined));
  private owner: Owner;
  private skills: readonly EmptySkill[] | undefined;
  private visible = true;
  private ready = false;
  /** The page was asked whether it is still there. */
  private asked = false;
  private disposed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When a message was sent last, in ms of any clock that goes on evenly. */
  private sent = -BATCH_MS;
  /** Events to point at, until a page has; told once to each page, as one that goes takes what it was told along. */
  private reveals: readonly number[] | undefined;
  private pointed = false;

  constructor(options: SessionOptions) {
    const { journal, owner, control } = options;
    this.options = options;
    this.owner = owner;
    this.source = new TraceSource({
      journal,
      onChange: () => this.changed(),
      onEmpty: async () => {
        this.skills = await control.skills?.();
      },
    });
    this.journal = this.source.journal;
    this.trace = this.source.trace;
    this.feed = new RowFeed(this.source, () => this.changed());
    this.search = new WordSearch(this.trace.words, dirname(journal), (message) => this.post(message));
  }

  get ref(): RunRef {
    return { run: this.trace.run, journal: this.journal.path };
  }

  /** Takes events of the live run, in order; those the journal already gave are ignored. */
  events(events: readonly RunEvent[]): void {
    this.source.add(events);
  }

  /** Reads what the journal holds and this session has not seen. */
  readJournal(): Promise<void> {
    return this.source.read();
  }

  /** Reads on in a journal that another process writes. */
  readOn(): Promise<void> {
    return this.source.readOn();
  }

  /** Says in place of a run why there is none. */
  tell(problem: string): void {
    this.source.problem = problem;
    this.changed();
  }

  /** Tells whose process works on the run; `none` once it has exited. */
  setOwner(owner: Owner): void {
    if (owner === this.owner) return;
    this.owner = owner;
    this.changed();
  }

  /**
   * A hidden page gets no messages: what happens meanwhile is sent when it is shown. To the page that was there, if it
   * still is: VS Code mostly makes it anew, and what is sent before that begins reaches it all the same.
   */
  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    this.asked = visible && this.ready;
    if (this.asked) this.post({ type: 'shown' });
    if (visible) this.texts.look();
  }

  /** Selects the row of one of these events once the page has them all: of the first, or the one after that selected. */
  reveal(seqs: readonly number[]): void {
    this.reveals = seqs;
    this.pointed = false;
    this.changed();
  }

  /** The text of a file, an absolute path, is another one now: in an editor, or on disk. */
  textChanged(file: string): void {
    this.texts.changed(file);
  }

  /** Takes a message of the page. Anything but a known shape is ignored. */
  async receive(message: ToHost): Promise<void> {
    this.texts.note(message);
    if (message?.type === 'ready') this.begin();
    else if (message?.type === 'here') this.goOn();
    else if (message?.type === 'taken') this.onWay.taken(Number(message.messages)) && this.changed();
    else if (message?.type === 'revealed') this.reveals = undefined;
    else if (message?.type === 'find') this.search.start(String(message.query));
    else await answerPage(this.asking(), message);
  }

  private asking(): Asked {
    const { journal, trace, ref } = this;
    return { journal, trace, ref, control: this.options.control, post: (answer) => this.post(answer) };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.texts.dispose();
    this.feed.dispose();
    this.search.start('');
    this.ready = false;
    this.disposed = true;
  }

  /** The page may be closed while an answer to it is put together. */
  private post(message: ToWebview): void {
    if (!this.disposed) this.options.post(message);
  }

  private changed(): void {
    if (this.timer !== undefined || this.waits()) return;
    const rest = Math.max(0, this.sent + BATCH_MS - performance.now());
    this.timer = setTimeout(() => this.flush(), rest);
  }

  /** Sends what changed, and rows that the page does not have yet, a page of them at a time. */
  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waits()) return;
    this.onWay.sent();
    const { now = Date.now } = this.options;
    const rows = this.feed.next({ owner: this.owner, skills: this.skills, now: now() });
    this.post(rows);
    this.sent = performance.now();
    this.search.goOn();
    // The extension host answers others between two pages.
    if (this.feed.more) this.timer = setTimeout(() => this.flush(), 0);
    else if (rows.complete) this.point();
  }

  /** Whether nothing can be sent now. What says that it can be again sends it. */
  private waits(): boolean {
    return !this.visible || !this.ready || this.asked || this.onWay.full(this.feed.pageful);
  }

  /** The page is still there: what was on its way to it when it was hidden came, or never will. */
  private goOn(): void {
    if (!this.asked) return;
    this.asked = false;
    this.onWay.clear();
    this.flush();
  }

  private point(): void {
    if (this.reveals === undefined || this.pointed) return;
    const rows = this.reveals.flatMap((seq) => this.trace.bySeq.get(seq) ?? []);
    this.post({ type: 'reveal', rows: [...new Set(rows)] });
    this.pointed = true;
  }

  /** The page begins anew, and has nothing. */
  private begin(): void {
    this.ready = true;
    this.asked = false;
    this.onWay.clear();
    this.pointed = false;
    this.feed.begin();
    this.search.start('');
    this.flush();
  }
}
