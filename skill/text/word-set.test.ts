import { expect, it } from 'vitest';
import { WordSet, wordsIn } from './word-set.ts';

const mayHave = (text: string, name: string): boolean => new WordSet(text).mayHave(wordsIn(name));

it('contains every word of its text in any case or encoding', () => {
  const text = 'Read `references/Tax-Rules.md`, [x](<my file.md>), [y](caf%C3%A9%20menu.md) and naïve.txt.';
  for (const name of ['tax-rules.md', 'my file.md', 'my%20file.md', 'menu.md', 'café menu.md', 'naïve.txt', 'READ'])
    expect(mayHave(text, name), name).toBe(true);
});

it('rejects nearly all words that are not in its text', () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
  const set = new WordSet(text);
  expect(Array.from({ length: 3_000 }, (_, index) => set.mayHave(wordsIn(`word${index}`)))).not.toContain(false);
  const wrong = Array.from({ length: 5_000 }, (_, index) => set.mayHave(wordsIn(`other${index}`))).filter(Boolean);
  expect(wrong.length).toBeLessThan(400);
});

it('accepts a name without any ASCII word', () => {
  expect(mayHave('Read the text.', '指南')).toBe(true);
  expect(mayHave('', 'a')).toBe(false);
});
