/** The box for a further prompt, in the timeline's real page. */
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { guardedRun, WRITER_SKILL, waitingRun } from '../../client/panel/harness/runs.ts';
import { type Harness, serveTimeline } from '../../client/panel/harness/server.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { findBrowser } from '../../scripts/vscode-host/browser.ts';

const DIST = join(import.meta.dirname, '../../dist');
const BOX = '.prompt textarea';

let browser: Browser;
beforeAll(async () => {
  if (findBrowser() !== undefined)
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

interface Shown {
  readonly page: Page;
  readonly harness: Harness;
  /** The prompts that reached the extension. */
  readonly sent: readonly string[];
}

interface RunToShow {
  readonly run?: (root: string) => RunEvent[];
  readonly live?: boolean;
  /** True if the extension starts the run. */
  readonly starts?: boolean;
}

async function show({ run = guardedRun, live = false, starts = true }: RunToShow = {}): Promise<Shown> {
  const sent: string[] = [];
  const harness = await serveTimeline({
    dist: DIST,
    run,
    theme: 'dark',
    live,
    files: { 'writer/SKILL.md': WRITER_SKILL },
    control: {
      sendPrompt: async (_run, prompt) => {
        sent.push(prompt);
        return starts;
      },
    },
  });
  onTestFinished(() => harness.close());
  const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
  onTestFinished(() => page.close());
  await page.goto(harness.url);
  await page.waitForSelector('.row');
  return { page, harness, sent };
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName');
const announced = (page: Page, text: string) =>
  page.locator('.unseen[role=status]', { hasText: text }).waitFor({ state: 'attached' });

const testInBrowser = test.skipIf(findBrowser() === undefined);

testInBrowser(
  'P leads to the box, Enter sends, Shift+Enter adds a line, and the focus stays',
  async () => {
    const { page, sent } = await show();
    await page.click('.row >> nth=1');
    await page.keyboard.press('p');
    expect(await focused(page)).toBe('TEXTAREA');
    await page.keyboard.type('Now shorter.');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('With p and / in it.');
    expect(await page.getAttribute(BOX, 'rows')).toBe('2');
    await page.keyboard.press('Enter');
    await announced(page, 'The agent continues');
    expect(sent).toEqual(['Now shorter.\nWith p and / in it.']);
    expect(await page.inputValue(BOX)).toBe('');
    expect(await focused(page)).toBe('TEXTAREA');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.closest("[role=row]") !== null')).toBe(true);
  },
  60_000,
);

testInBrowser(
  'a prompt that starts nothing stays in the box, which gets the focus again',
  async () => {
    const { page, sent } = await show({ starts: false });
    await page.fill(BOX, 'And then?');
    await page.click('.prompt .button');
    await announced(page, 'The prompt was not sent');
    expect([sent, await page.inputValue(BOX), await focused(page)]).toEqual([['And then?'], 'And then?', 'TEXTAREA']);
    expect(await page.getAttribute('.prompt .button', 'aria-disabled')).toBeNull();
  },
  60_000,
);

testInBrowser(
  'nothing is sent while the run is active, and the draft stays',
  async () => {
    const { page, sent, harness } = await show({ run: waitingRun, live: true });
    await page.fill(BOX, 'Then this.');
    await page.press(BOX, 'Enter');
    await announced(page, 'Answer the question of the run first');
    await page.locator('.prompt .button').click({ force: true });
    expect([sent, await page.inputValue(BOX)]).toEqual([[], 'Then this.']);
    // The run pauses: its process has ended, and the question is open.
    harness.session.setOwner('none');
    await page.locator('.prompt .button:not([aria-disabled])').waitFor();
    await page.press(BOX, 'Enter');
    await announced(page, 'The agent continues');
    expect(sent).toEqual(['Then this.']);
  },
  60_000,
);

testInBrowser(
  'an empty prompt is not sent',
  async () => {
    const { page, sent } = await show();
    await page.press(BOX, ' ');
    await page.press(BOX, 'Enter');
    expect(await page.getAttribute('.prompt .button', 'aria-disabled')).toBe('true');
    expect(sent).toEqual([]);
  },
  60_000,
);

testInBrowser(
  'after the next prompt, its rows are selected and not those before',
  async () => {
    const { page, harness } = await show();
    const [first] = guardedRun('/skills');
    if (first === undefined) expect.fail();
    await page.fill(BOX, 'And now?');
    await page.press(BOX, 'Enter');
    await announced(page, 'The agent continues');
    const seq = harness.session.trace.lastSeq + 1;
    harness.session.setOwner('this-window');
    harness.session.events([{ ...first, seq, prompt: 'And now?' } as RunEvent]);
    const row = harness.session.trace.root?.id ?? -1;
    await page.locator(`[role=row][aria-selected=true]`, { hasText: 'And now?' }).waitFor();
    expect(harness.session.trace.spans[row]?.parent).toBe(-1);
    expect(await page.locator('.prompt-hint').textContent()).toContain('The agent is working');
    expect(await focused(page)).toBe('TEXTAREA');
  },
  60_000,
);

testInBrowser(
  'a session of another agent has no box, but a reason',
  async () => {
    const run = (root: string): RunEvent[] =>
      guardedRun(root).map((event) =>
        event.type === 'run_started'
          ? ({ ...event, imported: { client: 'claude-code', file: '/home/ada/a.jsonl' } } as RunEvent)
          : event,
      );
    const { page } = await show({ run });
    expect(await page.locator(BOX).count()).toBe(0);
    expect(await page.textContent('.no-prompt')).toContain('A session of Claude Code cannot be continued here');
    await page.click('.row >> nth=1');
    await page.keyboard.press('p');
    await announced(page, 'cannot be continued here');
  },
  60_000,
);
