import { expect, it } from 'vitest';
import { codes, found, good, head } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, markFindings } from '../../../test/equipment/server/server.ts';

it('reports the first line and adds valid frontmatter', () => {
  const text = '# Meeting notes\n\nSort them.\n';
  expect(markFindings(text, found(text), 'frontmatter.missing')).toBe('«# Meeting notes»\n\nSort them.\n');
  expect(codes(applyFix(text, found(text)))).toEqual([]);
});

it('does not require frontmatter in other Markdown files', () => {
  expect(findingsOf({ 'SKILL.md': head(good), 'references/a.md': '# A\n' }, 'references/a.md')).toEqual([]);
});
