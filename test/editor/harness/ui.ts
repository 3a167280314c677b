/**
 * Drives the VS Code window of the test: screenshots, keys, clicks and webview contents. Works in the browser host, in which
 * the shim performs the actions. In desktop VS Code, `screenshot` does nothing and everything else fails, so a test that
 * needs them calls `needsWindow(this)` first.
 */
import type { Context } from 'mocha';
import { ColorThemeKind, ConfigurationTarget, commands, window, workspace } from 'vscode';
import { sharedState } from './shared.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import { until } from './until.ts';

/** True if the window of this VS Code can be driven. */
export const canDriveWindow = process.env.EDITOR_UI !== undefined;

export interface Wait {
  /** Timeout on a quiet machine, in milliseconds; 15,000 by default. */
  readonly timeout?: number;
}

/** Skips the test with a message if the window cannot be driven. */
export function needsWindow(test: Context): void {
  if (canDriveWindow) return;
  console.log('      skipped: desktop VS Code does not let a test drive its window');
  test.skip();
}

/**
 * True if tests take screenshots for review. `npm test` takes none, because with all themes they account for a fifth of a
 * suite's run time.
 */
export const takesPictures = process.env.EDITOR_PICTURES !== 'none';

interface Area {
  readonly selector: string;
  readonly frame?: string;
}

/**
 * Writes `.cache/screenshots/NAME.png` of the window or of the first matching element, if screenshots are enabled.
 * @param name letters, digits, `-`, `_`, `.` and `/`
 */
export async function screenshot(name: string, target?: Area): Promise<void> {
  if (takesPictures) await picture(name, target);
}

/** Writes a screenshot in each theme, such as `NAMEdark.png`, if enabled. The theme is dark afterwards. */
export async function screenshotInThemes(name: string, themes: readonly Theme[]): Promise<void> {
  if (!takesPictures) return;
  for (const theme of themes) {
    await setTheme(theme);
    await picture(`${name}${theme}`);
  }
  await setTheme('dark');
}

/**
 * Writes a screenshot even if they are disabled.
 * @returns the absolute path; undefined in desktop VS Code, which cannot take screenshots
 */
export async function picture(name: string, target?: Area): Promise<string | undefined> {
  if (canDriveWindow) return (await act('screenshot', { name, target })) as string;
  console.log(`      no screenshot "${name}": desktop VS Code`);
  return undefined;
}

interface WindowState {
  /** Width and height in pixels. */
  viewport: readonly [number, number];
  /** The theme that `setTheme` set last; undefined if that failed. */
  theme: Theme | undefined;
}

const state = sharedState<WindowState>('window', () => {
  const [width = 1280, height = 800] = (process.env.EDITOR_HOST_SIZE ?? '').split('x').map(Number).filter(Boolean);
  return { viewport: [width, height], theme: undefined };
});

/** Sets the size of the window in pixels; that of `suite.json` at the start of a suite. */
export async function setViewport(width: number, height: number): Promise<void> {
  if (state.viewport[0] === width && state.viewport[1] === height) return;
  await act('setViewport', { width, height });
  state.viewport = [width, height];
}

/** Writes a screenshot in a window of this size, if screenshots are enabled. The window has its previous size afterwards. */
export async function screenshotAt(width: number, height: number, name: string): Promise<void> {
  if (!takesPictures) return;
  const previous = state.viewport;
  await setViewport(width, height);
  await picture(name);
  await setViewport(...previous);
}

/** The themes of VS Code in which screenshots are taken and pages are checked; `inPage` is their class in a webview. */
export const THEMES = {
  dark: { name: 'Default Dark Modern', kind: ColorThemeKind.Dark, inPage: 'vscode-dark' },
  light: { name: 'Default Light Modern', kind: ColorThemeKind.Light, inPage: 'vscode-light' },
  contrast: { name: 'Default High Contrast', kind: ColorThemeKind.HighContrast, inPage: 'vscode-high-contrast' },
};

export type Theme = keyof typeof THEMES;

/**
 * Sets the color theme and waits until it is applied; works in any VS Code. Just after its start, VS Code briefly reports a
 * theme that is not applied yet, so the requested one must remain for 300 ms.
 */
