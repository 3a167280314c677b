/** What a frame of scrolling costs the page, by Chromium's own account: each task of its main thread is traced. */
import type { Browser, Page } from 'playwright-core';
import { ROW } from '../../client/timeline/model/window.ts';

/** Milliseconds of script, style and layout in one frame. */
export interface FrameCost {
  readonly wall: number;
  /** Processor time: what is left of it where other work shares the machine. */
  readonly cpu: number;
}

export interface ScrollCosts {
  /** Frames that went on by eight rows. */
  readonly onward: readonly FrameCost[];
  /** Jumps to anywhere: no row of the frame before is seen any more. */
  readonly jumps: readonly FrameCost[];
}

const ONWARD = 120;
const JUMPS = 80;

/** Scrolls the open timeline: first on and on, then to anywhere. */
export async function scrollCosts(browser: Browser, page: Page, rows: number): Promise<ScrollCosts> {
  const onward = Array.from({ length: ONWARD }, (_, step) => (step + 1) * 8 * ROW);
  const jumps = Array.from({ length: JUMPS }, (_, step) => ((step + 1) * 7919 * ROW) % (rows * ROW));
  return { onward: await traced(browser, page, onward), jumps: await traced(browser, page, jumps) };
}

async function traced(browser: Browser, page: Page, tops: readonly number[]): Promise<readonly FrameCost[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(SCROLL, tops);
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { readonly traceEvents: TraceEvent[] };
  return costsOf(trace.traceEvents);
}

/** Two frames a step: what follows a frame by itself (rows beyond the edges) comes in the second. */
const SCROLL = async (tops: readonly number[]) => {
  const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 4)));
  for (const top of tops) {
    const scroller = document.querySelector('.scroller');
    if (scroller !== null) scroller.scrollTop = top;
    await frame();
    await frame();
  }
};

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; `tdur` of the thread's processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
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
 * One cost for each step, which begins with an event of scrolling: of its frames the dearest. A frame is all script,
 * style and layout up to its `Layerize`, which comes once a frame, after paint.
 */
function costsOf(trace: readonly TraceEvent[]): readonly FrameCost[] {
  const scrolls = trace.filter((event) => event.name === 'EventDispatch' && event.args?.data?.type === 'scroll');
  const main = scrolls[0];
  const events = trace
    .filter((event) => event.pid === main?.pid && event.tid === main.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const costs: FrameCost[] = [];
  let frame = { wall: 0, cpu: 0 };
  let until = 0;
  for (const event of events) {
    const { name, ts, dur = 0, tdur = 0 } = event;
    if (name === 'EventDispatch' && event.args?.data?.type === 'scroll') costs.push({ wall: 0, cpu: 0 });
    if (name === 'Layerize') {
      const before = costs.pop();
      if (before !== undefined) costs.push(frame.wall > before.wall ? frame : before);
      frame = { wall: 0, cpu: 0 };
    }
    // What runs inside of something that is counted is in it already.
    if (!WORK.has(name) || ts < until) continue;
    until = ts + dur;
    frame = { wall: frame.wall + dur / 1000, cpu: frame.cpu + tdur / 1000 };
  }
  return costs.filter((cost) => cost.wall > 0);
}
