// cspell:disable
import { expect, it } from 'vitest';
import { descriptionWords, wordsIn } from './description-words.ts';
import { neighborhoods } from './nearest-skills.ts';

it.each([
  ['Sorts the PDFs and other notes.', ['sort', 'pdf', 'note']],
  ['C++ and C# in 2026', ['c++', 'c#']],
  ['整理税务发票。', ['整理', '税务', '发票']],
  ['Prüft Rechnungen für die Steuer', ['prüft', 'rechnungen', 'steuer']],
  ['', []],
])('finds the words of %j', (text, expected) => {
  expect(wordsIn(text)).toEqual(expected);
});

it.each([
  ['Sorts notes. Not for invoices or taxes.', ['sort', 'note'], ['invoice', 'taxe']],
  ['Sorts notes. Do not use for mail; reads files.', ['sort', 'note', 'read', 'file'], ['mail']],
  ['Sorts notes, not letters.', ['sort', 'note', 'letter'], []],
  ['整理笔记。不要用于发票。', ['整理', '笔记'], ['不要', '用于', '发票']],
])('keeps what %j excludes apart', (text, words, excluded) => {
  const found = descriptionWords(text);
  expect([...found.words.keys()]).toEqual(words);
  expect([...found.excluded]).toEqual(excluded);
});

it.each(['請求書を整理する', 'จัดเรียงใบแจ้งหนี้'])('divides %j, which has no blanks', (text) => {
  const words = wordsIn(text);
  expect(words.length).toBeGreaterThan(1);
  expect(words.every((word) => text.includes(word))).toBe(true);
});

const of = (...descriptions: readonly string[]) =>
  neighborhoods(descriptions.map((description, index) => ({ name: `s${index}`, description })));

it('finds the words that skills share, and those that one has', () => {
  const [first, second, third] = of(
    'Converts invoices to PDF and mails them.',
    'Reads invoices in PDF and sums them.',
    'Draws diagrams of networks.',
  );
  expect(first).toEqual({
    neighbors: [{ name: 's1', shared: ['invoices', 'pdf'] }],
    ownWords: ['converts', 'mails'],
  });
  expect(second?.neighbors.map(({ name }) => name)).toEqual(['s0']);
  expect(third).toEqual({ neighbors: [], ownWords: ['draws', 'diagrams', 'networks'] });
});

it('finds two short descriptions that are the same', () => {
  const [first, second] = of('Helps with PDFs.', 'Helps with PDFs.', 'Draws diagrams.');
  expect(first).toEqual({ neighbors: [{ name: 's1', shared: ['pdfs'] }], ownWords: [] });
  expect(second?.neighbors.map(({ name }) => name)).toEqual(['s0']);
});

it('does not take what a description excludes for a shared word', () => {
  const [first] = of('Sorts notes by topic. Not for invoices in PDF.', 'Sums invoices in PDF.', 'Draws.');
  expect(first?.neighbors).toEqual([]);
});

it('has no neighbors in a catalog of one, or without words', () => {
  expect(of('Sorts notes.')).toEqual([{ neighbors: [], ownWords: [] }]);
  expect(of('', '')).toEqual([
    { neighbors: [], ownWords: [] },
    { neighbors: [], ownWords: [] },
  ]);
  expect(of()).toEqual([]);
});

it('takes time in proportion to the skills, whatever they say', () => {
  const words = (count: number, from: number): string =>
    Array.from({ length: count }, (_, index) => `word${(from * 7 + index * 13) % 4000}x`).join(' ');
  const start = performance.now();
  of(...Array.from({ length: 2000 }, (_, index) => words(60, index)));
  of(...Array.from({ length: 2000 }, () => 'the same words in each of all these many descriptions'));
  for (const one of ['not for ', '发票', 'x', 'don’t use ', 'a b ', '. ', 'é', '\u0301', '🙂'])
    of(one.repeat(1_000_000 / one.length), one.repeat(1_000_000 / one.length), 'x');
  expect(performance.now() - start).toBeLessThan(20_000);
});
