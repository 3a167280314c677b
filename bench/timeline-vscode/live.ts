/** Live runs in VS Code: the latency from an event to the frame that shows its row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { startModelServer } from '../../test/integration/run-server.ts';
import { stopNetworkRecording } from '../timeline/network-recording.ts';
import { type Shares, watchProcessors } from '../timeline/processors.ts';
import { lateness, type Noted } from '../timeline/watch.ts';
import { steady, type Watched } from './commands.ts';
import type { Editor } from './editor.ts';
import { rowsAfter } from './journal.ts';
import { type Traced, withTrace } from './trace.ts';
import { untilRows } from './watch.ts';
import { type LiveOptions, newWriter, type Sent } from './writer.ts';

/** Latencies of all events that create a row, in milliseconds from the time when the event was written. */
export interface Live {
  /** Until the extension host sends its message. The host's clock counts in milliseconds. */
  readonly posted: readonly number[];
  /** Until the page receives that message. */
  readonly received: readonly number[];
  /** Until the page has created the row, before a frame shows it. */
  readonly drawn: readonly number[];
  /** Until the page has painted the frame with the row. */
  readonly painted: readonly number[];
  /** Until that frame is on the screen. */
  readonly shown: readonly number[];
  readonly lost: number;
  /** Actual events per second, and the messages and frames that showed them. */
  readonly rate: number;
  readonly messages: number;
  readonly frames: number;
  /** Processor time of the page's thread as a share of the elapsed time. */
  readonly page: number;
  readonly host: Watched;
  readonly processors: Shares;
}

/**
 * Measures a run that another process writes, like `skillwright run` in a terminal.
 * @param existingRows number of rows that it has at the start
 */
export async function measureExternalRun(editor: Editor, existingRows: number, options: LiveOptions): Promise<Live> {
  return measureWrites(editor, 'open', existingRows, options);
}

/** Measures the same with a page that shows only the number of rows: the share of VS Code and the browser. */
export async function measureCountPage(editor: Editor, options: LiveOptions): Promise<Live> {
  return measureWrites(editor, 'count', 0, options);
}

async function measureWrites(
  editor: Editor,
  mode: 'open' | 'count',
  existingRows: number,
  options: LiveOptions,
): Promise<Live> {
  const writer = newWriter(editor.folder, existingRows, options);
  await editor.ask({ do: 'close all' });
  await editor.ask({ do: mode, journal: writer.journal });
  await untilRows(editor.page, writer.rows());
  return measure(editor, () => writer.write(options.seconds));
}

/** Returns the milliseconds until a live run that was behind another editor shows everything written meanwhile. */
export async function measureCatchUp(editor: Editor, options: LiveOptions): Promise<number> {
  const { browser, page, ask } = editor;
  const writer = newWriter(editor.folder, 0, { ...options, seconds: 2 * options.seconds });
  await ask({ do: 'close all' });
  await ask({ do: 'show', journal: writer.journal });
  await untilRows(page, writer.rows());
  await ask({ do: 'hide' });
  await writer.write(options.seconds);
  const written = writer.rows();
  const traced = await withTrace(browser, page, async () => {
    const startTime = await ask<number>({ do: 'show', journal: writer.journal });
    await writer.write(2);
    await untilRows(page, written);
    return startTime;
  });
  const { notes, value, paintedAfter } = traced;
  const drawn = notes.find(({ what, rows, at }) => what === 'drawn' && rows >= written && at > value);
  return (paintedAfter(drawn?.at ?? Number.NaN) - value) / 1000;
}

const CALLS = 15;

