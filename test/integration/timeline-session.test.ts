/** A session with several prompts, changes and failed calls, in the timeline's real page: what each row and key shows. */
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serveTimeline } from '../../client/panel/harness/server.ts';
import { startRun, turnWithResult } from '../../client/panel/harness/steps.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { findBrowser } from '../../scripts/vscode-host/browser.ts';

const DIST = join(import.meta.dirname, '../../dist');
/** They fit if the totals are not in their way. */
const PROMPTS = [
  'Say what fails in the tests, please',
  'AgentSession looks like a good idea',
  'Thanks. Now the last part of it',
  'And a summary of all of that work',
];
const ERROR = `Error: the sandbox refused to start the process ${'and the reason is long '.repeat(5)}`;

/** Returns a session: each prompt reads many files, runs a command that fails, and edits a file; the second one fails twice. */
function session(root: string): RunEvent[] {
  const run = startRun(root, PROMPTS[0]);
  const first = run.journal.events[0];
  if (first?.type !== 'run_started') throw new Error('A run begins with its start.');
  const { seq: _, time: __, invocation: ___, agent: ____, ...start } = first;
  const step = (tool: string, args: { readonly [name: string]: string }, value = 'done', code?: string) =>
    turnWithResult(run, 900, [1900, 40], { tool, args }, 30, value, code);
  for (const [index, prompt] of PROMPTS.entries()) {
    if (index > 0) (run as { start: number }).start = run.journal.add(5000, { ...start, prompt });
    for (let file = 0; file < 20; file++) step('read', { path: `src/file-${file}.ts` }, 'text');
    for (let times = 0; times <= Number(index === 1); times++)
      step('bash', { command: 'npm test' }, ERROR, 'TOOL_ERROR');
    step('edit', { path: 'src/a.ts', old_string: 'one', new_string: 'one\ntwo' });
    step('edit', { path: 'src/b.ts', old_string: 'one', new_string: 'two' }, ERROR, 'TOOL_ERROR');
    const usage = { inputTokens: 1900, outputTokens: 40 };
    run.journal.add(10, {
      type: 'run_finished',
      reason: 'final',
      llmCalls: run.call,
      text: '',
      usage,
      parent: run.start,
    });
  }
  return run.journal.events.map((event) =>
    event.type === 'run_started'
      ? ({ ...event, imported: { client: 'claude-code', file: '/home/ada/a.jsonl' } } as RunEvent)
      : event,
  );
}

let browser: Browser;
beforeAll(async () => {
  if (findBrowser() !== undefined)
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

async function show(): Promise<Page> {
  const harness = await serveTimeline({ dist: DIST, run: session, theme: 'dark', live: false });
  onTestFinished(() => harness.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  onTestFinished(() => page.close());
  await page.goto(harness.url);
  await page.waitForSelector('.details .facts');
  return page;
}

/** True if the element shows all of its text. */
const isWhole = ({ scrollWidth, clientWidth }: Readonly<Record<'scrollWidth' | 'clientWidth', number>>) =>
  scrollWidth <= clientWidth + 1;
const selectedRow = (page: Page) => page.locator('[role=row][aria-selected=true]');
const facts = (page: Page) => page.locator('.details .facts').innerText();

const testInBrowser = test.skipIf(findBrowser() === undefined);

testInBrowser(
  'Ctrl+← works without a click, leaves the prompts whole, and the prompt of the selected row in view',
  async () => {
    const page = await show();
    await page.keyboard.press('Control+ArrowLeft');
    await expect.poll(() => page.locator('.row').count()).toBe(PROMPTS.length);
    for (const prompt of PROMPTS)
      expect(await page.locator('.row .name', { hasText: prompt }).evaluate(isWhole)).toBe(true);
    expect(await page.locator('.row', { hasText: 'prompt 2' }).innerText()).toContain('24 model calls');
    expect(await selectedRow(page).innerText()).toContain('prompt 1');
    // The selection of the user, too, from far below.
    await page.locator('.row', { hasText: 'prompt 4' }).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+ArrowLeft');
    await expect.poll(() => selectedRow(page).innerText()).toContain('prompt 4');
    const box = await selectedRow(page).boundingBox();
    expect(box?.y).toBeGreaterThan(100);
    expect(box?.y).toBeLessThan(760);
  },
  60_000,
);

testInBrowser(
  'G goes from one change to the next, whose rows say how many lines; a change that failed is none',
  async () => {
    const page = await show();
    expect(await page.locator('.foot').innerText()).toMatch(/G\s*change/);
    await page.keyboard.press('Home');
    await page.keyboard.press('g');
    await expect.poll(() => selectedRow(page).innerText()).toMatch(/src\/a\.ts\s*\+1 −0/);
    await expect.poll(() => page.locator('.details .diff').innerText()).toContain('two');
    expect(await page.locator('.unseen[role=status]').last().textContent()).toBe('Change 1 of 4');
    await page.keyboard.press('Shift+G');
    expect(await page.locator('.unseen[role=status]').last().textContent()).toBe('Change 4 of 4');
    expect(await page.locator('.row', { hasText: 'src/b.ts' }).first().innerText()).not.toMatch(/\+\d/);
  },
  60_000,
);

testInBrowser(
  'says how many calls failed, of the session and of each prompt, and a row keeps the command that failed',
  async () => {
    const page = await show();
    expect(await page.getAttribute('.problems', 'title')).toBe('9 failed calls, 0 misses, 0 denied');
    expect(await facts(page)).toContain('failed, one of 2 failed calls of this prompt');
    const command = selectedRow(page).locator('.name');
    expect([await command.textContent(), await command.evaluate(isWhole)]).toEqual(['npm test', true]);
    await page.keyboard.press('Control+ArrowLeft');
    await page.locator('.row', { hasText: 'prompt 2' }).click();
    await expect.poll(() => facts(page)).toMatch(/Problems\s*3 failed calls, 0 misses, 0 denied/);
    await page.locator('.row', { hasText: 'prompt 3' }).click();
    await expect.poll(() => facts(page)).toMatch(/Problems\s*2 failed calls, 0 misses, 0 denied/);
  },
  60_000,
);
