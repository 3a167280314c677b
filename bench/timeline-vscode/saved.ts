/** Opening a saved run inside VS Code: first rows, all rows, search, scrolling, and the cost for the host. */
import type { Frame } from 'playwright-core';
import { QUERIES } from '../timeline/saved.ts';
import { type ScrollCosts, scrollCosts } from '../timeline/scroll.ts';
import type { Watched } from './commands.ts';
import type { Editor } from './editor.ts';
import { type Traced, withTrace } from './trace.ts';
import { untilRows } from './watch.ts';

/** Milliseconds from the command in the extension host. */
export interface Shown {
  /** To the frame with the first rows, painted by the page, and on the screen. */
  readonly first: number;
  readonly firstShown: number;
  /** All rows are in the page and painted. */
  readonly all: number;
  /** The first message with rows arrived. */
  readonly received: number;
  readonly messages: number;
}

export interface Opened extends Shown {
  readonly host: Watched;
  readonly finds: readonly Found[];
  readonly scroll: ScrollCosts;
}

export interface Found {
  readonly query: string;
  /** Milliseconds from the input to the frame with the last change of the count, painted, and on the screen. */
  readonly duration: number;
  readonly shown: number;
  readonly matches: string;
}

/** Opens the journal of this many rows in its editor. */
export async function openSaved(editor: Editor, journal: string, rows: number): Promise<Opened> {
  const { browser, page } = editor;
  await editor.ask({ do: 'close all' });
  await editor.ask({ do: 'watch' });
  const traced = await withTrace(browser, page, async () => {
    const startTime = await editor.ask<number>({ do: 'open', journal });
    return { began: startTime, frame: await untilRows(page, rows) };
  });
  const host = await editor.ask<Watched>({ do: 'watched' });
  const { frame, began } = traced.value;
  const finds: Found[] = [];
  for (const query of QUERIES) finds.push(await find(editor, frame, query));
  await frame.locator('.find input').fill('');
  await page.waitForTimeout(500);
  return { ...shownIn(traced, began, rows), host, finds, scroll: await scrollCosts(browser, page, rows, frame) };
}

/** Shows a timeline that was behind another editor, until it has all rows again. */
export async function showAgain(editor: Editor, journal: string, rows: number): Promise<Shown> {
  const traced = await withTrace(editor.browser, editor.page, async () => {
    const startTime = await editor.ask<number>({ do: 'show', journal });
    await untilRows(editor.page, rows);
    return startTime;
  });
  return shownIn(traced, traced.value, rows);
}

function shownIn({ notes, paintedAfter, shownAfter }: Traced<unknown>, began: number, rows: number): Shown {
  const since = (at: number) => (at - began) / 1000;
  const mine = notes.filter((note) => note.at >= began);
  const when = (what: string, least: number) =>
    mine.find((note) => note.what === what && note.rows >= least)?.at ?? Number.NaN;
  const first = when('drawn', 1);
  return {
    first: since(paintedAfter(first)),
    firstShown: since(shownAfter(first)),
    all: since(paintedAfter(when('drawn', rows))),
    received: since(when('told', 1)),
    messages: mine.filter((note) => note.what === 'told').length,
  };
}

/** Records each change of the match count. */
const NOTE_COUNT = `{
  const said = document.querySelector('.find .n');
  globalThis.counting?.disconnect();
  globalThis.counting = new MutationObserver(() => console.timeStamp('timeline found 0'));
  globalThis.counting.observe(said, { characterData: true, childList: true, subtree: true });
}`;

/** Enters a query as one input, like a paste; typing changes the count earlier. */
async function find({ browser, page }: Editor, frame: Frame, query: string): Promise<Found> {
  const input = frame.locator('.find input');
  await input.fill('');
  await input.focus();
  await page.waitForTimeout(500);
  await frame.evaluate(NOTE_COUNT);
  const { events, notes, paintedAfter, shownAfter } = await withTrace(browser, page, async () => {
    await page.keyboard.insertText(query);
    await page.waitForTimeout(700);
  });
  const put = events.find((event) => event.name === 'EventDispatch' && event.args?.data?.type === 'input');
  const last = notes.filter((note) => note.what === 'found').at(-1)?.at ?? Number.NaN;
  const since = (at: number) => (at - (put?.ts ?? Number.NaN)) / 1000;
  const matches = (await frame.locator('.find .n').textContent()) ?? '';
  return { query, duration: since(paintedAfter(last)), shown: since(shownAfter(last)), matches: matches };
}
