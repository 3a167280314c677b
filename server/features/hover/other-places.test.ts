import { expect, it } from 'vitest';
import { HEAD, workspaceOf } from '../../../test/equipment/server/server.ts';
import { otherPlacesAt } from './other-places.ts';

/** Returns the hover at the last occurrence of words in a SKILL.md, with `message` as the message of all findings. */
function hoverTexts(body: string, words: string, message?: string): readonly string[] {
  const text = HEAD + body;
  const result = workspaceOf({ 'SKILL.md': text }).diagnose('/work/notes/SKILL.md');
  if (result === undefined) throw new Error('no skill');
  const findings = result.findings.map((one) => ({ ...one, message: message ?? one.message }));
  const at = text.lastIndexOf(words);
  return otherPlacesAt({ ...result, findings }, at, 'file:///pages').map(({ value }) => value);
}

const BODY = 'Read `references/a.md`.\n\nThen read `references/a.md` again.\n';

it('is shown only at the other places of a finding', () => {
  expect(hoverTexts(BODY, 'Read `references')).toEqual([]);
  expect(hoverTexts(BODY, 'Then')).toEqual([]);
  expect(
    hoverTexts(BODY.replace('Then', 'Nothing else').replaceAll('a.md', 'b.md').replace('b.md', 'a.md'), 'again'),
  ).toEqual([]);
});

it('has the message, the rule’s page, and the first line', () => {
  expect(hoverTexts(BODY, 'references/a.md', 'Write `a_b.md`.')).toEqual([
    'Write `a_b.md`\\.\n\n[reference.missing](file:///pages/reference.missing.md), first on line 6',
  ]);
});

it('escapes text of a skill', () => {
  const [value = ''] = hoverTexts(BODY, 'references/a.md', '“![x](https://x.y/z)<b>” `a` ` b [c](d)');
  expect(value).toMatch(/^“\\!\\\[x\\\]\\\(https:\/\/x\\\.y\/z\\\)\\<b\\>” `a` \\` b \\\[c\\\]\\\(d\\\)/);
});

it('explains other paths into the same missing folder', () => {
  const [value = ''] = hoverTexts('Read `references/a.md`.\n\nThen read `references/b.md` again.\n', 'references/b.md');
  expect(value).toMatch(
    /^`references\/b\.md` is also in the missing folder `references\/`\\\.\n\nThe skill has no folder/,
  );
});
