/** Which rows a page has of a run, and which it is to have: makes the messages that bring them. */
import { RowPacker } from '../timeline/columns.ts';
import type { EmptySkill, ToWebview } from '../timeline/protocol.ts';
import { LanePace } from './lane-pace.ts';
import { lanesOf } from './trace/lanes.ts';
import { headerOf, type Owner, restOf, takeDirty } from './trace/rows.ts';
import type { TraceSource } from './trace-source.ts';

/** Rows in one message, in the first one and in those after it: the first ones of a long run show at once, and no message blocks either side for long. */
const FIRST_PAGE = 2000;
const PAGE = 5000;

/** What a page is told beside the run itself. */
export interface PageFacts {
  readonly owner: Owner;
  /** Skills to offer where there is no run to show. */
  readonly skills: readonly EmptySkill[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export class RowFeed {
  private readonly source: TraceSource;
  private readonly lanePace: LanePace;
  private packer = new RowPacker();
  /** How many rows the page has; -1 where it is to forget what it had. */
  private had = -1;

  /** @param later is called when there is something to send that was not due */
  constructor(source: TraceSource, later: () => void) {
    this.source = source;
    this.lanePace = new LanePace(later);
  }

  /** Whether the page lacks rows that are there. */
  get more(): boolean {
    return this.had < this.source.trace.spans.length;
  }

  /** Whether the next message is as large as one may be: to wait would not make it larger. */
  get pageful(): boolean {
    return this.source.trace.spans.length - Math.max(0, this.had) >= PAGE;
  }

  /** What changed, and the next rows that the page does not have. */
  next({ owner, skills, now }: PageFacts): Extract<ToWebview, { type: 'rows' }> {
    const { trace, problem, reading, journal } = this.source;
    const reset = this.had < 0;
    const had = Math.max(0, this.had);
    // What changed in rows that are still to come goes with them.
    const changed = takeDirty(trace).filter((id) => id < had);
    const to = Math.min(trace.spans.length, had + (reset ? FIRST_PAGE : PAGE));
    const spans = changed.flatMap((id) => trace.spans[id] ?? []).concat(trace.spans.slice(had, to));
    this.had = to;
    // Of a run that has ended nothing more will come that they could go with.
    const lanes = trace.lanesChanged && ((trace.finished ?? trace.interrupted) !== undefined || this.lanePace.due());
    if (lanes) trace.lanesChanged = false;
    return {
      type: 'rows',
      reset,
      complete: !this.more && !reading,
      journal: journal.path,
      header: headerOf(trace, owner, problem, reading),
      batch: this.packer.pack(spans, restOf),
      now: Math.max(trace.lastTime, now - (trace.epoch ?? now)),
      ...(lanes ? { lanes: lanesOf(trace) } : {}),
      ...(skills === undefined ? {} : { skills }),
    };
  }

  /** The page begins anew, and has nothing. */
  begin(): void {
    this.had = -1;
    this.packer = new RowPacker();
    this.source.trace.lanesChanged = true;
    this.lanePace.clear();
  }

  dispose(): void {
    this.lanePace.clear();
  }
}
