/** The window actions for tests. Each takes the page, its parameters and the folder of screenshots. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { saveState } from './workbench.ts';

/** An element of the workbench, or, with `frame`, of the webview with an element that matches `frame`. */
interface Target {
  /** CSS, or any Playwright selector: `text=Run`, `role=button[name="Stop"]`. Selects the first visible match. */
  readonly selector: string;
  readonly frame?: string;
  /** Milliseconds to wait for it; 15,000 unless given. */
  readonly timeout?: number;
}

interface ClickOptions {
  readonly target: Target;
  readonly button?: 'left' | 'right';
  /** Milliseconds that the button is held. */
  readonly hold?: number;
  readonly clicks?: number;
}

const defaultTimeout = 15_000;

export const actions = {
  /** Writes `NAME.png` of the window or of the first matching element, and returns its path. */
  async screenshot(page: Page, { name, target }: { name: string; target?: Target }, folder: string): Promise<string> {
    if (!/^[\w][\w./-]*$/.test(name) || name.includes('..')) throw new Error(`Not a name for a screenshot: ${name}`);
    const path = join(folder, `${name}.png`);
    mkdirSync(dirname(path), { recursive: true });
    // Blinking carets and fading scroll bars would differ between runs.
    const options = { path, animations: 'disabled', caret: 'hide' } as const;
    if (target) await (await locate(page, target)).screenshot(options);
    else await page.screenshot(options);
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

  /**
   * Types into the focused element, once it accepts text. An input box of VS Code gets the text in one step, as from
   * an input method: it filters its list after each change.
   */
  async type(page: Page, { text }: { text: string }): Promise<void> {
    await waitUntilTextIsAccepted(page);
    if (await page.evaluate(() => document.activeElement?.matches('.quick-input-widget input')))
      await page.keyboard.insertText(text);
    else await page.keyboard.type(text);
  },

  /** Replaces the text of an input box. */
  async fill(page: Page, { target, text }: { target: Target; text: string }): Promise<void> {
    await (await locate(page, target)).fill(text, { timeout: target.timeout ?? defaultTimeout });
  },

  /** Clicks an element at rest, `clicks` times; with `hold` presses a moving one, too, and releases the button that many ms later. */
  async click(page: Page, { target, button = 'left', hold = 0, clicks = 1 }: ClickOptions): Promise<void> {
    const timeout = target.timeout ?? defaultTimeout;
    await (await locate(page, target)).click({ timeout, button, delay: hold, force: hold > 0, clickCount: clicks });
  },

  async hover(page: Page, { target }: { target: Target }): Promise<void> {
    await (await locate(page, target)).hover({ timeout: target.timeout ?? defaultTimeout });
  },

  /** Waits until the element is visible, or with `gone` until it is not. */
  async waitFor(page: Page, { target, gone }: { target: Target; gone?: boolean }): Promise<void> {
    const state = gone ? 'hidden' : 'visible';
    await inCurrentPage(target.timeout, async (timeout) => (await locate(page, target)).waitFor({ state, timeout }));
  },

  /** Returns the visible text of every match. */
  async texts(page: Page, { target }: { target: Target }): Promise<string[]> {
    return inCurrentPage(target.timeout, async (timeout) =>
      (await rootOf(page, target.frame, timeout)).locator(target.selector).allInnerTexts(),
    );
  },

  /** Evaluates a JavaScript expression in the workbench or a webview, and returns its awaited value as JSON. */
  async evaluate(
    page: Page,
    { expression, frame, timeout }: { expression: string; frame?: string; timeout?: number },
  ): Promise<unknown> {
    return inCurrentPage(timeout, async (left) => (await rootOf(page, frame, left)).evaluate(expression));
  },
};

/** Repeats an action without effects on the page if a webview is replaced or loads its page again in the meantime. */
async function inCurrentPage<T>(timeout = defaultTimeout, action: (timeout: number) => Promise<T>): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      return await action(Math.max(1, end - Date.now()));
    } catch (error) {
      if (Date.now() > end || !/Frame was detached|Execution context was destroyed/.test(String(error))) throw error;
    }
  }
}

/** Waits until an element accepts text: an open quick input, otherwise any editor, input box or webview. */
async function waitUntilTextIsAccepted(page: Page): Promise<void> {
  const end = Date.now() + 4 * defaultTimeout;
  for (;;) {
    const problem = await page.evaluate(() => {
      const focus = document.activeElement;
      const quickInput = document.querySelector('.quick-input-widget');
      if (quickInput?.checkVisibility()) return quickInput.contains(focus) ? '' : 'a quick input is open without focus';
      const takesText = focus?.matches('input, textarea, iframe, [contenteditable], .native-edit-context');
      return takesText ? '' : `the focus is on ${focus?.tagName ?? 'nothing'} ${focus?.className ?? ''}`;
    });
    if (problem === '') return;
    if (Date.now() > end) throw new Error(`Nothing takes the text: ${problem}.`);
    await page.waitForTimeout(50);
  }
}

async function locate(page: Page, { selector, frame, timeout }: Target): Promise<Locator> {
  return (await rootOf(page, frame, timeout)).locator(selector).filter({ visible: true }).first();
}

async function rootOf(page: Page, frame: string | undefined, timeout?: number): Promise<Page | Frame> {
  return frame === undefined ? page : frameWith(page, frame, timeout);
}

/** The webview of each marker that was found last, which is looked at first. */
const lastFound = new Map<string, Frame>();

/**
 * Finds a webview by an element that only it has, because its frame has no name. Webviews behind another editor stay
 * alive, so only a visible one matches.
 */
async function frameWith(page: Page, marker: string, timeout = defaultTimeout): Promise<Frame> {
  const end = Date.now() + timeout;
  let behind = 0;
  do {
    behind = 0;
    const last = lastFound.get(marker);
    for (const frame of last === undefined ? page.frames() : [last, ...page.frames()]) {
      // A frame can be detached at any time.
      const found = await matches(frame, marker).catch(() => 'none');
      if (found === 'in view') {
        lastFound.set(marker, frame);
        return frame;
      }
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
