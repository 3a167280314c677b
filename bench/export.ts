/**
 * Exports of a long run, and the cost of sending one: `npm run bench:export [-- --spans 10000]`. For each format the size and
 * the processor time; the page opened in Chromium (`CHROMIUM`, or /usr/bin/chromium), with the times until its first rows are
 * painted and until it has read the run, and the processor time of its process; the processor time that a run spends on an
 * endpoint that works, is gone or hangs.
 */
import './own-folders.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { exportPieces } from '../runtime/export/write.ts';
import { openPush } from '../runtime/otlp-push/push-run.ts';
import type { RunEvent } from '../runtime/protocol/events.ts';
import { EXPORT_FORMATS } from '../runtime/protocol/export.ts';
import { longRun } from '../test/equipment/runtime/long-run.ts';
import { launch, ms } from './timeline/chromium.ts';
import { watchProcessors } from './timeline/processors.ts';

const { values } = parseArgs({ options: { spans: { type: 'string', default: '10000' } } });
const events = longRun(Number(values.spans));
const folder = mkdtempSync(join(tmpdir(), 'export-'));
const MB = 1_000_000;

/** Returns the processor time of this process while `work` runs, in milliseconds. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

interface Watched {
  readonly times?: { readonly first?: number; readonly whole?: number };
}

/** Sets `times` of a page: when its first rows are painted, and when it has read the run, in milliseconds since its navigation. */
const WATCH_ROWS = `
const times = (window.times = {});
const watch = () => {
  if (document.querySelector('.row') === null) return requestAnimationFrame(watch);
  // A task after the next frame, which has the rows.
  requestAnimationFrame(() => setTimeout(() => (times.first = performance.now())));
  const timer = setInterval(() => {
    if (/reading/i.test(document.querySelector('header')?.textContent ?? 'reading')) return;
    times.whole = performance.now();
    clearInterval(timer);
  }, 10);
};
requestAnimationFrame(watch);
`;

console.log(`${values.spans} spans, ${events.length} events, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
for (const format of EXPORT_FORMATS) {
  const source = { run: 'r', events, requestOf: () => undefined };
  let text = '';
  const cpu = await processorTime(async () => {
    for await (const piece of exportPieces(source, format)) text += piece;
  });
  writeFileSync(join(folder, `run.${format}`), text);
  console.log(`  ${format.padEnd(8)} ${(Buffer.byteLength(text) / MB).toFixed(2)} MB, ${ms(cpu)} of the processor`);
}

const browser = await launch();
for (let round = 1; round <= 3; round++) {
  const page = await browser.newPage();
  await page.addInitScript(WATCH_ROWS);
  const stop = watchProcessors();
  const started = performance.now();
  await page.goto(pathToFileURL(join(folder, 'run.html')).href, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as Watched).times?.whole !== undefined);
  const seconds = (performance.now() - started) / 1000;
  const { ran = 0, waited = 0 } = stop().get('page') ?? {};
  const { first = 0, whole = 0 } = (await page.evaluate(() => (globalThis as Watched).times)) ?? {};
  console.log(
    `  page, first rows painted after ${ms(first)}, all read after ${ms(whole)}; its main thread ran ${ms(ran * seconds)} and waited ${ms(waited * seconds)} for a processor`,
  );
  await page.close();
}
await browser.close();

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1/traces`);
    }),
  );
const receives = createServer((request, response) => void request.resume().on('end', () => response.end('{}')));
const hangs = createServer(() => undefined);
const closed = createServer();
const unused = await listen(closed);
closed.close();
const endpoints = { none: undefined, works: await listen(receives), 'is gone': unused, hangs: await listen(hangs) };
const steps = events.slice(0, 2000) as unknown as readonly RunEvent[];
for (const [name, url] of Object.entries(endpoints)) {
  const push = url === undefined ? undefined : openPush({ endpoint: { url, headers: {} }, run: 'r', folder });
  let longest = 0;
  const cpu = await processorTime(async () => {
    for (const event of steps) {
      const before = performance.now();
      push?.add(event);
      longest = Math.max(longest, performance.now() - before);
      await new Promise((next) => setImmediate(next));
    }
  });
  const closing = performance.now();
  const problem = await push?.close('final');
  console.log(
    `  endpoint ${name.padEnd(7)} ${((1000 * cpu) / steps.length).toFixed(0)} µs of the processor for each of ${steps.length} events, longest wait of an event ${ms(longest)}, end ${ms(performance.now() - closing)}${problem === undefined ? '' : `: ${problem}`}`,
  );
}
rmSync(folder, { recursive: true, force: true });
process.exit(0);
