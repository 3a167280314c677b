/** Faults in YAML, by kind: the right place, and a fix that keeps what the author wrote. */
import { describe, expect, it } from 'vitest';
import { readFrontmatter } from '../../../skill/index.ts';
import { found, head } from '../../../test/equipment/server/rules.ts';
import { removeMarks } from '../../../test/equipment/server/server.ts';
import { YAML_FAULTS } from '../../../test/equipment/server/yaml-faults.ts';
import { applyEdits } from '../rule/safe-fixes.ts';

/** Applies the fixes of the syntax, one fault after the other, and returns how many there were. */
function repaired(text: string, isSafe: boolean): { readonly text: string; readonly count: number } {
  let after = text;
  for (let count = 0; ; count++) {
    const fix = found(after).find(({ code }) => code === 'frontmatter.syntax')?.fixes?.[0];
    if (fix?.kind !== 'edit' || (isSafe && fix.safe !== true) || count > 5) return { text: after, count };
    after = applyEdits(after, fix.edits);
  }
}

it.each([
  ['description: Posts to «#»general and others.', 'description: "Posts to #general and others."'],
  ['description: Handles issues\n  «#»12 and others', 'description: "Handles issues #12 and others"'],
  ['description: Handles «#»12,\n\n\n', 'description: "Handles #12,"'],
])('warns of a text that ends at a number sign: %s', (yaml, fixed) => {
  const marked = head(`name: notes\n${yaml}`);
  const text = removeMarks(marked);
  const [finding] = found(text);
  const { start, end } = finding?.range ?? { start: 0, end: 0 };
  expect(finding).toMatchObject({ code: 'frontmatter.syntax', severity: 'warning' });
  expect(`${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`).toBe(marked);
  expect(repaired(text, false).text.replaceAll('\n', '')).toBe(head(`name: notes\n${fixed}`).replaceAll('\n', ''));
});

it.each([
  'description: Sorts notes. # Do not change',
  'description: Sorts C# and F# code',
  'description: "Posts to #general"',
  'description: >-\n  Posts to #general',
  'description: Sorts notes.\n# a comment',
])('does not warn of a comment or of quoted text: %s', (yaml) =>
  expect(found(head(`name: notes\n${yaml}`))).toEqual([]),
);

describe.each(YAML_FAULTS)('$name', ({ faults }) => {
  it.each(faults.map((one) => [one.yaml, one] as const))('%s', (_, { yaml, fixed, unsafe }) => {
    const marked = head(yaml);
    const text = removeMarks(marked);
    const finding = found(text).find(({ code }) => code === 'frontmatter.syntax');
    const { start, end } = finding?.range ?? { start: 0, end: 0 };
    expect(`${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`).toBe(marked);
    expect(finding?.message.length).toBeLessThanOrEqual(160);
    expect(finding?.message).not.toMatch(/implicit|mapping|scalar|token|node/i);
    expect(repaired(text, false).text).toBe(head(fixed));
    expect(repaired(text, true).text).toBe(unsafe ? text : head(fixed));
    expect(readFrontmatter(head(fixed)).frontmatter.kind).toBe('valid');
  });
});

it.each([
  ['lines of text', 'x\n'],
  ['indented fields', '  name: x\n'],
  ['quotation marks', 'a: "b\n'],
  ['text that a colon breaks', 'a: b\n c: d\n'],
])('takes little time for thousands of %s', (_, line) => {
  const text = `---\n${line.repeat(60_000 / line.length)}---\n`;
  const before = process.threadCpuUsage().user;
  expect(found(text).map(({ code }) => code)).toContain('frontmatter.syntax');
  expect(process.threadCpuUsage().user - before).toBeLessThan(4_000_000);
});
