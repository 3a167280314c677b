/**
 * The window around the test: screenshots, keys, clicks and the inside of webviews. Works in the browser host, where
 * the shim carries the actions out; in desktop VS Code `screenshot` does nothing and all else fails, so a test that
 * needs them begins with `needsWindow(this)`.
 */
import type { Context } from 'mocha';
import { ColorThemeKind, ConfigurationTarget, commands, window, workspace } from 'vscode';
import { PATIENCE } from './patience.ts';
import { until } from './until.ts';

/** Whether this VS Code's window can be driven. */
export const canDriveWindow = process.env.EDITOR_UI !== undefined;

export interface Wait {
  /** Milliseconds on a quiet machine; 15,000 unless given. */
  readonly timeout?: number;
}

/** Skips the test, saying so, where the window cannot be driven. */
export function needsWindow(test: Context): void {
  if (canDriveWindow) return;
  console.log('      skipped: desktop VS Code does not let a test drive its window');
  test.skip();
}

/**
 * Whether tests take pictures on their way, for people to look at. `npm test` takes none: with their themes they are a
 * fifth of a suite's time.
 */
export const takesPictures = process.env.EDITOR_PICTURES !== 'none';

interface Area {
  readonly selector: string;
  readonly frame?: string;
}

/**
 * Writes `.cache/screenshots/NAME.png`, of the window or of the first element that matches, where pictures are taken.
 * @param name letters, digits, `-`, `_`, `.` and `/`
 */
export async function screenshot(name: string, target?: Area): Promise<void> {
  if (takesPictures) await picture(name, target);
}

/** Writes a picture in each theme, `NAMEdark.png` for one, where pictures are taken; afterwards the theme is dark. */
export async function screenshotInThemes(name: string, themes: readonly Theme[]): Promise<void> {
  if (!takesPictures) return;
  for (const theme of themes) {
    await setTheme(theme);
    await picture(`${name}${theme}`);
  }
  await setTheme('dark');
}

/**
 * Writes a picture in any run.
 * @returns the absolute path; undefined on desktop VS Code, where there is no picture
 */
export async function picture(name: string, target?: Area): Promise<string | undefined> {
  if (canDriveWindow) return (await act('screenshot', { name, target })) as string;
  console.log(`      no screenshot "${name}": desktop VS Code`);
  return undefined;
}

/** Sets the size of the window in pixels; 1280 × 800 at the start of a suite. */
export async function setViewport(width: number, height: number): Promise<void> {
  await act('setViewport', { width, height });
}

const themes = {
  dark: { name: 'Default Dark Modern', kind: ColorThemeKind.Dark },
  light: { name: 'Default Light Modern', kind: ColorThemeKind.Light },
  contrast: { name: 'Default High Contrast', kind: ColorThemeKind.HighContrast },
};

export type Theme = keyof typeof themes;

/**
 * Sets the colour theme and waits until VS Code has it; in any VS Code. For a moment after its start VS Code reports a
 * theme that it does not have yet, so the wanted one must stay for 300 ms.
 */
