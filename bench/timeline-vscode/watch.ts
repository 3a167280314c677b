/**
 * Marks that a timeline inside VS Code makes while it is measured: time stamps in Chromium's own trace, so that
 * everything uses one clock. Also finds its frame, because VS Code puts a webview into a nested frame.
 */
import type { Frame, Page } from 'playwright-core';

/**
 * Script for each frame, run before its own scripts. A webview's inner frame starts as an empty page, navigates and is
 * rewritten: only an observer of the second document sees all of that.
 */
export const WATCH = `(() => {
  if (window === window.top) return;
  const note = (what, rows, more = '') => console.timeStamp('timeline ' + what + ' ' + rows + more);
  let watched = false;
  const listen = () => {
    watched = true;
    let told = 0;
    addEventListener('message', ({ data }) => {
      if (data?.type !== 'rows') return;
      if (data.reset) told = 0;
      for (const id of data.batch.ids) told = Math.max(told, id + 1);
      const start = Date.parse(data.header?.startedAt ?? '');
      note('told', told, start > 0 && data.now > 0 ? ' ' + (start + data.now) : '');
    });
  };
  addEventListener('DOMContentLoaded', () => {
    let last = -1;
    new MutationObserver(() => {
      if (!watched && document.getElementById('root') !== null) listen();
      if (document.getElementById('empty') !== null) note('empty', 0);
      const rows = Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 0);
      if (rows === last) return;
      last = rows;
      note('drawn', rows);
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-rowcount'] });
  });
})()`;

/** A mark in the trace. */
export interface Note {
  readonly what: 'told' | 'drawn' | 'empty' | 'found';
  readonly rows: number;
  /** Microseconds. */
  readonly at: number;
  /** The time when the extension host created the message, in milliseconds since 1970. */
  readonly posted?: number;
}

const COUNT = `Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 0)`;

/** Returns the timeline's frame, once it has this many rows. */
export async function untilRows(page: Page, rows: number, timeout = 180_000): Promise<Frame> {
  return untilFrame(page, `${COUNT} >= ${rows}`, timeout);
}

/** Returns the webview frame in which an expression is true; polled rarely, because that takes the page's time. */
export async function untilFrame(page: Page, expression: string, timeout = 60_000): Promise<Frame> {
  for (const end = Date.now() + timeout; Date.now() < end; await page.waitForTimeout(150))
    for (const frame of page.frames()) {
      if (!frame.url().includes('/fake.html')) continue;
      // A frame can go away at any moment.
      if (await frame.evaluate(expression).catch(() => false)) return frame;
    }
  throw new Error(`No webview where ${expression} within ${timeout / 1000} s.`);
}
