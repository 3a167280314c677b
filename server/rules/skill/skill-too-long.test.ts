import { expect, it } from 'vitest';
import { findingsOf, HEAD, markFindings, removeMarks, settings } from '../../../test/equipment/server/server.ts';

const found = (files: Readonly<Record<string, string>>, using = settings({})) =>
  findingsOf(files, 'SKILL.md', using).filter((one) => one.code === 'skill.too-long');

/** Returns the text that the rule reports. */
const markReported = (text: string, files: Readonly<Record<string, string>> = {}): string =>
  markFindings(removeMarks(text), findingsOf({ 'SKILL.md': text, ...files }), 'skill.too-long');

const name = HEAD.replace('notes', '«notes»');

it('counts the lines', () => {
  expect(markReported(name + 'x\n'.repeat(496))).toBe(name + 'x\n'.repeat(496));
  const fits = HEAD + 'x\n'.repeat(495);
  expect(markReported(fits)).toBe(fits);
});

it('counts the tokens of the body', () => {
  const [finding] = found({ 'SKILL.md': `${HEAD}${'Some words of a sentence. '.repeat(1_000)}` });
  expect(finding?.message).toMatch(/SKILL\.md has about [56],\d00 tokens/);
  // A script without Latin letters needs a token per character.
  expect(found({ 'SKILL.md': `${HEAD}${'漢'.repeat(6_000)}` })).toHaveLength(1);
  expect(found({ 'SKILL.md': `${HEAD}${'Some words. '.repeat(1_000)}` })).toEqual([]);
});

it('applies to SKILL.md only', () => {
  expect(findingsOf({ 'SKILL.md': HEAD, 'references/a.md': 'x\n'.repeat(900) }, 'references/a.md')).toEqual([]);
});
