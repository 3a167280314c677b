/**
 * The table of runs and sessions in Chromium with made-up rows: time until rows show, cost of a scrolled frame, time from a click
 * on a header or a typed word to the painted rows; the best of three rounds. Needs a build and a Chromium: `CHROMIUM`, or
 * /usr/bin/chromium.
 *
 *   node bench/runs-table.ts [--rows 10000] [--rounds 3]
 *   node bench/runs-table.ts --serve [--rows N] [--theme dark|light|hc|hc-light]     shows the page in any browser
 */
import './own-folders.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { madeUpRows, WORKSPACE } from '../client/runs-table/harness/made-up-rows.ts';
import { serveRunsTable } from '../client/runs-table/harness/server.ts';
import type { Theme } from '../client/timeline/themes.ts';
import { percentile } from './figures/statistics.ts';
import { note, summary } from './timeline/aims.ts';
import { formatTimes, launch } from './timeline/chromium.ts';
import { type FrameCost, scrollCosts } from './timeline/scroll.ts';

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    theme: { type: 'string', default: 'dark' },
  },
});
const count = Number(values.rows);

const { url } = await serveRunsTable({
  dist: join(import.meta.dirname, '../dist'),
  rows: madeUpRows(count),
  workspace: WORKSPACE,
  status: { sessions: 'read', otherFiles: 3, trials: 0, failure: '' },
  theme: values.theme as Theme,
});
if (values.serve) console.log(`${url}  (Ctrl-C ends it)`);
else {
  const browser = await launch();
  for (let round = 1; round <= Number(values.rounds); round++) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 860 } });
    const from = performance.now();
    await page.goto(url);
    await page.waitForSelector('.foot:has-text("sessions")');
    await page.waitForFunction(
      (text) => document.querySelector('.foot')?.textContent?.includes(text),
      count.toLocaleString('en'),
    );
    note('all rows after navigation', 1500, performance.now() - from);
    const { onward, jumps } = await scrollCosts(browser, page, count);
    const wall = (costs: readonly FrameCost[]) => costs.map((cost) => cost.wall);
    const cpu = (costs: readonly FrameCost[]) => costs.map((one) => one.cpu);
    console.log(`scrolling by eight rows: ${formatTimes(wall(onward))}; processor time ${formatTimes(cpu(onward))}`);
    console.log(`  jumps: ${formatTimes(wall(jumps))}; processor time ${formatTimes(cpu(jumps))}`);
    note('scrolling, p95 of frames', 16, percentile(wall([...onward, ...jumps]), 0.95));
    note('scrolling, p95, processor time', 16, percentile(cpu([...onward, ...jumps]), 0.95));
    note('  by eight rows', 16, percentile(wall(onward), 0.95));
    note('  jumps anywhere', 16, percentile(wall(jumps), 0.95));
    const sorts: number[] = [];
    for (const title of ['Prompt', 'Skill', 'Client', 'Outcome', 'Misses', 'Tokens', 'Cost', 'Date'])
      sorts.push(await painted(page, `.columns button:has-text("${title}")`));
    console.log(`sorting: ${sorts.map((one) => one.toFixed(0)).join(', ')} ms`);
    note('slowest sort, click to painted rows', 200, Math.max(...sorts));
    note('filter, word to painted rows', 200, await typed(page, 'tea'));
    note('view of skills, click to painted rows', 200, await painted(page, '.views button:has-text("Skills")'));
    await page.close();
  }
  summary(values.rounds);
  await browser.close();
  process.exit(0);
}

/** Clicks an element, and returns the milliseconds until the frame after it was painted. */
function painted(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate(async (element: HTMLElement) => {
    const start = performance.now();
    element.click();
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  });
}

/** Types a word into the filter, and returns the milliseconds until the frame after it was painted. */
function typed(page: Page, word: string): Promise<number> {
  return page.locator('.find input').evaluate(async (element: HTMLInputElement, text) => {
    const start = performance.now();
    element.value = text;
    element.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  }, word);
}