export async function setTheme(theme: Theme): Promise<void> {
  const { name, kind } = themes[theme];
  await workspace.getConfiguration('workbench').update('colorTheme', name, ConfigurationTarget.Global);
  const end = Date.now() + 10_000 * PATIENCE;
  let since = Date.now();
  while (Date.now() - since < 300) {
    if (Date.now() > end) throw new Error(`The theme ${name} did not come.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (window.activeColorTheme.kind !== kind) since = Date.now();
  }
}

/** Lets VS Code write the state of its window; the harness calls it where another launch follows. */
export async function saveState(): Promise<void> {
  await act('saveState', {});
}

/** Presses a key or a chord with Playwright's names: `Enter`, `F8`, `Control+Shift+P`. */
export async function press(key: string): Promise<void> {
  await act('press', { key });
}

/** Types text where the focus is, waiting until that is an editor, an input box or a webview, or the open quick input. */
export async function type(text: string): Promise<void> {
  await act('type', { text });
}

/** Gives the active editor the focus, and waits until it has it: keys and commands go there then. */
export async function focusEditor(): Promise<void> {
  await until('the focus in the editor', async () => {
    await commands.executeCommand('workbench.action.focusActiveEditorGroup');
    return workbench.evaluate<boolean>(
      `document.activeElement?.closest('.editor-group-container.active .editor-instance .monaco-editor') != null`,
    );
  });
}

/**
 * Gives a command until what it opens is in view: one that needs the focus of a view does nothing while that is elsewhere.
 * @param ready done before each try
 */
export async function open(command: string, selector: string, ready: () => Promise<unknown>): Promise<void> {
  await until(`${selector} by ${command}`, async () => {
    await ready();
    // A command may end only when what it opens is closed.
    void commands.executeCommand(command);
    await workbench.waitFor(selector, { timeout: 1_500 });
    return true;
  });
}

/** Opens the hover at the cursor, and waits until one is there that says this: that of a diagnostic may come first. */
export async function showHover(words = ''): Promise<void> {
  await open(
    'editor.action.showHover',
    `.monaco-hover:not(.hidden) .hover-contents:has-text(${JSON.stringify(words)})`,
    focusEditor,
  );
}

/** Chooses an action of the menu that a command opens at the cursor; `seen` looks at the open menu. */
export async function chooseAction(
  command: string,
  title: string,
  { ready = focusEditor, seen }: { ready?: () => Promise<unknown>; seen?: () => Promise<unknown> } = {},
): Promise<void> {
  const row = `.action-widget .monaco-list-row:has-text("${title}")`;
  // The menu closes by itself where findings change under it.
  await until(`the action "${title}"`, async () => {
    await open(command, row, ready);
    await seen?.();
    await workbench.click(row, { timeout: 1_500 });
    return true;
  });
}

/** What can be done in the workbench and in a webview alike. `selector` is CSS, or Playwright's `text=…`, `role=…`. */
export interface View {
  /** Clicks the first visible match, waiting for it to come. */
  click(selector: string, options?: Wait & { readonly button?: 'left' | 'right' }): Promise<void>;
  hover(selector: string, options?: Wait): Promise<void>;
  /** Replaces what an input box holds. */
  fill(selector: string, text: string, options?: Wait): Promise<void>;
  /** Waits until a match is visible. */
  waitFor(selector: string, options?: Wait): Promise<void>;
  /** Waits until no match is visible. */
  waitForNone(selector: string, options?: Wait): Promise<void>;
  /** The visible text of every match, at once. */
  texts(selector: string): Promise<string[]>;
  /** The value of a JavaScript expression, or what its promise becomes; must be JSON. */
  evaluate<T>(expression: string, options?: Wait): Promise<T>;
}

/** VS Code itself. */
export const workbench: View = view(undefined);

/**
 * The webview in view whose document has an element that matches `marker`, for example `#timeline`; each call waits
 * for it, the first one of a session may take 8 s. Webviews behind other editors do not count.
 */
export function webview(marker: string): View {
  return view(marker);
}

const patient = ({ timeout = 15_000 }: Wait = {}): number => timeout * PATIENCE;

function view(frame: string | undefined): View {
  const target = (selector: string, options?: Wait) => ({ selector, frame, timeout: patient(options) });
  return {
    async click(selector, options) {
      await act('click', { target: target(selector, options), button: options?.button });
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
      return (await act('evaluate', { expression, frame, timeout: patient(options) })) as T;
    },
  };
}

/** Asks the shim; see `scripts/vscode-host/ui-actions.ts` for the other end. */
async function act(action: string, params: object): Promise<unknown> {
  const url = process.env.EDITOR_UI;
  if (url === undefined)
    throw new Error(`${action}: this VS Code's window cannot be driven; begin the test with needsWindow(this).`);
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ action, params }) });
  const answer = (await response.json()) as { value?: unknown; error?: string };
  if (answer.error !== undefined) throw new Error(`${action}: ${answer.error}`);
  return answer.value;
}
