/** A live run: the latency from an event to the frame that shows its row, in stages. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Browser } from 'playwright-core';
import { longRun } from '../../client/panel/harness/runs.ts';
import { serveTimeline } from '../../client/panel/harness/server.ts';
import { stopNetworkRecording } from './network-recording.ts';
import { type Shares, watchProcessors } from './processors.ts';
import { lateness, type Noted, notesOf, untilRows, watchedPage } from './watch.ts';

export interface LiveOptions {
  /** Folder with the page's bundle. */
  readonly dist: string;
  /** Initial number of rows. */
  readonly existingRows: number;
  /** Events per second. */
  readonly rate: number;
  readonly seconds: number;
}

/** Latencies of all events, in milliseconds, and the work that they caused. */
export interface Live {
  /** Until the message with the event's row reaches the page: folding, batching, transfer. */
  readonly received: readonly number[];
  /** Until the frame with the row is painted. */
  readonly painted: readonly number[];
  /** Number of events that were never seen. */
  readonly lost: number;
  readonly loopP99: number;
  /** Processor time of the host and of the page's main thread, as a share of the elapsed time. */
  readonly host: number;
  readonly page: number;
  /** Milliseconds of the page's main thread for each frame with new rows, including painting. */
  readonly frame: number;
  readonly processors: Shares;
}

export async function measureLive(browser: Browser, { dist, existingRows, rate, seconds }: LiveOptions): Promise<Live> {
  const events = longRun('/skills', existingRows + (rate * seconds) / 2 + 1000);
  const started = longRun('/skills', existingRows).length - 1;
  const head = events.slice(0, existingRows === 0 ? 1 : started);
  const harness = await serveTimeline({ dist, run: () => head, theme: 'dark', live: true });
  const page = await watchedPage(browser);
  await page.goto(harness.url);
  await untilRows(page, harness.session.trace.spans.length);
  await page.waitForTimeout(1000);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  await stopNetworkRecording(page);
  const before = { page: await busy(), host: process.cpuUsage() };
  const watched = watchProcessors();
  delay.enable();
  const sent: Noted[] = [];
  let next = head.length;
  const begin = performance.now();
  const from = Date.now();
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const due = head.length + Math.floor(((performance.now() - begin) / 1000) * rate);
      const time = Date.now();
      if (due > next) harness.session.events(events.slice(next, due));
      next = due;
      sent.push([time, harness.session.trace.spans.length]);
      if (performance.now() - begin < seconds * 1000) return;
      clearInterval(timer);
      done();
    }, 2);
  });
  delay.disable();
  const processors = watched();
  const duration = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(before.host);
  const pageBusy = (await busy()) - before.page;
  // On a busy machine the page may be behind: late rows are counted as late, not as lost.
  await untilRows(page, harness.session.trace.spans.length).catch(() => undefined);
  await page.waitForTimeout(300);
  const notes = await notesOf(page);
  const painted = lateness(sent, notes.painted);
  const live: Live = {
    received: lateness(sent, notes.received).filter((late) => !Number.isNaN(late)),
    painted: painted.filter((late) => !Number.isNaN(late)),
    lost: painted.filter(Number.isNaN).length,
    loopP99: delay.percentile(99) / 1e6,
    host: (user + system) / 1e6 / duration,
    page: pageBusy / duration,
    frame: (pageBusy * 1000) / Math.max(1, notes.painted.filter(([time]) => time >= from).length),
    processors,
  };
  await page.close();
  harness.close();
  return live;
}
