import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../scripts/vscode-host/browser.ts';
import { temporaryFolder } from '../equipment/runtime/folders.ts';
import { createDemoSkill, runCli } from './run-support.ts';

const PROMPT = 'Say </script><script>alert(1)</script> & "hello" <!-- with ';

/** Exports a run whose prompt contains a key, and returns the page's file. */
async function exportRun(): Promise<string> {
  const cwd = temporaryFolder();
  const options = ['--skills', createDemoSkill(), '--model', 'simulated/stubborn', '--yes', '--json'];
  const ran = await runCli(['run', `${PROMPT}sk-live-0123456789abcdefghij`, ...options], { cwd });
  const id = ran.ofType('run_started')[0]?.run ?? '';
  const exported = await runCli(['export', id, '--format', 'html', '--out', 'run.html'], { cwd });
  expect([exported.code, exported.stderr]).toEqual([0, '']);
  return join(cwd, 'run.html');
}

test('a page of a run allows only its own script and style, and contains the run as data, redacted', async () => {
  const html = readFileSync(await exportRun(), 'utf8');
  const element = (name: string): string => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(html)?.[1] ?? '';
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hash(element('script'))}`,
    `style-src ${hash(element('style'))}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html.match(/<script[\s>]/gi)).toHaveLength(2);
  expect(html.replace(element('script'), '').replace(element('style'), '')).not.toMatch(/\s(?:src|href)=|url\(/);
  const [, data = ''] = /<script id="run" type="application\/gzip">([\w+/=]*)<\/script>/.exec(html) ?? [];
  const run = JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString('utf8'));
  expect(run.events[0]).toMatchObject({ type: 'run_started', prompt: `${PROMPT}sk…[redacted]` });
  expect(Object.keys(run.payloads).length).toBeGreaterThan(2);
});

test.skipIf(findBrowser() === undefined)(
  'a page of a run shows the timeline offline, without errors or requests',
  { timeout: 120_000 },
  async () => {
    const file = await exportRun();
    const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ colorScheme: 'light' });
    const problems: string[] = [];
    page.on('console', (message) => void problems.push(message.text()));
    page.on('pageerror', (error) => void problems.push(error.message));
    page.on('request', (request) => request.url().startsWith('file:') || problems.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    expect(await page.textContent('h1')).toContain('Say </script><script>alert(1)</script>');
    await page.click('.row >> nth=1');
    await page.keyboard.press('ArrowDown');
    await page.locator('h2', { hasText: 'list_skills' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.click('role=tab[name=Request]');
    await page.locator('.panel', { hasText: 'You have skills' }).waitFor();
    await page.fill('.find input', 'user_guide');
    await page.locator('.find .n', { hasText: /of \d+/ }).waitFor();
    // Nothing that needs VS Code is offered.
    expect(await page.locator('text=Run Again').isVisible()).toBe(false);
    expect(await page.locator('.prompt, .no-prompt').count()).toBe(0);
    expect(await page.locator('[aria-label="Open in an editor"]').isVisible()).toBe(false);
    expect(await page.locator('text=go to source').isVisible()).toBe(false);
    expect(await page.locator('.lane button.name').isDisabled()).toBe(true);
    expect(await page.getAttribute('body', 'class')).toBe('vscode-light saved');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('body.vscode-dark').waitFor();
    expect(problems).toEqual([]);
  },
);
