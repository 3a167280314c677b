/** Times recorded by the page while it is measured: when rows arrived, were in the page, and were painted. */
import type { Browser, Page } from 'playwright-core';

/** Epoch milliseconds, and the number of rows at that time. */
export type Noted = readonly [time: number, rows: number];

export interface Notes {
  /** Incoming messages. */
  readonly received: readonly Noted[];
  /** The tree's own count, right after it was written. */
  readonly drawn: readonly Noted[];
  /** The first task after the frame in which they were written, so it has been painted. */
  readonly painted: readonly Noted[];
}

const WATCH = `
  globalThis.notes = { received: [], drawn: [], painted: [] };
  let rowCount = 0;
  addEventListener('message', ({ data }) => {
    if (data?.type !== 'rows') return;
    if (data.reset) rowCount = 0;
    for (const id of data.batch.ids) rowCount = Math.max(rowCount, id + 1);
    notes.received.push([Date.now(), rowCount]);
  });
  // True while a frame is processed. Rows written in it are painted after it; rows written earlier are painted with the next one.
  let inFrame = false;
  const over = new MessageChannel();
  over.port1.onmessage = () => { inFrame = false; };
  const nextFrame = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (call) => nextFrame((time) => {
    if (!inFrame) over.port2.postMessage(0);
    inFrame = true;
    call(time);
  });
  addEventListener('DOMContentLoaded', () => {
    let last = -1;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => notes.painted.push([Date.now(), data]);
    new MutationObserver(() => {
      const rows = Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 0);
      if (rows === last) return;
      last = rows;
      notes.drawn.push([Date.now(), rows]);
      if (inFrame) port2.postMessage(rows);
      else nextFrame(() => port2.postMessage(rows));
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-rowcount'] });
  });
`;

declare const window: { readonly notes: Notes };

/** Opens a page that records these times, before it navigates. */
export async function watchedPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 860 } });
  await page.addInitScript(WATCH);
  return page;
}

/** Waits until the page has this many rows. */
export async function untilRows(page: Page, rows: number): Promise<void> {
  await page.waitForFunction((all) => (window.notes.drawn.at(-1)?.[1] ?? 0) >= all, rows, { timeout: 180_000 });
}

export function notesOf(page: Page): Promise<Notes> {
  return page.evaluate(() => window.notes);
}

/** Returns the milliseconds from each time to the first record of at least as many rows; NaN without one. */
export function lateness(sent: readonly Noted[], notes: readonly Noted[]): readonly number[] {
  let at = 0;
  return sent.map(([time, rows]) => {
    while (at < notes.length && (notes[at]?.[1] ?? 0) < rows) at++;
    return (notes[at]?.[0] ?? Number.NaN) - time;
  });
}
