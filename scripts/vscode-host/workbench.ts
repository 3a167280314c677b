/** VS Code's window: a page of a headless Chromium. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

export interface WindowOptions {
  readonly browser: string;
  /** Folder of the browser's profile, which stores secrets and extension state by address. */
  readonly profile: string;
  readonly width: number;
  readonly height: number;
}

export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Runs in each page: stops the animations of VS Code's own page, though not of the webviews in it. A single spinner, which
 * is visible during every run, makes the browser draw the window 60 times a second without a graphics card: a seventh of
 * the processor time of the tests. VS Code keeps it in spite of `reducedMotion`.
 */
function stopAnimations(): void {
  if (globalThis.window !== globalThis.top) return;
  document.addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
    document.head.append(style);
  });
}

/** Opens an empty window without network access except to the loopback interface. */
export async function openWindow({ browser, profile, width, height }: WindowOptions): Promise<Window> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    headless: true,
    viewport: { width, height },
    // Animations cost processor time and move what a test clicks.
    reducedMotion: 'reduce',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
      // Webviews share the process of the window: a tenth less processor time.
      '--disable-site-isolation-trials',
    ],
  });
  context.setDefaultTimeout(15_000);
  await context.addInitScript(stopAnimations);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/**
 * Makes VS Code write the state of its window, and waits for that. VS Code writes when it loses the focus; writes on
 * closing are sometimes lost, because a browser does not wait for them.
 */
export async function saveState(page: Page): Promise<void> {
  for (const focus of [true, false]) {
    // Playwright emulates focus on every page. A webview may have had the focus, so VS Code must first regain it.
    await page.evaluate((has) => {
      document.hasFocus = () => has;
      globalThis.dispatchEvent(new Event(has ? 'focus' : 'blur'));
    }, focus);
    await page.waitForTimeout(300);
  }
  await page.evaluate(async () => {
    const waitForAny = (request: EventTarget, events: readonly string[]) =>
      new Promise((resolve) => {
        for (const event of events) request.addEventListener(event, resolve);
      });
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const opening = indexedDB.open(name);
      await waitForAny(opening, ['success', 'error']);
      const stores = [...opening.result.objectStoreNames];
      // Our transaction completes after all those that VS Code started.
      if (stores.length > 0)
        await waitForAny(opening.result.transaction(stores, 'readwrite'), ['complete', 'abort', 'error']);
      opening.result.close();
    }
  });
}

/** Settings that disable content of a first start, which would take half a minute of a suite. */
const quiet = {
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'window.confirmBeforeClose': 'never',
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.untrustedFiles': 'open',
};

/** Adds our defaults to the user settings of a profile, without overriding them. */
export function seedSettings(userDataDir: string, defaults: Readonly<Record<string, unknown>> = quiet): void {
  const folder = join(userDataDir, 'User');
  const file = join(folder, 'settings.json');
  mkdirSync(folder, { recursive: true });
  const own: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, JSON.stringify({ ...defaults, ...(typeof own === 'object' ? own : undefined) }, undefined, 2));
}
