import { expect, it } from 'vitest';
import { contextOf, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { judge } from './judge.ts';

/** Length of a text that is an entire document, in UTF-16 units. */
const LONG = 20_000;

/** Returns how often a long text is searched to judge as many different paths, none of which is below a heading. */
function searchesFor(count: number): number {
  const lines = Array.from(
    { length: count },
    (_, index) => `Read \`references/part${index}.md\` before step ${index}.\n\n`,
  );
  const { fs, skill } = skillWith(lines.join(''), ['references/index.md']);
  const context = contextOf(fs, skill);
  const { references } = skill.manifest;
  expect(references).toHaveLength(count);
  let searches = 0;
  const { indexOf, lastIndexOf } = String.prototype;
  const isLong = (text: string): boolean => text.length > LONG;
  String.prototype.indexOf = function (this: string, ...args: [string, number?]) {
    if (isLong(this)) searches++;
    return indexOf.apply(this, args);
  };
  String.prototype.lastIndexOf = function (this: string, ...args: [string, number?]) {
    if (isLong(this)) searches++;
    return lastIndexOf.apply(this, args);
  };
  try {
    for (const reference of references) judge(reference, skill.manifest, context);
  } finally {
    Object.assign(String.prototype, { indexOf, lastIndexOf });
  }
  return searches;
}

it('searches a long text no more often for twice as many paths', () => {
  const searches = searchesFor(2_000);
  // Otherwise nothing is counted. Some searches are limited to the first 1,500 paths.
  expect(searches).toBeGreaterThan(0);
  expect(searchesFor(4_000)).toBe(searches);
});
