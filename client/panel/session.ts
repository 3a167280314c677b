/**
 * One run as seen by one page. Sends changes at most every `BATCH_MS`, sends nothing while the page is hidden, and
 * handles the page's requests. Independent of `vscode`, so that tests and the harness run the same code.
 */
import { dirname } from 'node:path';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { EmptySkill, ToHost, ToWebview } from '../timeline/protocol.ts';
import type { SessionReading } from '../timeline/row.ts';
import { CauseRefresh } from './cause-refresh.ts';
import type { RunControl, RunRef } from './control.ts';
import type { JournalFile } from './journal-file.ts';
import { MessageWindow } from './message-window.ts';
import { PayloadSearch } from './payload-search.ts';
import { handleRequest, type RequestContext } from './requests.ts';
import { RowFeed } from './row-feed.ts';
import { TokenEstimates } from './token-estimates.ts';
import { type DebugStop, setDebugStop } from './trace/debug-stop.ts';
import { isGoingOn, type Owner } from './trace/rows.ts';
import type { Trace } from './trace/span.ts';
import { TraceSource } from './trace-source.ts';

/**
 * Minimum time between two messages, in milliseconds: longer than a frame, because a message costs the workbench and
 * the page more than its rows do. The first event after a pause is sent immediately.
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
  private readonly search: PayloadSearch;
  private readonly tokens = new TokenEstimates();
  private readonly messageWindow = new MessageWindow();
  private readonly causeRefresh = new CauseRefresh(() =>
    this.visible && this.ready ? this.requestContext() : undefined,
  );
  private owner: Owner;
  private reading: SessionReading | undefined;
  private skills: readonly EmptySkill[] | undefined;
  private namedModel: string | undefined;
  private visible = true;
  private ready = false;
  /** True after `shown` was sent, until the page answers. */
  private awaitingPage = false;
  private disposed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last message, in milliseconds of a monotonic clock. */
  private sentAt = -BATCH_MS;
  /** Events to reveal until a page confirms it. Sent once to each page: a closed page takes the request with it. */
  private revealSeqs: readonly number[] | undefined;
  private revealKeepsFocus = false;
  private revealSent = false;
  /** True until a page that has all rows is asked to focus the box for a further prompt. */
  private focusesPrompt = false;

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
    this.search = new PayloadSearch(this.trace.textIndex, dirname(journal), (message) => this.post(message));
  }

  /** True while another agent's session is being read into the journal, or after that was stopped. */
  get isReading(): boolean {
    return this.reading !== undefined;
  }

  /** True if the page has an unsent prompt. */
  hasDraft = false;

  /** True while a process works on the run, or while a session is being read or grows. */
  get isLive(): boolean {
    return this.reading?.isStopped === false || isGoingOn(this.trace, this.owner);
  }

  get ref(): RunRef {
    return { run: this.trace.run, journal: this.journal.path };
  }

  /** Adds events of the live run, in order; those already read from the journal are ignored. */
  events(events: readonly RunEvent[]): void {
    this.source.add(events);
  }

  /** Reads the part of the journal that this session has not read. */
  readJournal(): Promise<void> {
    return this.source.read();
  }

  /** Reads new events of a journal that another process writes. */
  readMore(): Promise<void> {
    return this.source.readMore();
  }

  /** Shows a problem instead of a run. */
  showProblem(problem: string): void {
    this.source.problem = problem;
    this.changed();
  }

  /** Sets the process that works on the run; `none` after it has exited. */
  setOwner(owner: Owner): void {
    if (owner === this.owner) return;
    this.owner = owner;
    this.changed();
  }

  /** Shows how much of another agent's session is in the journal; with undefined, that all of it is. */
  setReading(reading: SessionReading | undefined): void {
    this.reading = reading;
    this.changed();
  }

  /** Shows where the run is paused by the user, or with undefined that it continues. */
  setPaused(pausedAt: string | undefined): void {
    if (pausedAt === this.trace.pausedAt) return;
    this.trace.pausedAt = pausedAt;
    this.changed();
  }

  /** Shows the number of runs that were forked from this one. */
  setForks(forks: number): void {
    if (forks === this.trace.forks) return;
    this.trace.forks = forks;
    this.changed();
  }

  /** Shows that the run is stopped in the debugger, or with undefined that it continues. */
  setDebugStop(stop: DebugStop | undefined): void {
    const { now = Date.now } = this.options;
    setDebugStop(this.trace, stop, now() - (this.trace.epoch ?? now()));
    this.changed();
  }

  /**
   * A hidden page gets no messages; changes are sent when it is shown again, if it is still the same page. VS Code
   * usually recreates the page, and messages sent before the new page starts would still reach it.
   */
  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    this.awaitingPage = visible && this.ready;
    if (this.awaitingPage) this.post({ type: 'shown' });
    if (visible) this.causeRefresh.schedule();
  }

  /**
   * Selects the row of the first of these events, or the one after the selected, once the page has all rows.
   * @param keepsFocus true if the row does not take the keyboard focus from another editor
   */
  reveal(seqs: readonly number[], keepsFocus = false): void {
    this.revealSeqs = seqs;
    this.revealKeepsFocus = keepsFocus;
    this.revealSent = false;
    this.changed();
  }

  /** Focuses the box for a further prompt, once the page has all rows. */
  focusPrompt(): void {
    this.focusesPrompt = true;
    this.changed();
  }

  /** Called when the text of a file (an absolute path) has changed, in an editor or on disk. */
  textChanged(file: string): void {
    this.causeRefresh.fileChanged(file);
  }

  /** Takes over the page of a session that shows an earlier state of the same run. The page keeps selection and position. */
  takeOver(before: TraceSession, visible: boolean): void {
    const { ready, revealSeqs, revealKeepsFocus } = before;
    const { query } = before.search;
    before.dispose();
    this.revealSeqs = revealSeqs;
    this.revealKeepsFocus = revealKeepsFocus;
    this.setVisible(visible);
    if (!ready) return;
    this.reset();
    this.search.start(query);
  }

  /** Handles a message of the page. Unknown messages are ignored. */
  async receive(message: ToHost): Promise<void> {
    this.causeRefresh.track(message);
    if (message?.type === 'ready') this.reset();
    else if (message?.type === 'present') this.resume();
    else if (message?.type === 'acknowledge')
      this.messageWindow.acknowledge(Number(message.messages)) && this.changed();
    else if (message?.type === 'revealed') this.revealSeqs = undefined;
    else if (message?.type === 'draft') this.hasDraft = message.isEmpty === false;
    else if (message?.type === 'find') this.search.start(String(message.query));
    else await handleRequest(this.requestContext(), message);
  }

  private requestContext(): RequestContext {
    const { journal, trace, ref } = this;
    return {
      journal,
      trace,
      ref,
      control: this.options.control,
      tokens: this.tokens,
      post: (answer) => this.post(answer),
    };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.causeRefresh.dispose();
    this.feed.dispose();
    this.search.start('');
    this.ready = false;
    this.disposed = true;
  }

  /** Posts a message, unless the page was closed while the message was being created. */
  private post(message: ToWebview): void {
    if (!this.disposed) this.options.post(message);
  }

  private changed(): void {
    if (this.timer !== undefined || this.isBlocked()) return;
    const delay = Math.max(0, this.sentAt + BATCH_MS - performance.now());
    this.timer = setTimeout(() => this.flush(), delay);
  }

  /** Sends changes and the next page of rows. */
  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isBlocked()) return;
    this.messageWindow.add();
    const { now = Date.now } = this.options;
    const { owner, reading, skills } = this;
    const rows = this.feed.next({ owner, reading, skills, model: this.modelName(), now: now() });
    this.post(rows);
    this.sentAt = performance.now();
    this.search.resume();
    // Yield to the extension host between two pages.
    if (this.feed.hasMore) this.timer = setTimeout(() => this.flush(), 0);
    else if (rows.complete) this.postFocus();
  }

  /** Returns the name of the model, looked up once: a live run sends many messages. */
  private modelName(): string | undefined {
    const { model, baseUrl } = this.trace;
    if (model !== '') this.namedModel ??= this.options.control.nameOfModel?.(model, baseUrl);
    return this.namedModel;
  }

  /** True if nothing can be sent now. The event that changes this calls `changed` or `flush`. */
  private isBlocked(): boolean {
    return !this.visible || !this.ready || this.awaitingPage || this.messageWindow.isFull(this.feed.isFullMessage);
  }

  /** Resumes sending to a page that still exists. Messages sent before it was hidden have arrived or are lost. */
  private resume(): void {
    if (!this.awaitingPage) return;
    this.awaitingPage = false;
    this.messageWindow.clear();
    this.flush();
  }

  private postFocus(): void {
    this.postReveal();
    if (this.focusesPrompt) this.post({ type: 'focusPrompt' });
    this.focusesPrompt = false;
  }

  private postReveal(): void {
    if (this.revealSeqs === undefined || this.revealSent) return;
    const rows = this.revealSeqs.flatMap((seq) => this.trace.bySeq.get(seq) ?? []);
    this.post(defined({ type: 'reveal', rows: [...new Set(rows)], keepsFocus: this.revealKeepsFocus || undefined }));
    this.revealSent = true;
  }

  /** Resets the state for a new page, which has no rows. */
  private reset(): void {
    this.ready = true;
    this.awaitingPage = false;
    this.messageWindow.clear();
    this.revealSent = false;
    this.feed.reset();
    this.search.start('');
    this.flush();
  }
}
