/** Chromium's trace of a period: marks of the page, and when the state of the page at a given time was painted. */
import type { Browser, Page } from 'playwright-core';
import { defined } from '../../skill/index.ts';
import { type TraceEvent, traceOf } from '../timeline/scroll.ts';
import type { Note } from './watch.ts';

export interface Traced<T> {
  readonly value: T;
  readonly events: readonly TraceEvent[];
  /** The marks, in order. */
  readonly notes: readonly Note[];
  /** Returns the end of the first frame of the page with its state at that time: script, style, layout, paint. */
  paintedAfter(at: number): number;
  /** Returns the time when that state was on the screen. Chromium draws it without a GPU. */
  shownAfter(at: number): number;
}

/** Two kinds of events: work on the page's main thread, and the stages of each frame up to the screen. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];

/** Runs an action while Chromium writes its trace. */
export async function withTrace<T>(browser: Browser, page: Page, work: () => Promise<T>): Promise<Traced<T>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  const value = await work();
  // The last rows must still be painted.
  await page.waitForTimeout(1000);
  const events = traceOf(await browser.stopTracing());
  const notes = notesIn(events);
  const frames = framesIn(events);
  const after = (at: number, end: 'painted' | 'shown') => {
    let earliest = Number.NaN;
    for (const frame of frames)
      if (frame.painted >= at && !Number.isNaN(frame[end]) && !(frame[end] >= earliest)) earliest = frame[end];
    return earliest;
  };
  return {
    value,
    events,
    notes,
    paintedAfter: (at) => after(at, 'painted'),
    shownAfter: (at) => after(at, 'shown'),
  };
}

function notesIn(events: readonly TraceEvent[]): readonly Note[] {
  const notes: Note[] = [];
  for (const { name, ts, args } of events) {
    if (name !== 'TimeStamp') continue;
    const [source, what, rows, posted] = (args?.data?.message ?? '').split(' ');
    if (source !== 'timeline') continue;
    notes.push(
      defined({ what: what as Note['what'], rows: Number(rows), at: ts, posted: posted ? Number(posted) : undefined }),
    );
  }
  return notes.sort((a, b) => a.at - b.at);
}

interface Frame {
  /** Microseconds: the start of its commit, which is the end of its paint. */
  readonly painted: number;
  /** NaN if it was dropped and a later one shows its content. */
  readonly shown: number;
}

/**
 * Returns the frames that the page drew, from Chromium's reports. The events of a frame's stages have the same id as the
 * event of its start, and follow it.
 */
function framesIn(events: readonly TraceEvent[]): readonly Frame[] {
  const frames: Frame[] = [];
  const open = new Map<string, { state: string; painted: number }>();
  const reports = events.filter((event) => event.id2 !== undefined).sort((a, b) => a.ts - b.ts);
  for (const { name, ph, pid, ts, id2, args } of reports) {
    const key = `${pid} ${id2?.local}`;
    if (name === 'PipelineReporter' && ph === 'b')
      open.set(key, { state: args?.frame_reporter?.state ?? '', painted: Number.NaN });
    const report = open.get(key);
    if (report === undefined) continue;
    if (name === 'Commit' && ph === 'b') report.painted = ts;
    if (name !== 'PipelineReporter' || ph !== 'e') continue;
    open.delete(key);
    const shown = report.state === 'STATE_PRESENTED_ALL' ? ts : Number.NaN;
    if (!Number.isNaN(report.painted)) frames.push({ painted: report.painted, shown });
  }
  return frames;
}
