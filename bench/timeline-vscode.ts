/**
 * The timeline inside VS Code: code-server's workbench, extension host and message path in a headless Chromium without
 * a GPU, with the built extension. First rows, search, scrolling, a panel behind another editor, live runs; the
 * extension host is measured from inside. Times come from Chromium's trace.
 *
 *   node bench/timeline-vscode.ts [--rows 100000] [--rate 1000] [--seconds 8] [--rounds 3] [--only saved|live] [--extension .]
 *
 * Needs a Chromium (`CHROME_PATH`). A million rows: `node --max-old-space-size=8000`.
 */
import './own-folders.ts';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { percentile } from './figures/statistics.ts';
import { note, summary } from './timeline/aims.ts';
import { formatTimes, ms } from './timeline/chromium.ts';
import { OPTIONS } from './timeline/options.ts';
import { describeShares } from './timeline/processors.ts';
import type { FrameCost } from './timeline/scroll.ts';
import type { Watched } from './timeline-vscode/commands.ts';
import { type Editor, startEditor } from './timeline-vscode/editor.ts';
import { append, eventsOf, newJournal } from './timeline-vscode/journal.ts';
import {
  type Live,
  measureCatchUp,
  measureCountPage,
  measureExternalRun,
  measureOwnRun,
} from './timeline-vscode/live.ts';
import { measureEmpty, measureReopening } from './timeline-vscode/reopening.ts';
import { openSaved, type Shown } from './timeline-vscode/saved.ts';
import { WATCH } from './timeline-vscode/watch.ts';

const { values } = parseArgs({
  options: {
    ...OPTIONS,
    only: { type: 'string' },
    extension: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const rows = Number(values.rows);
const live = { rate: Number(values.rate), seconds: Number(values.seconds) };

const describeHost = ({ p99, maxDelay, heap, maxHeap, busy }: Watched) =>
  `extension host: loop p99 ${ms(p99)}, max ${ms(maxDelay)}; heap ${heap.toFixed(0)} MB, max ${maxHeap.toFixed(0)} MB; busy ${(busy * 100).toFixed(0)} %`;
const describeShown = ({ received, first, firstShown, all, messages }: Shown) =>
  `first rows painted ${ms(first)} (received ${ms(received)}, on the screen ${ms(firstShown)}), all ${ms(all)} in ${messages} messages`;

const editor = await startEditor(values.extension, WATCH);
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    console.log(`round ${round}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
    // The first webview of a window waits for what VS Code sets up for all of them.
    for (const which of round === 1 ? ['the first webview of the window, ', ''] : [''])
      console.log(`  ${which}an empty one: painted ${ms(await measureEmpty(editor))}`);
    if (values.only !== 'live') await measureSaved(editor);
    if (values.only !== 'saved') await measureLive(editor);
  }
  summary(values.rounds);
} finally {
  await editor.ask({ do: 'end' }).catch(() => undefined);
  await editor.close();
}
process.exit(0);

async function measureSaved(editor: Editor): Promise<void> {
  const journal = newJournal(editor.folder, 'long');
  append(journal, eventsOf(editor.folder, rows));
  const opened = await openSaved(editor, journal, rows);
  const { onward, jumps } = opened.scroll;
  const scrolled = [...onward, ...jumps];
  const wall = (costs: readonly FrameCost[]) => costs.map((cost) => cost.wall);
  const cpu = (costs: readonly FrameCost[]) => costs.map((cost) => cost.cpu);
  console.log(`  ${rows} rows: ${describeShown(opened)}`);
  console.log(`    ${describeHost(opened.host)}`);
  for (const { query, duration, shown, matches } of opened.finds)
    console.log(`    find “${query}”: painted ${ms(duration)}, on the screen ${ms(shown)}; ${matches}`);
  console.log(`    by eight rows: ${formatTimes(wall(onward))}; of the processor ${formatTimes(cpu(onward))}`);
  console.log(`    jumps anywhere: ${formatTimes(wall(jumps))}; of the processor ${formatTimes(cpu(jumps))}`);
  console.log(`    other work on that thread: ${formatTimes(scrolled.map((cost) => cost.other))}`);
  note('first rows', 1500, opened.first);
  note('slowest of the searches', 100, Math.max(...opened.finds.map((find) => find.duration)));
  note('scrolling, p95 of frames', 8, percentile(wall(scrolled), 0.95));
  note('scrolling, p95, processor time', 8, percentile(cpu(scrolled), 0.95));
  note('heap of the extension host', 300, opened.host.heap, 'MB');
  note('its loop while it opens, p99', 50, opened.host.p99);
  const again = await measureReopening(editor, journal, rows);
  console.log(`    again after another editor: ${describeShown(again)}`);
}

async function measureLive(editor: Editor): Promise<void> {
  print('a page that shows only the number of rows', await measureCountPage(editor, live));
  for (const existingRows of [0, rows])
    print(`written elsewhere, after ${existingRows} rows`, await measureExternalRun(editor, existingRows, live));
  print('run of this window', await measureOwnRun(editor, live));
  const again = await measureCatchUp(editor, live);
  console.log(
    `  ${live.seconds} s of it behind another editor: all that was written painted ${ms(again)} after it is shown`,
  );
}

function print(title: string, live: Live): void {
  const lost = live.lost === 0 ? '' : `, ${live.lost} never seen`;
  console.log(`  ${title}, ${live.rate.toFixed(0)} events/s: event to row painted ${formatTimes(live.painted)}${lost}`);
  console.log(
    `    to the extension host's message ${formatTimes(live.posted)}; to the page ${formatTimes(live.received)}`,
  );
  console.log(`    to its row ${formatTimes(live.drawn)}; to the screen ${formatTimes(live.shown)}`);
  console.log(
    `    a second: ${live.messages.toFixed(0)} messages, ${live.frames.toFixed(0)} frames with new rows; page ${(live.page * 100).toFixed(0)} %`,
  );
  console.log(`    ${describeHost(live.host)}`);
  console.log(`    ${describeShares(live.processors)}`);
  note(`${title}: event to row, p50`, 50, percentile(live.painted, 0.5));
  note(`${title}: event to row, p95`, 50, percentile(live.painted, 0.95));
  note(`${title}: host loop, p99`, 50, live.host.p99);
}
