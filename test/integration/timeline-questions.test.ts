/**
 * Questions that a user has about a session, and their answers in the timeline: on the first screen, or after at most two keys.
 * The sessions are real ones and not part of the product.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveTimeline } from '../../client/panel/harness/server.ts';
import { redactorOf } from '../../runtime/journal/redact.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { writeSessionJournal } from '../../runtime/sessions/session-journal.ts';
import { findBrowser } from '../../scripts/vscode-host/browser.ts';
import { temporaryFolder } from '../equipment/runtime/folders.ts';

const SESSIONS = join(import.meta.dirname, '../../../shared/sessions');
const DIST = join(import.meta.dirname, '../../dist');

interface Question {
  readonly asked: string;
  /** Keys of Playwright, at most two. */
  readonly keys: readonly string[];
  /** Each of these is visible. */
  readonly answers: readonly RegExp[];
}

const QUESTIONS: { readonly [session: string]: readonly Question[] } = {
  'pi/large-session.jsonl': [
    { asked: 'Why did turn 12 fail?', keys: [], answers: [/turn 12\b/, /Error\s*terminated/] },
    {
      asked: 'Which call failed next, and what did it say?',
      keys: ['F8'],
      answers: [/bash\s*grep "borderColor"/, /Error\s*Command exited with code 1/],
    },
    {
      asked: 'What was asked, and which prompt wasted calls?',
      keys: ['Control+ArrowLeft'],
      answers: [/prompt 5\b.*ok, i manually remo.*\b18 model calls, 3 wasted/s],
    },
  ],
  'pi/before-compaction.jsonl': [
    {
      asked: 'Why did the edit of turn 33 fail?',
      keys: [],
      answers: [/turn 33\b/, /Error\s*Could not find the exact text in packages\/coding-agent\/src\/core\/index\.ts/],
    },
    { asked: 'What should that edit have changed?', keys: [], answers: [/Change\s*\+\d+ −\d+/, /export \{/] },
    { asked: 'How full was the window?', keys: [], answers: [/Context/, /41%/] },
  ],
  'codex-exec-json/fs-refund-ledger-rollout-codex-skill-20260813190848-580af0.jsonl': [
    {
      asked: 'Which skill was lost, and which file of it?',
      keys: [],
      answers: [/check-migrations\.js/, /data-modeling/, /FILE_NOT_FOUND/],
    },
    {
      asked: 'What stopped its scripts afterwards?',
      keys: ['F8'],
      answers: [/require is not defined in ES module scope/],
    },
  ],
  'codex-exec-json/fs-stale-pass-review-codex-skill-20260813180845-181390.jsonl': [
    {
      asked: 'Where did it look for the script, and what does the skill have?',
      keys: [],
      answers: [
        /\/root\/\.codex\/skills\/\.system\/product-acceptance\/scripts\/accept-check\.js/,
        /product-acceptance/,
      ],
    },
  ],
  'claude-code/vct-claude_code.jsonl': [
    {
      asked: 'Which change did the user refuse?',
      keys: [],
      answers: [/Edit\s*·\s*turn 5/, /DENIED/, /−\s*(?:Removed:)?\s*toolchain go1\.24\.3/],
    },
  ],
};

/** Returns the text that is visible in the page, in the order of the document. */
const VISIBLE = `(() => {
  const parts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, top, width, height } = range.getBoundingClientRect();
    const [x, y] = [left + Math.min(width, 8) / 2, top + Math.min(height, 12) / 2];
    const seen = width > 0 && document.elementFromPoint(x, y);
    if (seen && (seen === node.parentElement || seen.contains(node.parentElement) || node.parentElement.contains(seen))) parts.push(node.data);
  }
  return parts.join(' ');
})()`;

let browser: Browser;
beforeAll(async () => {
  if (findBrowser() !== undefined)
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

/** Opens a session in a page of the size of an editor next to the side bar. */
async function open(session: string): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const options = { journals: temporaryFolder(), skills: [], redactor: redactorOf([]) };
  const read = await writeSessionJournal({ file: join(SESSIONS, session), ...options });
  if (read.kind !== 'read') throw new Error(`${session} was not read.`);
  const lines = readFileSync(read.journal, 'utf8').trimEnd().split('\n');
  const run = () => lines.map((line) => JSON.parse(line) as RunEvent);
  const harness = await serveTimeline({ dist: DIST, run, theme: 'dark', live: false });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(harness.url);
  await page.waitForSelector('.details .facts');
  return {
    page,
    close: async () => {
      await page.close();
      harness.close();
    },
  };
}

const isPossible = existsSync(SESSIONS) && findBrowser() !== undefined;

describe.skipIf(!isPossible)('the timeline answers questions about a session', () => {
  it.each(Object.entries(QUESTIONS))('%s', { timeout: 120_000 }, async (session, questions) => {
    const { page, close } = await open(session);
    try {
      // Text outside the window does not count.
      expect(await page.evaluate<string>(VISIBLE)).not.toMatch(/turn 200\b|prompt 40\b/);
      for (const { asked, keys, answers } of questions) {
        expect(keys.length).toBeLessThanOrEqual(2);
        for (const key of keys) await page.keyboard.press(key);
        for (const answer of answers)
          await expect.poll(() => page.evaluate<string>(VISIBLE), { message: asked, timeout: 10_000 }).toMatch(answer);
        // The next question begins with the first screen again.
        if (keys.length > 0) {
          await page.reload();
          await page.waitForSelector('.details .facts');
        }
      }
    } finally {
      await close();
    }
  });
});
