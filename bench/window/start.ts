/** VS Code's server and a window of a headless Chromium, in folders of their own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { cache } from '../../scripts/lib/paths.mjs';
import { ensureBrowser } from '../../scripts/vscode-host/browser.ts';
import { addressOf, startCodeServer } from '../../scripts/vscode-host/code-server.ts';
import { installHost } from '../../scripts/vscode-host/install.ts';
import { openWindow, seedSettings } from '../../scripts/vscode-host/workbench.ts';

/** A folder of its own for one VS Code: `profile` and `extensions` are there, and empty. */
export interface Place {
  /** Absolute path of what lies in it under this name. */
  (name: string): string;
}

export interface StartedWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly place: Place;
  /** Has VS Code begin in it. */
  open(what: Parameters<typeof addressOf>[1]): Promise<void>;
  /** Ends all of it, and removes the folder. */
  close(): Promise<void>;
  /** Keeps what the window looks like now, as `.cache/screenshots/NAME.png`. */
  screenshot(name: string): Promise<void>;
}

export interface WindowOptions {
  /** Lays out what VS Code is to find, and sets the variables that its server is started with. */
  readonly prepare: (place: Place) => Promise<void>;
  /** Script that is put into each frame before its own. */
  readonly watching: string;
}

/** Starts a server and a window on it, in which nothing is open yet. */
export async function startWindow({ prepare, watching }: WindowOptions): Promise<StartedWindow> {
  const browser = ensureBrowser(console.log);
  await installHost(console.log);
  const scratch = mkdtempSync(join(tmpdir(), 'sw-bench-'));
  const place: Place = (name) => join(scratch, name);
  for (const name of ['profile', 'extensions']) mkdirSync(place(name));
  await prepare(place);
  seedSettings(place('profile'));
  const server = await startCodeServer({
    userDataDir: place('profile'),
    extensionsDir: place('extensions'),
    scratch,
    port: 0,
    workspaceTrust: false,
    driver: true,
  });
  const { context, page } = await openWindow({ browser, profile: place('browser'), width: 1400, height: 860 });
  await page.exposeFunction('codeAutomationLog', () => {});
  await page.exposeFunction('codeAutomationExit', () => {});
  await context.addInitScript(watching);
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  return {
    context,
    page,
    place,
    async open(what) {
      await page.goto(addressOf(server.port, what), { waitUntil: 'commit', timeout: 60_000 });
    },
    async close() {
      await context.close();
      await server.stop();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    async screenshot(name) {
      await page.screenshot({ path: join(cache, `screenshots/${name}.png`) }).catch(() => undefined);
    },
  };
}
