/** The timeline's page between the last answer of "Run Agent" and the start of the run's journal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { pageHtml } from '../../client/panel/page.ts';
import { type Theme, themeOf } from '../../client/timeline/themes.ts';
import { findBrowser } from '../../scripts/vscode-host/browser.ts';

const SITE = 'https://timeline.test';
const DIST = join(import.meta.dirname, '../../dist');

/** Opens the page of a journal in a browser, in which VS Code never answers. */
async function openPage(journal: string, theme: Theme): Promise<Page> {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 700, height: 400 } });
  const { bodyClass, htmlStyle } = themeOf(theme);
  const parts = { script: '/timeline.js', style: '/timeline.css', nonce: 'n0nce', source: SITE };
  const html = pageHtml({ ...parts, journal, locale: 'en' })
    .replace('<html lang="en">', `<html lang="en" style='${htmlStyle}'>`)
    .replace('<body>', `<body class="${bodyClass}">`);
  await page.addInitScript('globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} });');
  await page.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'text/css';
    return route.fulfill({ contentType, body: readFileSync(join(DIST, pathname)) });
  });
  await page.goto(SITE);
  await page.waitForSelector('main.loading');
  return page;
}

test.skipIf(findBrowser() === undefined).each(['dark', 'light'] as const)(
  'a page that is opened before its run says that the agent is starting (%s)',
  async (theme) => {
    const page = await openPage('', theme);
    // It appears late, because most runs have rows by then.
    await page.locator('role=status', { hasText: 'Starting the agent…' }).waitFor();
    const { status, center } = await page.evaluate<{ status: number; center: number }>(`(() => {
      const { left, right } = document.querySelector('[role=status]').getBoundingClientRect();
      return { status: (left + right) / 2, center: innerWidth / 2 };
    })()`);
    expect(Math.abs(status - center)).toBeLessThan(2);
    // Screen readers read nothing in a busy element.
    expect(await page.locator('[aria-busy=true] [role=status]').count()).toBe(0);
  },
  60_000,
);

test.skipIf(findBrowser() === undefined)(
  'a page of a run with a journal does not say so',
  async () => {
    const page = await openPage('/runs/1/journal.jsonl', 'light');
    expect(await page.locator('.starting').count()).toBe(0);
    expect(await page.locator('main[aria-busy=true]').count()).toBe(1);
  },
  60_000,
);
