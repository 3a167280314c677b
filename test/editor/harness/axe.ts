/** Whether a page can be used by everybody, as far as axe-core can tell. */
import axe from 'axe-core';
import type { View } from './ui.ts';

/** What axe-core finds wrong in a webview as it stands, one line a finding; empty where nothing is. */
export async function violationsIn(page: View): Promise<readonly string[]> {
  await page.evaluate(`{ ${axe.source} }; 0`);
  return page.evaluate<string[]>(`
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}
