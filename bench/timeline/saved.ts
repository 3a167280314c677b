/** Opening a saved run: first rows, all rows, search, scrolling, and the cost for the host. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Browser, Page } from 'playwright-core';
import { longRun } from '../../client/panel/harness/runs.ts';
import { serveTimeline } from '../../client/panel/harness/server.ts';
import { type FrameCost, scrollCosts } from './scroll.ts';
import { notesOf, untilRows, watchedPage } from './watch.ts';

export interface Opened {
  /** Milliseconds after the page was requested. */
  readonly first: number;
  readonly all: number;
  readonly loopP99: number;
  readonly loopMax: number;
  /** MB, after a collection if node runs with `--expose-gc`; includes the benchmark's own share. */
  readonly heap: number;
  readonly finds: readonly Found[];
  readonly onward: readonly FrameCost[];
  readonly jumps: readonly FrameCost[];
}

export interface Found {
  readonly query: string;
  /** Milliseconds to the last change of the count. */
  readonly duration: number;
  readonly matches: string;
}

/** Opens a run of this many rows in a new page. `dist` has the page's bundle. */
export async function openSaved(browser: Browser, dist: string, rows: number): Promise<Opened> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const harness = await serveTimeline({ dist, run: (root) => longRun(root, rows), theme: 'dark', live: false });
  const page = await watchedPage(browser);
  delay.enable();
  const opened = Date.now();
  await page.goto(harness.url);
  await untilRows(page, rows);
  const { drawn } = await notesOf(page);
  delay.disable();
  const since = (least: number) => (drawn.find(([, count]) => count >= least)?.[0] ?? Number.NaN) - opened;
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed / 1e6;
  const finds = await search(page);
  const costs = await scrollCosts(browser, page, rows);
  await page.close();
  harness.close();
  return {
    first: since(1),
    all: since(rows),
    loopP99: delay.percentile(99) / 1e6,
    loopMax: delay.max / 1e6,
    heap,
    finds,
    ...costs,
  };
}

/** Queries with matches in names, in tool names, in arguments, and without matches. */
export const QUERIES = ['part-4321', 'analyze', 'the resource references/part-99', 'nowhere to be found'];

async function search(page: Page): Promise<readonly Found[]> {
  const finds: Found[] = [];
  for (const query of QUERIES) {
    await page.fill('.find input', '');
    await page.waitForTimeout(200);
    finds.push(await page.evaluate(typeQuery, query));
  }
  await page.fill('.find input', '');
  return finds;
}

const typeQuery = async (query: string): Promise<Found> => {
  const input = document.querySelector<HTMLInputElement>('.find input');
  const counter = document.querySelector('.find .n');
  if (input === null || counter === null) return { query, duration: Number.NaN, matches: '' };
  const start = performance.now();
  let last = start;
  const watch = new MutationObserver(() => {
    last = performance.now();
  });
  watch.observe(counter, { characterData: true, childList: true, subtree: true });
  input.value = query;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  watch.disconnect();
  return { query, duration: last - start, matches: document.querySelector('.find .n')?.textContent ?? '' };
};
