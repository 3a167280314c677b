/** Tracks which rows of a run a page has, and creates the messages with the others. */

import { defined } from '../../runtime/text/objects.ts';
import { RowPacker } from '../timeline/columns.ts';
import type { EmptySkill, ToWebview } from '../timeline/protocol.ts';
import type { SessionReading } from '../timeline/row.ts';
import { LaneThrottle } from './lane-throttle.ts';
import { lanesOf } from './trace/lanes.ts';
import { headerOf, type Owner, restOf, takeChangedRows } from './trace/rows.ts';
import type { TraceSource } from './trace-source.ts';

/** Maximum rows in the first message: the first rows of a long run show immediately. */
const FIRST_PAGE = 2000;
/** Maximum rows in later messages: no message blocks either side for long. */
const PAGE = 5000;

/** Facts about the page that are not part of the run. */
export interface PageState {
  readonly owner: Owner;
  /** The part of another agent's session that is in the journal; undefined if all of it is. */
  readonly reading: SessionReading | undefined;
  /** Skills to offer if there is no run to show. */
  readonly skills: readonly EmptySkill[] | undefined;
  /** The name of the model; default: its id. */
  readonly model?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export class RowFeed {
  private readonly source: TraceSource;
  private readonly laneThrottle: LaneThrottle;
  private packer = new RowPacker();
  /** Number of rows sent to the page; -1 if the page must discard its rows. */
  private sentRows = -1;

  /** @param onDue called when something that was not due can be sent */
  constructor(source: TraceSource, onDue: () => void) {
    this.source = source;
    this.laneThrottle = new LaneThrottle(onDue);
  }

  /** True if the page lacks rows. */
  get hasMore(): boolean {
    return this.sentRows < this.source.trace.spans.length;
  }

  /** True if the next message has the maximum size, so that waiting would not make it larger. */
  get isFullMessage(): boolean {
    return this.source.trace.spans.length - Math.max(0, this.sentRows) >= PAGE;
  }

  /** Returns a message with the changed rows and the next rows that the page lacks. */
  next({ owner, reading, skills, model, now }: PageState): Extract<ToWebview, { type: 'rows' }> {
    const { trace, problem, journal } = this.source;
    const isReading = this.source.isReading || reading?.isStopped === false;
    const reset = this.sentRows < 0;
    const sent = Math.max(0, this.sentRows);
    // Changes of rows that were not sent yet are sent with those rows.
    const changed = takeChangedRows(trace).filter((id) => id < sent);
    const to = Math.min(trace.spans.length, sent + (reset ? FIRST_PAGE : PAGE));
    const spans = changed.flatMap((id) => trace.spans[id] ?? []).concat(trace.spans.slice(sent, to));
    this.sentRows = to;
    // A finished run sends no further message that could include the lanes later.
    const lanes =
      trace.lanesChanged && ((trace.finished ?? trace.interrupted) !== undefined || this.laneThrottle.isDue());
    if (lanes) trace.lanesChanged = false;
    return defined({
      type: 'rows',
      reset,
      complete: !this.hasMore && !isReading,
      journal: journal.path,
      header: { ...headerOf(trace, owner, problem, isReading, reading), model: model ?? trace.model },
      batch: this.packer.pack(spans, restOf),
      now: Math.max(trace.lastTime, now - (trace.epoch ?? now)),
      lanes: lanes ? lanesOf(trace) : undefined,
      skills,
    });
  }

  /** Resets the state for a new page, which has no rows. */
  reset(): void {
    this.sentRows = -1;
    this.packer = new RowPacker();
    this.source.trace.lanesChanged = true;
    this.laneThrottle.clear();
  }

  dispose(): void {
    this.laneThrottle.clear();
  }
}
