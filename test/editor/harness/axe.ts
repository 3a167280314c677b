/** Checks the accessibility of a page with axe-core. */
import axe from 'axe-core';
import type { View } from './ui.ts';

/** Returns axe-core's findings in the current state of a webview, one line each; empty if there are none. */
export async function violationsIn(page: View): Promise<readonly string[]> {
  await page.evaluate(`{ ${axe.source} }; 0`);
  return page.evaluate<string[]>(`
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}

/** Returns the findings in a page without scripts. No timers run there, not even a test's, so axe-core must wait with promises. */
export async function violationsWithoutScripts(page: View): Promise<readonly string[]> {
  await page.evaluate(
    'window.setTimeout = (task, _, ...rest) => { Promise.resolve().then(() => task(...rest)); return 0; }; 0',
  );
  return violationsIn(page);
}
