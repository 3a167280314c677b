/**
 * The first minute of a newcomer in one new window: all problems of the folder, a SKILL.md opened as soon as the folder is
 * shown and another one later, and a first run from the last Enter of "Run Agent".
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { defined } from '../../runtime/text/objects.ts';
import type { ProbeTimes } from './probe.ts';
import { type EMPTY, type PageTimes, prepareWindow, readProbe } from './window.ts';

/** Milliseconds; undefined if the extension has no such thing. */
export interface MinuteTimes {
  /** From the load of the page to the files in the Explorer. */
  readonly workbench: number;
  /** From the load of the page to the start of the extension host's process, and to the first extension in it. */
  readonly host?: number;
  readonly extensions?: number;
  /** From the load of the page to the first and the last diagnostic. */
  readonly first?: number;
  readonly all?: number;
  /** The number of diagnostics at the end, and of those that were withdrawn. */
  readonly problems: number;
  readonly withdrawn: number;
  /** From the request to open a SKILL.md, as soon as the Explorer has files, to its text and its first squiggle. */
  readonly earlyText?: number;
  readonly earlySquiggle?: number;
  /** The same for another one, when all problems are known. */
  readonly text?: number;
  readonly squiggle?: number;
  /**
   * From the last Enter of "Run Agent" to the first row in sight, and to the start of VS Code's frame for it; for an empty
   * client, from the key to an empty webview.
   */
  readonly row?: number;
  readonly frame?: number;
}

export interface MinuteOptions {
  /** Folder with the built extension; `EMPTY` for an empty language client and server; undefined for none. */
  readonly extension: string | typeof EMPTY | undefined;
  readonly workspace: string;
  /** Paths of two files in it with a finding near their beginning. */
  readonly files: readonly [string, string];
  /** False to open no file before all problems are known. */
  readonly opensEarly: boolean;
  /** True to run an agent, false to open an empty webview. */
  readonly run: boolean;
}

/** Time without a change after which all diagnostics are there, in milliseconds. */
const SETTLED_MS = 3_000;
const TIMEOUT_MS = 90_000;

/** Opens a window, takes all measurements, and closes it. */
export async function firstMinute({
  extension,
  workspace,
  files,
  opensEarly,
  run,
}: MinuteOptions): Promise<MinuteTimes> {
  const window = await prepareWindow({ open: 'commands', after: 0, files }, extension, workspace);
  const { page, place } = window;
  try {
    const loaded = Date.now();
    await window.open({ open: place('workspace'), extensionDevelopmentPaths: [] });
    const workbench = await seen(page, '.explorer-folders-view .monaco-list-row');
    const early =
      extension === undefined || !opensEarly ? undefined : await openFile(page, 'F6', files[0], place('noted'));
    const probe = extension === undefined ? undefined : await settledProbe(place('noted'));
    const later = extension === undefined ? undefined : await openFile(page, 'F7', files[1], place('noted'));
    const row = extension === undefined ? undefined : await (run ? runAgent(page) : openEmptyWebview(page));
    return defined<MinuteTimes>({
      workbench: workbench - loaded,
      host: since(loaded, probe?.host),
      extensions: since(loaded, probe?.loaded),
      problems: probe?.count ?? 0,
      withdrawn: readProbe(place('noted'))?.withdrawn ?? 0,
      first: since(loaded, probe?.diagnostics),
      all: since(loaded, probe?.lastDiagnostics),
      earlyText: early?.text,
      earlySquiggle: early?.squiggle,
      text: later?.text,
      squiggle: later?.squiggle,
      row: row?.row,
      frame: row?.frame,
    });
  } catch (error) {
    await window.screenshot('first-minute');
    throw error;
  } finally {
    await window.close();
  }
}

function since(start: number, time: number | undefined): number | undefined {
  return time === undefined ? undefined : time - start;
}

/** Resolves with the time at which an element is in the page, in milliseconds since 1970. */
function seen(page: Page, selector: string): Promise<number> {
  const script = `new Promise((resolve) => {
    const check = () => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (element !== null && element.getClientRects().length > 0) resolve(Date.now());
      else setTimeout(check, 4);
    };
    check();
  })`;
  const late = new Promise<number>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${selector} was not seen within 90 s`)), TIMEOUT_MS).unref();
  });
  return Promise.race([page.evaluate<number>(script), late]);
}

/** Presses the key by which the probe opens a file, and waits for its text and its first squiggle. */
async function openFile(
  page: Page,
  key: string,
  file: string,
  noted: string,
): Promise<{ readonly text: number; readonly squiggle: number }> {
  // The key works as soon as the probe is activated.
  for (const end = Date.now() + TIMEOUT_MS; readProbe(noted)?.probe === undefined; await page.waitForTimeout(10))
    if (Date.now() > end) throw new Error('the probe was not activated');
  const editor = `.monaco-editor[data-uri$="/${file}"]`;
  const text = seen(page, `${editor} .view-line span span`);
  const squiggle = seen(page, ['error', 'warning', 'info', 'hint'].map((kind) => `${editor} .squiggly-${kind}`).join());
  const pressed = Date.now();
  await page.keyboard.press(key);
  return { text: (await text) - pressed, squiggle: (await squiggle) - pressed };
}

/** Waits until the diagnostics no longer change. */
async function settledProbe(noted: string): Promise<ProbeTimes> {
  for (const end = Date.now() + TIMEOUT_MS; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const probe = readProbe(noted);
    if (probe?.lastDiagnostics !== undefined && Date.now() - probe.lastDiagnostics > SETTLED_MS) return probe;
    if (Date.now() > end) throw new Error(`no diagnostics within 90 s: ${readFileSync(noted, 'utf8')}`);
  }
}

/** Goes through "Run Agent" with the keyboard. */
async function runAgent(page: Page): Promise<{ readonly row: number; readonly frame: number }> {
  const focused = (label: string): string => `.quick-input-list .monaco-list-row.focused[aria-label*="${label}"]`;
  await page.keyboard.press('F8');
  await seen(page, '.quick-input-widget input[placeholder*="Enter a prompt"]');
  await page.keyboard.type('Write the notes');
  await seen(page, focused('Write the notes'));
  await page.keyboard.press('Enter');
  await seen(page, '.quick-input-widget input[placeholder*="Select a model"]');
  await page.keyboard.type('simulated/stubborn');
  await seen(page, focused('stubborn'));
  const entered = Date.now();
  await page.keyboard.press('Enter');
  const { visible, started } = await shownPage(page);
  return { row: visible - entered, frame: started - entered };
}

/** Waits for a webview with the expected element. */
async function shownPage(page: Page): Promise<PageTimes> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await page.waitForTimeout(20))
    for (const frame of page.frames()) {
      if (!frame.url().includes('/pre/index.html')) continue;
      const times = await frame.evaluate<PageTimes | undefined>('window.benchPage').catch(() => undefined);
      if (times !== undefined) return times;
    }
  throw new Error('no webview was seen within 90 s');
}

/** Presses the key by which the probe opens an empty webview. */
async function openEmptyWebview(page: Page): Promise<{ readonly row: number; readonly frame: number }> {
  const pressed = Date.now();
  await page.keyboard.press('F9');
  const { visible, started } = await shownPage(page);
  return { row: visible - pressed, frame: started - pressed };
}
