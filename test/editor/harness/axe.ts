/** Checks the accessibility of a page with axe-core. */
import axe from 'axe-core';
import { sharedState } from './shared.ts';
import { screenshot, setTheme, THEMES, type Theme, takesPictures, type View } from './ui.ts';
import { until } from './until.ts';

/** Makes timers without a delay promises: no timers run in a page without scripts, not even a test's. */
const PROMISES_FOR_TIMERS =
  'window.setTimeout = (task, _, ...rest) => { Promise.resolve().then(() => task(...rest)); return 0; };';

/** The rules whose result depends on the colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface Options {
  /** In this order; the first one is checked by all rules, the others by those of the colors. */
  readonly themes?: readonly Theme[];
  readonly withoutScripts?: boolean;
}

/** The kind and the variables that VS Code sets in the page of a webview for a theme. */
interface Look {
  readonly kind: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The looks of the themes, which are the same in all webviews of a window. */
const looks = sharedState('looks', () => new Map<Theme, Look>());

/** JavaScript that returns the look of a page. */
const CURRENT_LOOK = `(() => {
  const { style } = document.documentElement;
  const names = [...style].filter((name) => name.startsWith('--vscode-'));
  return {
    kind: document.body.dataset.vscodeThemeKind,
    variables: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
  };
})()`;

/** JavaScript of a function that gives a page a look, as VS Code does. */
const APPLY_LOOK = `({ kind, variables }) => {
  const { style } = document.documentElement;
  for (const name of [...style].filter((name) => name.startsWith('--vscode-'))) style.removeProperty(name);
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  document.body.classList.remove(document.body.dataset.vscodeThemeKind);
  document.body.classList.add(kind);
  document.body.dataset.vscodeThemeKind = kind;
  for (const animation of document.getAnimations()) animation.finish();
}`;

/** Returns axe-core's findings in the current state of a webview, one line each; empty if there are none. */
export async function violationsIn(page: View): Promise<readonly string[]> {
  return runAxe(page, '', `findings({})`);
}

/** Returns the findings in a page without scripts. */
export async function violationsWithoutScripts(page: View): Promise<readonly string[]> {
  return runAxe(page, PROMISES_FOR_TIMERS, `findings({})`);
}

/**
 * Returns axe-core's findings in the current state of a webview in each theme, one line each, with the theme; empty if
 * there are none. The themes are those of VS Code, but set in the page alone: the whole window needs half a second for
 * each. If screenshots are enabled, the window changes its theme, too.
 * @param name of the screenshots, before the theme
 */
export async function violationsInThemes(
  page: View,
  name: string,
  { themes = ['dark', 'light', 'contrast'], withoutScripts = false }: Options = {},
): Promise<readonly string[]> {
  const before = withoutScripts ? PROMISES_FOR_TIMERS : '';
  if (takesPictures) {
    const found: string[] = [];
    for (const theme of themes) {
      await setTheme(theme);
      await screenshot(`${name}${theme}`);
      found.push(...(await runAxe(page, before, `findings({}, '${theme}: ')`)));
    }
    await setTheme('dark');
    return found;
  }
  if (looks.size === 0) await readLooks(page);
  const rules = { runOnly: { type: 'rule', values: COLOR_RULES } };
  const steps = themes.map((theme, index) => [theme, looks.get(theme), index === 0 ? {} : rules]);
  return runAxe(
    page,
    before,
    `(async () => {
      const apply = ${APPLY_LOOK};
      const original = ${CURRENT_LOOK};
      const all = [];
      try {
        for (const [theme, look, options] of ${JSON.stringify(steps)}) {
          apply(look);
          all.push(...(await findings(options, theme + ': ')));
        }
      } finally {
        apply(original);
      }
      return all;
    })()`,
  );
}

/** Reads the look of each theme from a webview. The theme is dark afterwards. */
async function readLooks(page: View): Promise<void> {
  for (const theme of ['contrast', 'light', 'dark'] as const) {
    await setTheme(theme);
    const look = await until(`the theme ${theme} in the page`, async () => {
      const current = await page.evaluate<Look>(CURRENT_LOOK);
      return current.kind === THEMES[theme].inPage && current;
    });
    looks.set(theme, look);
  }
}

/**
 * Evaluates an expression that uses `findings(options, prefix)`. Loads axe-core in the same evaluation if it is not yet in
 * the page, because a webview that loads its page again in between would lose it.
 */
async function runAxe(page: View, before: string, expression: string): Promise<readonly string[]> {
  const run = `(() => {
    const findings = (options, prefix = '') =>
      window.axe.run(document, { resultTypes: ['violations'], ...options }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => prefix + id + ': ' + html.slice(0, 200))));
    return ${expression};
  })()`;
  const found = await page.evaluate<readonly string[] | null>(`window.axe === undefined ? null : ${run}`);
  if (found !== null) return found;
  return page.evaluate<readonly string[]>(`(() => { ${before} ${axe.source}; return ${run}; })()`);
}
