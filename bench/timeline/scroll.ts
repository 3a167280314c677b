/** What a frame of scrolling costs the page, by Chromium's own account. */
import type { Page } from 'playwright-core';
import { ROW } from '../../client/timeline/model/window.ts';

/** Milliseconds of the page's main thread in each frame that had something to draw. */
export interface ScrollCosts {
  /** Frames that went on by eight rows. */
  readonly onward: readonly number[];
  /** Jumps to anywhere: no row of the frame before is seen any more. */
  readonly jumps: readonly number[];
  /** All tasks of the main thread, painting too, in the same frames. */
  readonly tasks: readonly number[];
}

const ONWARD = 120;
const JUMPS = 80;

/**
 * Scrolls the open timeline. A frame's cost is script, style and layout; what follows a frame by itself in the next one
 * (rows beyond the edge) is a frame of its own, and the dearer of the two counts.
 */
export async function scrollCosts(page: Page, rows: number): Promise<ScrollCosts> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    const work = seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration');
    return { work: work * 1000, tasks: seconds('TaskDuration') * 1000 };
  };
  const frame = (top: number | undefined) => page.evaluate(FRAME, top);
  const costs: { work: number; tasks: number }[] = [];
  for (let step = 0; step < ONWARD + JUMPS; step++) {
    const top = step < ONWARD ? step * 8 * ROW : (step * 7919 * ROW) % (rows * ROW);
    const before = await spent();
    await frame(top);
    const between = await spent();
    await frame(undefined);
    const after = await spent();
    costs.push({
      work: Math.max(between.work - before.work, after.work - between.work),
      tasks: Math.max(between.tasks - before.tasks, after.tasks - between.tasks),
    });
  }
  await client.detach();
  const work = costs.map((cost) => cost.work);
  return { onward: work.slice(1, ONWARD), jumps: work.slice(ONWARD), tasks: costs.map((cost) => cost.tasks) };
}

/** Scrolls and waits until the frame is painted: its callbacks, its style and layout, then the next task. */
const FRAME = (top: number | undefined) =>
  new Promise<void>((done) => {
    const scroller = document.querySelector('.scroller');
    if (scroller !== null && top !== undefined) scroller.scrollTop = top;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(0);
    });
  });
