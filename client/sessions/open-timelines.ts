import type { SessionReading } from '../timeline/row.ts';
import type { SessionTimeline } from './context.ts';

/** The open timelines of one session: one in a panel and one in the editor of its file. Independent of `vscode`. */
export class OpenTimelines {
  private readonly timelines = new Set<SessionTimeline>();
  private readonly onEmpty: () => void;

  /** @param onEmpty called when the last timeline is closed */
  constructor(onEmpty: () => void) {
    this.onEmpty = onEmpty;
  }

  /** Adds a timeline. Does nothing if it was added before. */
  add(timeline: SessionTimeline): void {
    if (this.timelines.has(timeline)) return;
    this.timelines.add(timeline);
    timeline.onClosed(() => {
      if (this.timelines.delete(timeline) && this.timelines.size === 0) this.onEmpty();
    });
  }

  /** True if one of them is shown. */
  get isVisible(): boolean {
    return [...this.timelines].some((timeline) => timeline.isVisible);
  }

  [Symbol.iterator](): Iterator<SessionTimeline> {
    return this.timelines.values();
  }

  /** True if none is open. */
  get isEmpty(): boolean {
    return this.timelines.size === 0;
  }

  /** Shows how much of the session has been read; with undefined, that its journal is complete. */
  setReading(reading: SessionReading | undefined): void {
    for (const timeline of this.timelines) timeline.setReading(reading);
  }

  /** Marks the session as growing. */
  setLive(isLive: boolean): void {
    for (const timeline of this.timelines) timeline.setLive(isLive);
  }
}
