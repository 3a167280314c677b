/**
 * The timeline in a plain browser.
 *
 *   node bench/timeline.ts --serve [--run guarded|live|waiting|asking|stopped|failed|compacted|empty|long] [--theme dark|light|hc|hc-light] [--rows N] [--journal FILE]
 *   node bench/timeline.ts [--rows N]     measures what needs no browser: fold, rows, outline, sorting, scale, minimap, context, find;
 *                                         processor time, the best of three rounds
 */
import './own-folders.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compactedSession } from '../client/panel/harness/compacted-session.ts';
import * as runs from '../client/panel/harness/runs.ts';
import { serveTimeline } from '../client/panel/harness/server.ts';
import { addEvents } from '../client/panel/trace/fold.ts';
import { restOf } from '../client/panel/trace/rows.ts';
import { createTrace } from '../client/panel/trace/span.ts';
import { RowPacker } from '../client/timeline/columns.ts';
import { Activity } from '../client/timeline/model/activity.ts';
import { ContextCurve } from '../client/timeline/model/context-curve.ts';
import { Finder } from '../client/timeline/model/find.ts';
import { MinimapPainter } from '../client/timeline/model/minimap.ts';
import { Outline } from '../client/timeline/model/outline.ts';
import { findRepeats } from '../client/timeline/model/repeats.ts';
import { sortRows } from '../client/timeline/model/sorting.ts';
import { Table } from '../client/timeline/model/table.ts';
import { Tally } from '../client/timeline/model/tally.ts';
import { timeScale } from '../client/timeline/model/time-scale.ts';
import type { Theme } from '../client/timeline/themes.ts';
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
const ROUNDS = 3;
/** Milliseconds of the best round, by action. */
const best = new Map<string, number>();

const RUNS: { readonly [name: string]: (root: string) => RunEvent[] } = {
  guarded: runs.guardedRun,
  live: runs.liveRun,
  waiting: runs.waitingRun,
  asking: runs.multiPauseRun,
  stopped: runs.stoppedRun,
  failed: runs.failedRun,
  compacted: () => compactedSession(),
  empty: () => [],
  long: (root) => runs.longRun(root, count),
};

if (values.serve) await serve();
else for (let round = 1; round <= ROUNDS; round++) measure(round === ROUNDS);

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

function measure(last: boolean): void {
  const events = runs.longRun('/skills', count);
  const lines = events.map((event) => JSON.stringify(event));
  const trace = createTrace();
  time('parse', () => lines.map((line) => JSON.parse(line) as RunEvent));
  time('fold', () => addEvents(trace, events));
  const batch = time('pack', () => new RowPacker().pack(trace.spans, restOf));
  const table = new Table();
  time('take', () => table.apply(batch));
  const tally = new Tally(table);
  const activity = new Activity(table);
  const curve = new ContextCurve(table);
  time('count', () => {
    for (let id = 0; id < table.count; id++) tally.update(id);
    for (let id = 0; id < table.count; id++) activity.update(id);
    for (let id = 0; id < table.count; id++) curve.update(id);
  });
  const tree = new Outline(table);
  time('outline', () => tree.layOut(new Set()));
  time('repeats', () => findRepeats(table));
  time('sort', () => sortRows(table, { key: 'tokens', descending: true }, 0, () => true));
  const end = trace.lastTime;
  const scale = time('scale', () => timeScale(end, activity.snapshot(end).gaps(), true));
  const painter = new MinimapPainter(table);
  time('minimap', () => painter.paint(scale, 1000, [], end));
  time('context', () => curve.paint(scale, { from: 0, to: 1 }, 500, curve.largest, 28, end));
  const finder = new Finder(table);
  time('find, first', () => finder.find('part-9'));
  time('find in names', () => finder.find('part-99'));
  time('find inside', () => trace.textIndex.find('the resource references/part-99'));
  time('find inside, in all', () => trace.textIndex.find('e'));
  time('find inside, in none', () => trace.textIndex.find('zebra'));
  if (!last) return;
  for (const [what, duration] of best) console.log(`${what.padEnd(22)} ${duration.toFixed(1)} ms`);
  const bytes = batch.ints.byteLength + batch.nums.byteLength + batch.strings.reduce((sum, one) => sum + one.length, 0);
  console.log(`${table.count} rows of ${events.length} events, ${(bytes / 1e6).toFixed(1)} MB as columns`);
}

function time<T>(what: string, work: () => T): T {
  const startTime = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(startTime);
  best.set(what, Math.min(best.get(what) ?? Number.POSITIVE_INFINITY, (user + system) / 1000));
  return result;
}
