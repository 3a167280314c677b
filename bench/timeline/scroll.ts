/** Cost of a scrolled frame, from Chromium's trace of each task of the main thread. */
import type { Browser, Frame, Page } from 'playwright-core';
import { ROW_HEIGHT } from '../../client/timeline/model/visible-rows.ts';

/** Milliseconds of script, style and layout in one frame of the page. */
export interface FrameCost {
  readonly wall: number;
  /** Processor time, which matters if other work shares the machine. */
  readonly cpu: number;
  /** Time of other documents on the same thread, such as VS Code's workbench. Not included in `wall`. */
  readonly other: number;
}

export interface ScrollCosts {
  /** Frames that scrolled by eight rows. */
  readonly onward: readonly FrameCost[];
  /** Jumps so far that no row of the previous frame is visible. */
  readonly jumps: readonly FrameCost[];
}

const ONWARD = 120;
const JUMPS = 80;

/** Scrolls the open timeline, in a frame of the page if it does not fill it: first continuously, then to distant positions. */
export async function scrollCosts(
  browser: Browser,
  page: Page,
  rows: number,
  frame: Frame = page.mainFrame(),
): Promise<ScrollCosts> {
  const onward = Array.from({ length: ONWARD }, (_, step) => (step + 1) * 8 * ROW_HEIGHT);
  const jumps = Array.from({ length: JUMPS }, (_, step) => ((step + 1) * 7919 * ROW_HEIGHT) % (rows * ROW_HEIGHT));
  const traceScrolling = async (tops: readonly number[]) => {
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await frame.evaluate(SCROLL, tops);
    return costsOf(traceOf(await browser.stopTracing()));
  };
  return { onward: await traceScrolling(onward), jumps: await traceScrolling(jumps) };
}

/** Parses the events of a trace in Chromium's format. */
export function traceOf(trace: Buffer): readonly TraceEvent[] {
  return (JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents;
}

/** Two frames a step: rows beyond the edges follow in the second. */
const SCROLL = async (tops: readonly number[]) => {
  const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 4)));
  for (const top of tops) {
    const scroller = document.querySelector('.scroller');
    if (scroller !== null) scroller.scrollTop = top;
    await frame();
    await frame();
  }
};

export interface TraceEvent {
  readonly name: string;
  /** The kind of event: `X` is a period, `b` and `e` are the ends of one that others overlap. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; `tdur` is the thread's processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  /** The id of an overlapping period. */
  readonly id2?: { readonly local?: string };
  readonly args?: {
    readonly data?: { readonly type?: string; readonly message?: string; readonly frame?: string };
    readonly beginData?: { readonly frame?: string };
    readonly frame_reporter?: { readonly state?: string };
  };
}

const WORK = new Set([
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'TimerFire',
  'FireAnimationFrame',
  'RunMicrotasks',
  'MinorGC',
  'MajorGC',
  'UpdateLayoutTree',
  'Layout',
]);

/**
 * Returns one cost for each step, which starts with a scroll event: its most expensive frame. A frame is all script,
 * style and layout up to its `Layerize`, which occurs once a frame, after paint.
 */
function costsOf(trace: readonly TraceEvent[]): readonly FrameCost[] {
  const main = trace.find(isScroll);
  const events = trace
    .filter((event) => event.pid === main?.pid && event.tid === main.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const scrolled = documentOf(events, events.findIndex(isScroll));
  const costs: FrameCost[] = [];
  let frame: FrameCost = NOTHING;
  let until = 0;
  for (const [index, event] of events.entries()) {
    const { name, ts, dur = 0, tdur = 0 } = event;
    if (isScroll(event)) costs.push(NOTHING);
    if (name === 'Layerize') {
      const before = costs.pop();
      if (before !== undefined) costs.push(frame.wall > before.wall ? frame : before);
      frame = NOTHING;
    }
    // Work inside of counted work is already included.
    if (!WORK.has(name) || ts < until) continue;
    until = ts + dur;
    const document = documentOf(events, index) ?? scrolled;
    frame =
      document === scrolled
        ? { ...frame, wall: frame.wall + dur / 1000, cpu: frame.cpu + tdur / 1000 }
        : { ...frame, other: frame.other + dur / 1000 };
  }
  return costs.filter((cost) => cost.wall > 0);
}

const NOTHING: FrameCost = { wall: 0, cpu: 0, other: 0 };

const isScroll = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === 'scroll';

/** Returns the document of an event, which it or an event inside it names. */
function documentOf(events: readonly TraceEvent[], index: number): string | undefined {
  const end = (events[index]?.ts ?? 0) + (events[index]?.dur ?? 0);
  for (let at = index; at < events.length && (events[at]?.ts ?? 0) <= end; at++) {
    const document = events[at]?.args?.data?.frame ?? events[at]?.args?.beginData?.frame;
    if (document !== undefined) return document;
  }
  return undefined;
}
