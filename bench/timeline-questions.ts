/**
 * Questions of a person who debugs an agent, asked of the timeline: `npm run bench:questions`. Each session of
 * `timeline-questions.tsv` is exported as HTML with the command line and opened in Chromium (`CHROMIUM`, or /usr/bin/chromium),
 * in a window of 1280 x 800. The visible text must contain the answer: on the first screen, or after the keys of the row, at most
 * two. The texts and pictures are in `.cache/timeline-questions/`.
 */
import './own-folders.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { sharedFolder } from './shared-folder.ts';
import { launch } from './timeline/chromium.ts';
import { visibleText } from './timeline/visible-text.ts';

interface Question {
  /** Path of the session, relative to `../shared`. */
  readonly session: string;
  readonly question: string;
  readonly answer: RegExp;
  readonly keys: readonly string[];
}

const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist/cli.mjs');
const OUT = join(ROOT, '.cache/timeline-questions');
const MAXIMUM_KEYS = 2;
/** Milliseconds until what a key shows is on the screen: payloads are requested when a row is selected. */
const PATIENCE = 3000;

function readQuestions(): Question[] {
  const [, ...rows] = readFileSync(join(import.meta.dirname, 'timeline-questions.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => {
    const [session = '', question = '', answer = '', keys = ''] = row.split('\t');
    return { session, question, answer: new RegExp(answer), keys: keys.split(' ').filter((key) => key !== '') };
  });
}

/** Returns a page with the timeline of an exported session, as it is when all of it has been read. */
async function open(browser: Browser, file: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('.row');
  await page.waitForFunction(() => !/reading/i.test(document.querySelector('header')?.textContent ?? 'reading'));
  return page;
}

/** True if the answer is visible, now or within the time that the page needs; `name` names the picture and the text. */
async function answers(page: Page, answer: RegExp, name: string): Promise<boolean> {
  const end = performance.now() + PATIENCE;
  let text = await visibleText(page);
  while (!answer.test(text) && performance.now() < end) {
    await page.waitForTimeout(200);
    text = await visibleText(page);
  }
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  writeFileSync(join(OUT, `${name}.txt`), text);
  return answer.test(text);
}

/** Returns where a question is answered: after how many keys, or undefined if it is not. */
async function ask(page: Page, { answer, keys }: Question, name: string): Promise<number | undefined> {
  if (await answers(page, answer, `${name}-0`)) return 0;
  for (const [index, key] of keys.slice(0, MAXIMUM_KEYS).entries()) {
    await page.keyboard.press(key);
    if (await answers(page, answer, `${name}-${index + 1}`)) return index + 1;
  }
  return undefined;
}

const describe = (found: number | undefined, keys: readonly string[]): string => {
  if (found === undefined) return `not found (${keys.join(' ')})`;
  return found === 0 ? 'on the first screen' : `after ${keys.slice(0, found).join(' ')}`;
};

async function main(): Promise<void> {
  const questions = readQuestions();
  const missing = questions.filter(({ session }) => !existsSync(sharedFolder(session)));
  if (missing.length === questions.length) {
    console.log('bench:questions: no sessions at ../shared, nothing measured.');
    return;
  }
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const browser = await launch();
  const counts = { first: 0, keys: 0, none: 0 };
  for (const [index, one] of questions.entries()) {
    if (missing.includes(one)) {
      console.log(`${one.question}  no session ${one.session}`);
      continue;
    }
    const file = join(OUT, `${one.session.replaceAll('/', '-')}.html`);
    if (!existsSync(file)) {
      const session = sharedFolder(one.session);
      execFileSync(process.execPath, [CLI, 'export', session, '--format', 'html', '--out', file]);
    }
    const page = await open(browser, file);
    const found = await ask(page, one, String(index + 1).padStart(2, '0'));
    await page.close();
    counts[found === undefined ? 'none' : found === 0 ? 'first' : 'keys']++;
    console.log(
      `${String(index + 1).padStart(2)}  ${describe(found, one.keys).padEnd(32)} ${one.question}  ${one.session}`,
    );
  }
  await browser.close();
  console.log(`${counts.first} on the first screen, ${counts.keys} after keys, ${counts.none} not found`);
}

await main();
