import { expect, it } from 'vitest';
import { HEAD, sessionOf, workspaceOf } from '../../testing.ts';
import { hover } from './hover.ts';

const PATH = '/work/notes/SKILL.md';
const TEXT = `${HEAD}Read \`references/tax.md\` first, then \`references/vat.md\`.\n`;

function hoverAt(words: string, text = TEXT, files: Readonly<Record<string, string>> = {}) {
  const before = text.slice(0, text.indexOf(words)).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const workspace = workspaceOf({ 'SKILL.md': text, 'references/vat.md': '', ...files });
  return hover(sessionOf(workspace), PATH, position, { markdown: true, widths: true });
}

it('says how certain a finding is, and which clues spoke, in words', () => {
  const found = hoverAt('references/tax.md');
  expect(found?.contents).toMatchObject({
    kind: 'markdown',
    value: expect.stringMatching(/^\d+ % certain that a bundled file is meant:\n\n(?:- (?:for|against): .+\n?){3,6}$/),
  });
  expect(found?.range?.start.character).toBe(TEXT.split('\n').at(-2)?.indexOf('references/tax.md'));
});

it('says nothing of other words, or of what a comment suppresses', () => {
  expect(JSON.stringify(hoverAt('references/vat.md'))).not.toContain('certain');
  expect(hoverAt('first')).toBeUndefined();
  const silent = TEXT.replace('Read', '<!-- skillwright-disable-next-line reference.missing -->\nRead');
  expect(hoverAt('references/tax.md', silent)).toBeUndefined();
});

it('takes no word of the text for Markdown', () => {
  const found = hoverAt('references/tax.md', TEXT.replace('Read', '<img src=x> [click](command:x) read'));
  expect(JSON.stringify(found?.contents)).not.toMatch(/[^\\]<img|[^\\]\[click/);
});

it('says so of words that make a model guess, too', () => {
  const text = `${HEAD}For the tone, see the user guide. The other guide is old.\n`;
  const at = (words: string) => hoverAt(words, text, { 'references/guide.md': '' });
  expect(at('the user guide')?.contents).toMatchObject({
    value: expect.stringMatching(/\n\n\d+ % certain that a bundled file is meant:\n\n- for: /),
  });
  expect(at('The other guide')).toBeUndefined();
});
