/** A session that is being read: its timelines show the part that has been read. */
import { basename } from 'node:path';
import type { JournalPart, ReadSessionResult } from '../../runtime/protocol/sessions.ts';
import type { SessionReading as ReadingState } from '../timeline/row.ts';
import type { SessionTimeline } from './context.ts';
import { OpenTimelines } from './open-timelines.ts';

/** Shows the timeline of a journal. */
export type ShowTimeline = (journal: string) => SessionTimeline;

export interface ReadingOptions {
  /** Absolute path of the session's file. */
  readonly file: string;
  /** The journal of timelines that show an earlier part of the session, because reading it was stopped. */
  readonly before?: string | undefined;
  /** False if other timelines show an earlier state of the session until this one is complete. */
  readonly showsParts: boolean;
  /** Shows another journal in the timelines of one. */
  replaceJournal(before: string, journal: string): Promise<void>;
  /** Stops reading, because its timelines were closed. */
  stop(): void;
}

export class SessionReading {
  /** Resolves when a timeline shows the session, or reading it has ended. */
  readonly shown: Promise<void>;
  readonly timelines: OpenTimelines;
  /** The journal that timelines show: of an earlier part, or the one that is written. */
  journal: string | undefined;
  private readonly options: ReadingOptions;
  private readonly resolveShown: () => void;
  /** The timelines to open. */
  private waiting: ShowTimeline[] = [];
  private writer: string | undefined;
  private percent = 0;
  private isEnded = false;
  private received = Promise.resolve();

  constructor(options: ReadingOptions) {
    this.options = options;
    this.journal = options.before;
    this.timelines = new OpenTimelines(() => {
      if (!this.isEnded) options.stop();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.shown = promise;
    this.resolveShown = resolve;
  }

  /** Shows the session in another timeline, as soon as there is something to show. */
  add(show: ShowTimeline): void {
    if (this.writer === undefined || this.journal === undefined) this.waiting.push(show);
    else this.show(show, this.journal);
  }

  /** Shows a part that has been read. */
  receive(part: JournalPart): void {
    this.received = this.received.then(() => this.showPart(part));
  }

  private async showPart({ journal, writer, share }: JournalPart): Promise<void> {
    if (this.isEnded || !this.options.showsParts) return;
    this.percent = Math.floor(share * 100);
    if (writer !== this.writer) {
      // Timelines may show what an earlier reading has left behind, in a file that is gone.
      await this.options.replaceJournal(this.journal ?? journal, journal);
      this.writer = writer;
      this.journal = journal;
      this.showWaiting(journal);
    }
    this.timelines.setReading(this.state(false));
  }

  /**
   * Ends reading: timelines show the journal, or that they have only a part of the session.
   * @param result undefined if reading was stopped
   */
  async end(result: ReadSessionResult | undefined): Promise<void> {
    await this.received;
    this.isEnded = true;
    if (result?.kind === 'read') {
      const { before } = this.options;
      if (this.writer === undefined && before !== undefined) await this.options.replaceJournal(before, result.journal);
      this.journal = result.journal;
      this.showWaiting(result.journal);
      this.timelines.setReading(undefined);
    } else this.timelines.setReading(this.state(true));
    this.resolveShown();
  }

  private showWaiting(journal: string): void {
    for (const show of this.waiting.splice(0)) this.show(show, journal);
    this.resolveShown();
  }

  private show(show: ShowTimeline, journal: string): void {
    const timeline = show(journal);
    this.timelines.add(timeline);
    if (!this.isEnded) timeline.setReading(this.state(false));
  }

  private state(isStopped: boolean): ReadingState {
    return { file: basename(this.options.file), percent: this.percent, isStopped };
  }
}
