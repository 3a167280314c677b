/**
 * The timeline's page in Chromium, over the real session: how soon rows show, how soon a row follows its event, what
 * scrolling and searching cost. Needs a Chromium; `CHROMIUM` names one, else /usr/bin/chromium.
 *
 *   node bench/timeline-page.ts [--rows 100000] [--rate 1000] [--seconds 8] [--saved]
 *
 * `--saved` leaves out the live part. A million rows need `node --max-old-space-size=6000`.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { longRun } from '../client/panel/harness/runs.ts';
import { serveTimeline } from '../client/panel/harness/server.ts';
import type { RunEvent } from '../runtime/protocol/events.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '8' },
    saved: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const dist = join(import.meta.dirname, '../dist');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-precise-memory-info'],
});

/** Notes when the page has how many rows: as its tree says so, before the frame that draws them. */
const WATCH = `
  globalThis.watched = [];
  addEventListener('DOMContentLoaded', () => {
    let last = -1;
    new MutationObserver(() => {
      const rows = Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 0);
      if (rows !== last) watched.push([Date.now(), rows]);
      last = rows;
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-rowcount'] });
  });
`;

interface Watched {
  watched: [time: number, rows: number][];
}
declare const window: Watched;

function quantile(of: readonly number[], share: number): number {
  const sorted = [...of].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

async function newPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 860 } });
  await page.addInitScript(WATCH);
  return page;
}

/** The first rows, all rows, searching and scrolling of a saved run. */
async function saved(): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const began = Date.now();
  const harness = await serveTimeline({ dist, run: (root) => longRun(root, rows), theme: 'dark', live: false });
  console.log(`journal written and read: ${Date.now() - began} ms`);
  const page = await newPage();
  delay.enable();
  const opened = Date.now();
  await page.goto(harness.url);
  await page.waitForFunction((all) => window.watched.some(([, count]) => count >= all), rows, { timeout: 120_000 });
  const frames = await page.evaluate(() => window.watched);
  delay.disable();
  const first = frames.find(([, count]) => count > 0)?.[0] ?? Number.NaN;
  const all = frames.find(([, count]) => count >= rows)?.[0] ?? Number.NaN;
  console.log(`first rows ${first - opened} ms, all ${rows} rows ${all - opened} ms after navigation`);
  console.log(`event loop of the host: p99 ${ms(delay.percentile(99) / 1e6)}, most ${ms(delay.max / 1e6)}`);
  console.log(`heap of the host ${(process.memoryUsage().heapUsed / 1e6).toFixed(0)} MB (bench included)`);
  await search(page);
  await scroll(page);
  await page.close();
  harness.close();
}

async function search(page: Page): Promise<void> {
  for (const query of ['part-4321', 'analyze', 'the resource references/part-99', 'nowhere to be found']) {
    await page.fill('.find input', '');
    await page.waitForTimeout(200);
    const took = await page.evaluate(async (text) => {
      const input = document.querySelector<HTMLInputElement>('.find input');
      const said = document.querySelector('.find .n');
      if (input === null || said === null) return [Number.NaN, ''];
      const start = performance.now();
      let last = start;
      const watch = new MutationObserver(() => {
        last = performance.now();
      });
      watch.observe(said, { characterData: true, childList: true, subtree: true });
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 700));
      watch.disconnect();
      return [last - start, document.querySelector('.find .n')?.textContent ?? ''];
    }, query);
    console.log(`find “${query}”: ${ms(Number(took[0]))} to the last change of its count, ${took[1]}`);
  }
  await page.fill('.find input', '');
}

async function scroll(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const metric = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics
      .filter(({ name }) => ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].includes(name))
      .reduce((sum, { value }) => sum + value * 1000, 0);
  };
  const costs: number[] = [];
  const jump = 120;
  for (let step = 0; step < 200; step++) {
    const before = await metric();
    await page.evaluate(
      (top) =>
        new Promise<void>((done) => {
          const scroller = document.querySelector('.scroller');
          if (scroller !== null) scroller.scrollTop = top;
          requestAnimationFrame(() => requestAnimationFrame(() => done()));
        }),
      step < jump ? step * 180 : (step * 7919 * 22) % (rows * 22),
    );
    costs.push(((await metric()) - before) / 2);
  }
  const told = (of: readonly number[]) => `p50 ${ms(quantile(of, 0.5))}, p95 ${ms(quantile(of, 0.95))}`;
  console.log(`scrolling: script, style and layout a frame ${told(costs)}`);
  console.log(`  by eight rows: ${told(costs.slice(0, jump))}; jumps anywhere: ${told(costs.slice(jump))}`);
}

/** From the event to its row in the page, while a run of `had` rows goes on. */
async function live(had: number): Promise<void> {
  const events: RunEvent[] = longRun('/skills', had + (rate * seconds) / 2 + 1000);
  const started = longRun('/skills', had).length - 1;
  const head = had === 0 ? events.slice(0, 1) : events.slice(0, started);
  const harness = await serveTimeline({ dist, run: () => head, theme: 'dark', live: true });
  const page = await newPage();
  await page.goto(harness.url);
  await page.waitForFunction(
    (all) => window.watched.some(([, count]) => count >= all),
    harness.session.trace.spans.length,
  );
  await page.waitForTimeout(1000);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const sent: [time: number, rows: number][] = [];
  let next = head.length;
  const begin = performance.now();
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const due = head.length + Math.floor(((performance.now() - begin) / 1000) * rate);
      const some = events.slice(next, due);
      next = due;
      if (some.length > 0) harness.session.events(some);
      sent.push([Date.now(), harness.session.trace.spans.length]);
      if (performance.now() - begin < seconds * 1000) return;
      clearInterval(timer);
      done();
    }, 4);
  });
  delay.disable();
  await page.waitForTimeout(1500);
  const frames = await page.evaluate(() => window.watched);
  const late: number[] = [];
  let frame = 0;
  for (const [time, count] of sent) {
    while (frame < frames.length && (frames[frame]?.[1] ?? 0) < count) frame++;
    late.push((frames[frame]?.[0] ?? Number.NaN) - time);
  }
  const lost = late.filter(Number.isNaN).length;
  console.log(
    `live, ${rate} events/s beside ${had} rows: event to row p50 ${ms(quantile(late, 0.5))}, p95 ${ms(quantile(late, 0.95))}, p99 ${ms(quantile(late, 0.99))}${lost > 0 ? `, ${lost} never seen` : ''}; host loop p99 ${ms(delay.percentile(99) / 1e6)}`,
  );
  await page.close();
  harness.close();
}

await saved();
for (let round = 0; !values.saved && round < 3; round++) {
  await live(0);
  await live(rows);
}
await browser.close();
process.exit(0);
