/** VS Code's server and a window of a headless Chromium, in separate folders. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { cache } from '../../scripts/lib/paths.mjs';
import { ensureBrowser } from '../../scripts/vscode-host/browser.ts';
import { addressOf, startCodeServer } from '../../scripts/vscode-host/code-server.ts';
import { installHost } from '../../scripts/vscode-host/install.ts';
import { openWindow, seedSettings } from '../../scripts/vscode-host/workbench.ts';

/** A separate folder for one VS Code, with empty `profile` and `extensions`. */
export interface Place {
  /** Returns the absolute path of an entry by its name. */
  (name: string): string;
}

export interface StartedWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly place: Place;
  /** Navigates the window to VS Code. */
  open(what: Parameters<typeof addressOf>[1]): Promise<void>;
  /** Closes everything and removes the folder. */
  close(): Promise<void>;
  /** Writes a screenshot of the window to `.cache/screenshots/NAME.png`. */
  screenshot(name: string): Promise<void>;
}

export interface WindowOptions {
  /** Creates the files for VS Code, and sets the variables of its server. */
  readonly prepare: (place: Place) => Promise<void>;
  /** Script for each frame, run before its own scripts. */
  readonly watching: string;
}

/** Starts a server and an empty window. */
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