export async function setTheme(theme: Theme): Promise<void> {
  if (theme === state.theme) return;
  state.theme = undefined;
  const { name, kind } = THEMES[theme];
  await workspace.getConfiguration('workbench').update('colorTheme', name, ConfigurationTarget.Global);
  const end = Date.now() + 10_000 * TIMEOUT_FACTOR;
  let since = Date.now();
  while (Date.now() - since < 300) {
    if (Date.now() > end) throw new Error(`The theme ${name} was not applied.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (window.activeColorTheme.kind !== kind) since = Date.now();
  }
  state.theme = theme;
}

/** Makes VS Code save the state of its window. The harness calls it if another launch follows. */
export async function saveState(): Promise<void> {
  await act('saveState', {});
}

/** Presses a key or a chord with Playwright's names: `Enter`, `F8`, `Control+Shift+P`. */
export async function press(key: string): Promise<void> {
  await act('press', { key });
}

/** Types text into the focused element, after waiting until it is an editor, an input box, a webview or the quick input. */
export async function type(text: string): Promise<void> {
  await act('type', { text });
}

/** Focuses the active editor and waits until it has the focus, so that it receives keys and commands. */
export async function focusEditor(): Promise<void> {
  await until('the focus in the editor', async () => {
    await commands.executeCommand('workbench.action.focusActiveEditorGroup');
    return workbench.evaluate<boolean>(
      `document.activeElement?.closest('.editor-group-container.active .editor-instance .monaco-editor') != null`,
    );
  });
}

/**
 * Runs a command until the element that it opens is visible. A command that needs the focus of a view does nothing without it.
 * @param ready called before each attempt
 */
export async function open(command: string, selector: string, ready: () => Promise<unknown>): Promise<void> {
  await until(`${selector} by ${command}`, async () => {
    await ready();
    // A command may resolve only after the element that it opens is closed.
    void commands.executeCommand(command);
    await workbench.waitFor(selector, { timeout: 1_500 });
    return true;
  });
}

/** Opens the hover at the cursor and waits until it contains this text; the hover of a diagnostic may appear first. */
export async function showHover(words = ''): Promise<void> {
  await open(
    'editor.action.showHover',
    `.monaco-hover:not(.hidden) .hover-contents:has-text(${JSON.stringify(words)})`,
    focusEditor,
  );
}

/** Chooses an action in the menu that a command opens at the cursor. `onOpen` is called with the menu open. */
export async function chooseAction(
  command: string,
  title: string,
  { ready = focusEditor, onOpen }: { ready?: () => Promise<unknown>; onOpen?: () => Promise<unknown> } = {},
): Promise<void> {
  const row = `.action-widget .monaco-list-row:has-text("${title}")`;
  // The menu closes if the diagnostics change.
  await until(`the action "${title}"`, async () => {
    await open(command, row, ready);
    await onOpen?.();
    await workbench.click(row, { timeout: 1_500 });
    return true;
  });
}

/**
 * Chooses an item of the context menu that is open.
 * @param label text that the item contains
 */
export async function chooseInMenu(label: string): Promise<void> {
  // VS Code ignores clicks in the first tenth of a second of a menu.
  let isClicked = false;
  await until(`the menu to close after a click on “${label}”`, async () => {
    if (isClicked && (await workbench.texts('.monaco-menu')).length === 0) return true;
    await workbench.click(`.monaco-menu .action-item:has-text("${label}")`, { timeout: 3_000 });
    isClicked = true;
    await workbench.waitForNone('.monaco-menu', { timeout: 500 });
    return true;
  });
}

/** Actions in the workbench or in a webview. `selector` is CSS, or Playwright's `text=…`, `role=…`. */
export interface View {
  /** Waits for a visible match and clicks the first one; with `hold` even in motion, and releases that many ms later. */
  click(
    selector: string,
    options?: Wait & { readonly button?: 'left' | 'right'; readonly hold?: number; readonly clicks?: 1 | 2 },
  ): Promise<void>;
  hover(selector: string, options?: Wait): Promise<void>;
  /** Replaces the text of an input box. */
  fill(selector: string, text: string, options?: Wait): Promise<void>;
  /** Waits until a match is visible. */
  waitFor(selector: string, options?: Wait): Promise<void>;
  /** Waits until no match is visible. */
  waitForNone(selector: string, options?: Wait): Promise<void>;
  /** Returns the visible text of every match, without waiting. */
  texts(selector: string): Promise<string[]>;
  /** Evaluates a JavaScript expression or promise, whose value must be JSON. */
  evaluate<T>(expression: string, options?: Wait): Promise<T>;
}

/** The VS Code workbench. */
export const workbench: View = view(undefined);

/**
 * Returns the visible webview whose document has an element that matches `marker`, for example `#timeline`. Each call waits
 * for it; the first one of a session may take 8 s. Webviews behind other editors are ignored.
 */
export function webview(marker: string): View {
  return view(marker);
}

const scaledTimeout = ({ timeout = 15_000 }: Wait = {}): number => timeout * TIMEOUT_FACTOR;

function view(frame: string | undefined): View {
  const target = (selector: string, options?: Wait) => ({ selector, frame, timeout: scaledTimeout(options) });
  return {
    async click(selector, options) {
      const { button, hold, clicks } = options ?? {};
      await act('click', { target: target(selector, options), button, hold, clicks });
    },
    async hover(selector, options) {
      await act('hover', { target: target(selector, options) });
    },
    async fill(selector, text, options) {
      await act('fill', { target: target(selector, options), text });
    },
    async waitFor(selector, options) {
      await act('waitFor', { target: target(selector, options) });
    },
    async waitForNone(selector, options) {
      await act('waitFor', { target: target(selector, options), gone: true });
    },
    async texts(selector) {
      return (await act('texts', { target: target(selector) })) as string[];
    },
    async evaluate<T>(expression: string, options?: Wait) {
      return (await act('evaluate', { expression, frame, timeout: scaledTimeout(options) })) as T;
    },
  };
}

/** Sends an action to the shim, which is implemented in `scripts/vscode-host/ui-actions.ts`. */
async function act(action: string, params: object): Promise<unknown> {
  const url = process.env.EDITOR_UI;
  if (url === undefined)
    throw new Error(`${action}: this VS Code's window cannot be driven; begin the test with needsWindow(this).`);
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ action, params }) });
  const answer = (await response.json()) as { value?: unknown; error?: string };
  if (answer.error !== undefined) throw new Error(`${action}: ${answer.error}`);
  return answer.value;
}
