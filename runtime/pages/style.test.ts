import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAGE_STYLE } from './style.ts';

const TIMELINE = readFileSync(new URL('../../client/timeline/style/base.css', import.meta.url), 'utf8');

/** Returns the custom properties of the first rule with a selector; of a theme's variable only its name. */
function propertiesOf(style: string, selector: string): ReadonlyMap<string, string> {
  const start = style.indexOf(`${selector} {`);
  const rule = style.slice(start, style.indexOf('}', start));
  return new Map(
    [...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value.startsWith('var(') ? (/--vscode-[\w-]+/.exec(value)?.[0] ?? value) : value,
    ]),
  );
}

describe.each([':root', 'body.vscode-light'])('the colors of pages in %s', (selector) => {
  const timeline = propertiesOf(TIMELINE, selector);
  const own = [...propertiesOf(PAGE_STYLE, selector)].filter(([name]) => timeline.has(name));

  it('are those of the timeline', () => {
    expect(own.length).toBeGreaterThan(4);
    for (const [name, value] of own) if (name !== '--mono') expect([name, value]).toEqual([name, timeline.get(name)]);
  });
});
