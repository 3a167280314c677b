/** The page of the table of runs and sessions, with made-up rows and without VS Code. */
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { madeUpRows, WORKSPACE } from '../../client/runs-table/harness/made-up-rows.ts';
import { serveRunsTable } from '../../client/runs-table/harness/server.ts';
import type { TableStatus, ToTableHost } from '../../client/timeline/runs-table/protocol.ts';
import type { Theme } from '../../client/timeline/themes.ts';
import { findBrowser } from '../../scripts/vscode-host/browser.ts';

const DIST = join(import.meta.dirname, '../../dist');
const NOTHING_READ: TableStatus = { sessions: 'none', otherFiles: 0, trials: 0, failure: '' };

interface Options {
  readonly rows: number;
  readonly theme?: Theme;
  readonly status?: TableStatus;
  readonly width?: number;
}

describe.skipIf(findBrowser() === undefined)('the page of the table', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
  });

  afterAll(() => browser.close());

  async function open({ rows, theme = 'dark', status = NOTHING_READ, width = 1400 }: Options): Promise<Page> {
    const workspace = rows === 0 ? [] : WORKSPACE;
    const { url, close } = await serveRunsTable({ dist: DIST, rows: madeUpRows(rows), workspace, status, theme });
    const page = await browser.newPage({ viewport: { width, height: 600 } });
    onTestFinished(async () => {
      await page.close();
      close();
    });
    await page.goto(url);
    await page.locator('main[aria-busy=false]').waitFor();
    return page;
  }

  const sentBy = (page: Page): Promise<readonly ToTableHost[]> => page.evaluate('window.sent');
  const line = (page: Page, text: string) => page.locator('.line:not(.spare)', { hasText: text });

  /** Returns axe-core's findings, one line each. */
  async function violationsIn(page: Page): Promise<readonly string[]> {
    return page.evaluate<readonly string[]>(`(() => { ${axe.source};
      return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200)))); })()`);
  }

  test('has only the rows in view of 10,000, and the active one', async () => {
    const page = await open({ rows: 10_000 });
    await page.locator('.foot', { hasText: '10,000 runs and sessions' }).waitFor();
    expect(await page.locator('.line').count()).toBeLessThan(60);
    await page.locator('[role=grid] [tabindex="0"]').focus();
    await page.keyboard.press('Control+End');
    await page.locator('[aria-rowindex="10001"] .cell:focus').waitFor();
    await page.evaluate(`document.querySelector('.scroller').scrollTop = 0`);
    await page.locator('.line:not(.spare)[aria-rowindex="2"]').waitFor();
    expect(await page.locator('[aria-rowindex="10001"] .cell:focus').count()).toBe(1);
  });

  test('is sorted, selected, compared and opened with the keyboard alone', async () => {
    const page = await open({ rows: 50 });
    const { keyboard } = page;
    // The views, the words, the filter, the export, and the button that adds sessions.
    for (let presses = 0; presses < 7; presses++) await keyboard.press('Tab');
    await page.locator('[aria-rowindex="2"] .cell-prompt:focus').waitFor();
    await keyboard.press('ArrowUp');
    for (let presses = 0; presses < 4; presses++) await keyboard.press('ArrowRight');
    await page.locator('[role=columnheader] button:focus', { hasText: 'Misses' }).waitFor();
    await keyboard.press('Enter');
    await page.locator('[aria-sort=descending]', { hasText: 'Misses' }).waitFor();
    await keyboard.press('Enter');
    await page.locator('[aria-sort=ascending]', { hasText: 'Misses' }).waitFor();
    await keyboard.press('ArrowDown');
    for (const key of ['Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space']) await keyboard.press(key);
    // A third row replaces the first one.
    expect(await page.locator('.line[aria-selected=true]').count()).toBe(2);
    expect(await page.locator('[role=status]').textContent()).toBe('2 of 2 selected to compare');
    await keyboard.press('Enter');
    await page.locator('button', { hasText: 'Compare' }).press('Enter');
    const sent = await sentBy(page);
    expect(sent.map(({ type }) => type)).toEqual(['ready', 'open', 'compare']);
  });

  test('leads from the number of a skill to as many rows, and back to all', async () => {
    const page = await open({ rows: 300 });
    await page.locator('.views button', { hasText: 'Skills' }).click();
    expect(await line(page, 'never-seen').textContent()).toMatch(/never offered or loaded—+$/);
    const cell = line(page, 'letter-demo').locator('.cell-missed .words');
    const number = Number(await cell.textContent());
    expect(number).toBeGreaterThan(0);
    await cell.click();
    await page.locator('.foot', { hasText: `${number} of 300 runs and sessions` }).waitFor();
    await page.locator('.sorted', { hasText: 'letter-demo: missed' }).click();
    await page.locator('.foot', { hasText: /^300 runs and sessions/ }).waitFor();
  });

  test('keeps the active row when rows are sorted', async () => {
    const page = await open({ rows: 300 });
    const prompt = await page.locator('[aria-rowindex="5"] .cell-prompt .words').textContent();
    await page.locator('[aria-rowindex="5"] .cell-date').click();
    await page.locator('[role=columnheader] button', { hasText: 'Date' }).click();
    await page.locator('[role=columnheader][aria-sort=ascending]', { hasText: 'Date' }).waitFor();
    await page.locator('.find input').fill(prompt ?? '');
    await line(page, prompt ?? '').waitFor();
    expect(await page.locator('.line:not(.spare)').count()).toBe(1);
  });

  test('offers to add sessions when there are no runs, and says so when none were found', async () => {
    const page = await open({ rows: 0 });
    await page.locator('.empty button', { hasText: 'Add Sessions of Other Agents' }).click();
    expect((await sentBy(page)).map(({ type }) => type)).toEqual(['ready', 'addSessions']);
    const empty = await open({ rows: 0, status: { ...NOTHING_READ, sessions: 'read' } });
    await empty.locator('.empty h2', { hasText: 'No sessions were found' }).waitFor();
    await empty.locator('button', { hasText: 'Add a Folder…' }).waitFor();
  });

  test('says what is being read and why it failed, and stops it', async () => {
    const progress = { read: 40, files: 300 };
    const page = await open({ rows: 20, status: { ...NOTHING_READ, sessions: 'reading', progress } });
    await page.locator('.reading', { hasText: '40 of 300 files' }).locator('button', { hasText: 'Stop' }).click();
    expect((await sentBy(page)).at(-1)).toEqual({ type: 'stop' });
    const failed = await open({ rows: 20, status: { ...NOTHING_READ, failure: 'Try again.' } });
    await failed.locator('[role=alert]', { hasText: 'Try again.' }).waitFor();
  });

  test.each(['dark', 'light', 'hc', 'hc-light'] as const)(
    'has no finding of axe-core in the theme %s',
    async (theme) => {
      const page = await open({ rows: 100, theme, status: { ...NOTHING_READ, sessions: 'read' } });
      await page.locator('.line:not(.spare) .cell-select').nth(2).click();
      expect(await violationsIn(page)).toEqual([]);
      await page.locator('button[aria-label^="Filter by skill"]').click();
      expect(await violationsIn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.views button', { hasText: 'Skills' }).click();
      await line(page, 'letter-demo').locator('.cell-skill .words').click();
      await page.locator('.skill-pane').waitFor();
      expect(await violationsIn(page)).toEqual([]);
    },
  );

  test.each([1400, 1000, 700, 320])('has all columns in a window of %i pixels', async (width) => {
    const page = await open({ rows: 20, width });
    const widths = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('[aria-rowindex="2"] > *')].map((cell) => cell.offsetWidth)`,
    );
    expect(widths).toHaveLength(11);
    expect(Math.min(...widths)).toBeGreaterThan(20);
    // The cells of headings are above those of rows.
    const lefts = await page.evaluate<readonly (readonly number[])[]>(
      `['.columns', '[aria-rowindex="2"]'].map((row) =>
        [...document.querySelector(row).children].map((cell) => Math.round(cell.getBoundingClientRect().left)))`,
    );
    expect(lefts[1]).toEqual(lefts[0]);
  });

  test('scrolls to the sides in a window of 320 pixels, and the prompts stay in view', async () => {
    const page = await open({ rows: 50, width: 320 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.locator('[role=grid] [tabindex="0"]').focus();
    await page.keyboard.press('End');
    const boxes = [
      page.locator('[aria-rowindex="2"] .cell-date:focus'),
      page.locator('[aria-rowindex="2"] .cell-prompt'),
    ];
    for (const one of boxes) {
      const { x = -1, width = 0 } = (await one.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(320);
    }
    expect(await violationsIn(page)).toEqual([]);
  });
});
