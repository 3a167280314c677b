/** Checks the accessibility of a page with axe-core. */
import axe from 'axe-core';
import type { View } from './ui.ts';

/** Makes timers without a delay promises: no timers run in a page without scripts, not even a test's. */
const PROMISES_FOR_TIMERS =
  'window.setTimeout = (task, _, ...rest) => { Promise.resolve().then(() => task(...rest)); return 0; };';

/** Returns axe-core's findings in the current state of a webview, one line each; empty if there are none. */
export async function violationsIn(page: View): Promise<readonly string[]> {
  return findViolations(page, '');
}

/** Returns the findings in a page without scripts. */
export async function violationsWithoutScripts(page: View): Promise<readonly string[]> {
  return findViolations(page, PROMISES_FOR_TIMERS);
}

/** Loads axe-core and runs it in one evaluation, because a webview that loads its page again in between would lose it. */
async function findViolations(page: View, before: string): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    ${before}
    ${axe.source};
    return window.axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))));
  })()`);
}