/** Measures a run of this window: a separate process whose model behind HTTP requests `CALLS` calls in a step. */
export async function measureOwnRun(editor: Editor, { rate, seconds }: LiveOptions): Promise<Live> {
  // The events of a round: request, response, each call and its result.
  const events = 2 + 2 * CALLS;
  const rounds = Math.floor((rate * seconds) / events);
  let first = 0;
  const server = await startModelServer(async (_, n) => {
    if (n === 1) {
      // The panel must be open before the events start.
      await new Promise((done) => setTimeout(done, 3000));
      first = steady();
    }
    const wait = first / 1000 + ((n - 1) * events * 1000) / rate - steady() / 1000;
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    if (n > rounds) return { text: 'Done.' };
    return { calls: Array.from({ length: CALLS }, (): [string, object] => ['list_skills', {}]) };
  });
  await editor.ask({ do: 'close all' });
  try {
    const journal = await editor.ask<string>({
      do: 'run',
      params: {
        prompt: 'List them',
        skills: [join(editor.folder, 'skills/release-writer')],
        model: 'openai-compatible/m',
        baseUrl: server.url,
        guards: 'off',
        maxLlmCalls: rounds + 5,
        runs: join(editor.folder, '.skillwright/runs'),
        trusted: true,
      },
    });
    await editor.ask({ do: 'show', journal });
    await untilRows(editor.page, 1);
    return await measure(editor, async () => {
      await untilEnded(journal, seconds * 4000 + 20_000);
      const all = readFileSync(journal, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as RunEvent);
      const rows = rowsAfter(all);
      const steadyAt = steady() - Date.now() * 1000;
      const times = all.map((event) => Date.parse(event.time) * 1000 + steadyAt);
      const sent: Noted[] = [];
      for (let n = 1; n < all.length; n++)
        if ((times[n] ?? 0) >= first && (rows[n] ?? 0) > (rows[n - 1] ?? 0)) sent.push([times[n] ?? 0, rows[n] ?? 0]);
      const flood = times.filter((time) => time >= first);
      return { sent, events: flood.length, duration: ((flood.at(-1) ?? 0) - first) / 1e6 };
    });
  } finally {
    server.close();
  }
}

async function untilEnded(journal: string, timeout: number): Promise<void> {
  for (const end = Date.now() + timeout; Date.now() < end; await new Promise((done) => setTimeout(done, 200)))
    if (readFileSync(journal, 'utf8').includes('"type":"run_finished"')) return;
  throw new Error('The run did not end in time.');
}

async function measure(editor: Editor, work: () => Promise<Sent>): Promise<Live> {
  const { browser, page } = editor;
  await page.waitForTimeout(1000);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await editor.ask({ do: 'watch' });
  await stopNetworkRecording(page);
  const before = await busy();
  const start = steady();
  const traced = await withTrace(browser, page, async () => {
    const watched = watchProcessors();
    const value = await work();
    const processors = watched();
    const share = ((await busy()) - before) / ((steady() - start) / 1e6);
    const host = await editor.ask<Watched>({ do: 'watched' });
    // On a busy machine the page may be behind: late rows are counted as late, not as lost.
    await untilRows(page, value.sent.at(-1)?.[1] ?? 0, 30_000).catch(() => undefined);
    return { ...value, share, host, processors };
  });
  await client.detach();
  return liveOf(traced);
}

function liveOf(
  traced: Traced<Sent & { readonly share: number; readonly host: Watched; readonly processors: Shares }>,
): Live {
  const { sent, events, duration, share, host, processors } = traced.value;
  const notes = traced.notes.filter((note) => note.at >= (sent[0]?.[0] ?? 0));
  const notesOf = (what: string, when: (at: number) => number): Noted[] =>
    notes.filter((note) => note.what === what).map(({ at, rows }) => [when(at), rows]);
  const late = (noted: readonly Noted[]) => lateness(sent, noted).map((one) => one / 1000);
  const seen = (noted: readonly Noted[]) => late(noted).filter((one) => !Number.isNaN(one));
  const steadyAt = steady() - Date.now() * 1000;
  const posted = notes.flatMap(({ what, rows, posted }): Noted[] =>
    what === 'told' && posted !== undefined ? [[posted * 1000 + steadyAt, rows]] : [],
  );
  const received = notesOf('told', (at) => at);
  const painted = late(notesOf('drawn', traced.paintedAfter));
  return {
    posted: seen(posted),
    received: seen(received),
    drawn: seen(notesOf('drawn', (at) => at)),
    painted: painted.filter((one) => !Number.isNaN(one)),
    shown: seen(notesOf('drawn', traced.shownAfter)),
    lost: painted.filter(Number.isNaN).length,
    rate: events / duration,
    messages: received.length / duration,
    frames: notes.filter((note) => note.what === 'drawn').length / duration,
    page: share,
    host,
    processors,
  };
}
