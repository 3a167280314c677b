/**
 * The timeline page in Chromium with the real `TraceSession`: time until rows show, cost of scrolling and searching,
 * latency from an event to its row. Three rounds; each figure with its target, and the best round at the end. Needs a
 * Chromium: `CHROMIUM`, or /usr/bin/chromium.
 *
 *   node --expose-gc bench/timeline-page.ts [--rows 100000] [--rate 1000] [--seconds 8] [--rounds 3] [--saved] [--dist dist]
 *
 * `--saved` skips the live part. A million rows: `node --expose-gc --max-old-space-size=6000`.
 */
import './own-folders.ts';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { percentile } from './figures/statistics.ts';
import { note, summary } from './timeline/aims.ts';
import { formatTimes, launch, ms } from './timeline/chromium.ts';
import { measureLive } from './timeline/live.ts';
import { OPTIONS } from './timeline/options.ts';
import { describeShares } from './timeline/processors.ts';
import { openSaved } from './timeline/saved.ts';
import type { FrameCost } from './timeline/scroll.ts';

const { values } = parseArgs({
  options: {
    ...OPTIONS,
    saved: { type: 'boolean', default: false },
    dist: { type: 'string', default: join(import.meta.dirname, '../dist') },
  },
});
const rows = Number(values.rows);
const rate = Number(values.rate);
const { dist } = values;

const browser = await launch();
for (let round = 1; round <= Number(values.rounds); round++) {
  console.log(`round ${round}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const opened = await openSaved(browser, dist, rows);
  const scrolled = [...opened.onward, ...opened.jumps];
  console.log(`  first rows ${ms(opened.first)}, all ${rows} rows ${ms(opened.all)} after navigation`);
  console.log(
    `  event loop of the host: p99 ${ms(opened.loopP99)}, max ${ms(opened.loopMax)}; heap ${opened.heap.toFixed(0)} MB`,
  );
  for (const { query, duration, matches } of opened.finds)
    console.log(`  find “${query}”: ${ms(duration)}, ${matches}`);
  const wall = (costs: readonly FrameCost[]) => costs.map((cost) => cost.wall);
  const cpu = (costs: readonly FrameCost[]) => costs.map((cost) => cost.cpu);
  const { onward, jumps } = opened;
  console.log(
    `  scrolling, script, style and layout per frame: ${formatTimes(wall(scrolled))}; processor time ${formatTimes(cpu(scrolled))}`,
  );
  console.log(`    by eight rows: ${formatTimes(wall(onward))}; processor time ${formatTimes(cpu(onward))}`);
  console.log(`    jumps anywhere: ${formatTimes(wall(jumps))}; processor time ${formatTimes(cpu(jumps))}`);
  note('first rows', 1500, opened.first);
  note('slowest of the searches', 100, Math.max(...opened.finds.map((find) => find.duration)));
  note('scrolling, p95 of frames', 8, percentile(wall(scrolled), 0.95));
  note('  by eight rows', 8, percentile(wall(onward), 0.95));
  note('  jumps anywhere', 8, percentile(wall(jumps), 0.95));
  note('scrolling, p95, processor time', 8, percentile(cpu(scrolled), 0.95));
  note('heap of the host', 300, opened.heap, 'MB');
  note('event loop while it opens, p99', 50, opened.loopP99);
  for (const existingRows of values.saved ? [] : [0, rows]) {
    const live = await measureLive(browser, { dist, existingRows, rate, seconds: Number(values.seconds) });
    const lost = live.lost === 0 ? '' : `, ${live.lost} never seen`;
    console.log(
      `  live, ${rate} events/s after ${existingRows} rows: event to row painted ${formatTimes(live.painted)}${lost}`,
    );
    console.log(
      `    to the page ${formatTimes(live.received)}; host loop p99 ${ms(live.loopP99)}; processor: host ${(live.host * 100).toFixed(0)} %, page ${(live.page * 100).toFixed(0)} %, ${ms(live.frame)} per frame`,
    );
    console.log(`    ${describeShares(live.processors)}`);
    note(`event to row after ${existingRows} rows, p50`, 50, percentile(live.painted, 0.5));
    note(`event to row after ${existingRows} rows, p95`, 50, percentile(live.painted, 0.95));
    note(`host loop after ${existingRows} rows, p99`, 50, live.loopP99);
  }
}
summary(values.rounds);
await browser.close();
process.exit(0);
