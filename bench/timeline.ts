/**
 * The timeline in a plain browser.
 *
 *   node bench/timeline.ts --serve [--run guarded|live|waiting|asking|stopped|failed|empty|long] [--theme dark|light|hc|hc-light] [--rows N] [--journal FILE]
 *   node bench/timeline.ts [--rows N]     measures what needs no browser: fold, rows, outline, scale, minimap, find
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as runs from '../client/panel/harness/runs.ts';
import { serveTimeline } from '../client/panel/harness/server.ts';
import type { Theme } from '../client/panel/harness/themes.ts';
import { addEvents } from '../client/panel/trace/fold.ts';
import { rowOf } from '../client/panel/trace/rows.ts';
import { createTrace } from '../client/panel/trace/span.ts';
import { activityOf, gapsOf } from '../client/timeline/model/activity.ts';
import { find } from '../client/timeline/model/find.ts';
import { minimapOf } from '../client/timeline/model/minimap.ts';
import { outlineOf } from '../client/timeline/model/outline.ts';
import { timeScale } from '../client/timeline/model/time-scale.ts';
import type { RunEvent } from '../runtime/protocol/events.ts';

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    run: { type: 'string', default: 'guarded' },
    theme: { type: 'string', default: 'dark' },
    rows: { type: 'string', default: '20000' },
    journal: { type: 'string' },
  },
});
const count = Number(values.rows);

const RUNS: { readonly [name: string]: (root: string) => RunEvent[] } = {
  guarded: runs.guardedRun,
  live: runs.liveRun,
  waiting: runs.waitingRun,
  asking: runs.askingRun,
  stopped: runs.stoppedRun,
  failed: runs.failedRun,
  empty: () => [],
  long: (root) => runs.longRun(root, count),
};

if (values.serve) await serve();
else measure();

async function serve(): Promise<void> {
  const journal = values.journal;
  const lines = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const run =
    journal === undefined ? RUNS[values.run] : () => lines(journal).map((line) => JSON.parse(line) as RunEvent);
  if (run === undefined) {
    console.error(`No run "${values.run}"; there are: ${Object.keys(RUNS).join(', ')}`);
    process.exit(2);
  }
  const { url } = await serveTimeline({
    dist: join(import.meta.dirname, '../dist'),
    run,
    theme: values.theme as Theme,
    live: ['live', 'waiting', 'asking'].includes(values.run),
    files: { 'writer/SKILL.md': runs.WRITER_SKILL },
    control: { fixesFor: () => Promise.resolve([{ title: 'Write references/guide.md after “the user guide”' }]) },
  });
  console.log(`${url}  (Ctrl-C ends it)`);
}

function measure(): void {
  const events = runs.longRun('/skills', count);
  const trace = createTrace();
  time('fold', () => addEvents(trace, events));
  const rows = time('rows', () => trace.spans.map(rowOf));
  const json = time('to JSON', () => JSON.stringify(rows));
  const outline = time('outline', () => outlineOf(rows, new Set(), new Set()));
  const end = trace.lastTime;
  const activity = time('activity', () => activityOf(rows, end));
  const scale = timeScale(end, gapsOf(activity, end), true);
  time('minimap', () => minimapOf(rows, outline.level, scale, 1000, end));
  time('find', () => find(rows, 'part-9'));
  console.log(`${rows.length} rows of ${events.length} events, ${(json.length / 1e6).toFixed(1)} MB as JSON`);
}

function time<T>(what: string, work: () => T): T {
  const began = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(began);
  console.log(`${what.padEnd(10)} ${((user + system) / 1000).toFixed(1)} ms`);
  return result;
}
