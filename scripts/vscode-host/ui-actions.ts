/** What a test may do with the window. Each takes the page, its parameters and the folder of screenshots. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { saveState } from './workbench.ts';

/** Where to look: in the workbench, or, with `frame`, in the webview whose document has an element matching it. */
interface Target {
  /** CSS, or any selector of Playwright: `text=Run`, `role=button[name="Stop"]`. The first visible match counts. */
  readonly selector: string;
  readonly frame?: string;
  /** Milliseconds to wait for it; 15,000 unless given. */
  readonly timeout?: number;
}

const defaultTimeout = 15_000;

export const actions = {
  /** Writes `NAME.png`, of the whole window or of the first element that matches; answers its path. */
  async screenshot(page: Page, { name, target }: { name: string; target?: Target }, folder: string): Promise<string> {
    if (!/^[\w][\w./-]*$/.test(name) || name.includes('..')) throw new Error(`Not a name for a screenshot: ${name}`);
    const path = join(folder, `${name}.png`);
    mkdirSync(dirname(path), { recursive: true });
    // Carets would blink and fading scroll bars differ from run to run.
    const look = { path, animations: 'disabled', caret: 'hide' } as const;
    if (target) await (await locate(page, target)).screenshot(look);
    else await page.screenshot(look);
    return path;
  },

  /** See `saveState` of the workbench. */
  async saveState(page: Page): Promise<void> {
    await saveState(page);
  },

  async setViewport(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
    await page.setViewportSize({ width, height });
  },

  /** A key or chord with Playwright's names, such as `Control+Shift+P`, `F8`, `Escape`. */
  async press(page: Page, { key }: { key: string }): Promise<void> {
    await page.keyboard.press(key);
  },

  /** Types where the focus is, once that is something that takes text. */
  async type(page: Page, { text }: { text: string }): Promise<void> {
    await untilTextIsTaken(page);
    await page.keyboard.type(text);
  },

  /** Replaces what an input box holds. */
  async fill(page: Page, { target, text }: { target: Target; text: string }): Promise<void> {
    await (await locate(page, target)).fill(text, { timeout: target.timeout ?? defaultTimeout });
  },

  async click(page: Page, { target, button }: { target: Target; button?: 'left' | 'right' }): Promise<void> {
    await (await locate(page, target)).click({ timeout: target.timeout ?? defaultTimeout, button: button ?? 'left' });
  },

  async hover(page: Page, { target }: { target: Target }): Promise<void> {
    await (await locate(page, target)).hover({ timeout: target.timeout ?? defaultTimeout });
  },

  /** Waits until the element is visible, or with `gone` until it is not. */
  async waitFor(page: Page, { target, gone }: { target: Target; gone?: boolean }): Promise<void> {
    const state = gone ? 'hidden' : 'visible';
    const end = Date.now() + (target.timeout ?? defaultTimeout);
    for (;;) {
      try {
        await (await locate(page, target)).waitFor({ state, timeout: Math.max(1, end - Date.now()) });
        return;
      } catch (error) {
        // A webview that another one takes the place of goes away while it is looked at.
        if (Date.now() > end || !String(error).includes('Frame was detached')) throw error;
      }
    }
  },

  /** The visible text of every match. */
  async texts(page: Page, { target }: { target: Target }): Promise<string[]> {
    const root = target.frame === undefined ? page : await frameWith(page, target.frame, target.timeout);
    return root.locator(target.selector).allInnerTexts();
  },

  /** The value of a JavaScript expression, or what its promise becomes, as JSON; in the workbench or a webview. */
  async evaluate(
    page: Page,
    { expression, frame, timeout }: { expression: string; frame?: string; timeout?: number },
  ): Promise<unknown> {
    const root = frame === undefined ? page : await frameWith(page, frame, timeout);
    return root.evaluate(expression);
  },
};

/** Waits until what is typed goes somewhere: into an open quick input, else into any editor, input box or webview. */
async function untilTextIsTaken(page: Page): Promise<void> {
  const end = Date.now() + 4 * defaultTimeout;
  for (;;) {
    const missed = await page.evaluate(() => {
      const focus = document.activeElement;
      const quickInput = document.querySelector('.quick-input-widget');
      if (quickInput?.checkVisibility()) return quickInput.contains(focus) ? '' : 'a quick input is open without focus';
      const takesText = focus?.matches('input, textarea, iframe, [contenteditable], .native-edit-context');
      return takesText ? '' : `the focus is on ${focus?.tagName ?? 'nothing'} ${focus?.className ?? ''}`;
    });
    if (missed === '') return;
    if (Date.now() > end) throw new Error(`Nothing takes the text: ${missed}.`);
    await page.waitForTimeout(50);
  }
}

async function locate(page: Page, { selector, frame, timeout }: Target): Promise<Locator> {
  const root = frame === undefined ? page : await frameWith(page, frame, timeout);
  return root.locator(selector).filter({ visible: true }).first();
}

/**
 * A webview is a frame two levels deep without a name: it is known by an element that only it has. Webviews behind
 * another editor stay alive, so only one that is in view counts.
 */
async function frameWith(page: Page, marker: string, timeout = defaultTimeout): Promise<Frame> {
  const end = Date.now() + timeout;
  let behind = 0;
  do {
    behind = 0;
    for (const frame of page.frames()) {
      // A frame can go away at any moment.
      const found = await matches(frame, marker).catch(() => 'none');
      if (found === 'in view') return frame;
      if (found === 'behind') behind += 1;
    }
    await page.waitForTimeout(50);
  } while (Date.now() < end);
  throw new Error(`No webview in view has an element "${marker}" after ${timeout} ms; behind others: ${behind}.`);
}

async function matches(frame: Frame, marker: string): Promise<'none' | 'behind' | 'in view'> {
  if (frame.parentFrame() === null || (await frame.locator(marker).count()) === 0) return 'none';
  for (let outer: Frame | null = frame; outer?.parentFrame(); outer = outer.parentFrame()) {
    const element = await outer.frameElement();
    const visible = await element.isVisible();
    await element.dispose();
    if (!visible) return 'behind';
  }
  return 'in view';
}
