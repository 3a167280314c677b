import { expect, it } from 'vitest';
import { TextIndex } from './text-index.ts';

it('finds text in nested values, ignoring case, and returns each row once', () => {
  const words = new TextIndex();
  words.add(1, { path: 'references/Guide.md', list: [{ deep: 'guide guide' }] });
  words.add(2, 'nothing');
  words.add(3, { n: 42, yes: true });
  words.add(1, 'the GUIDE again');
  expect([...words.find('guide')]).toEqual([1]);
  expect([...words.find('42')]).toEqual([3]);
  expect([...words.find('path')]).toEqual([]);
  expect([...words.find(' ')]).toEqual([]);
});

it('does not match across two values', () => {
  const words = new TextIndex();
  words.add(1, 'ab');
  words.add(2, 'cd');
  expect([...words.find('bc')]).toEqual([]);
});

it('continues from the last search', () => {
  const words = new TextIndex();
  words.add(1, 'apple');
  expect([...words.find('apple')]).toEqual([1]);
  const mark = words.blockCount();
  words.add(5, 'apple pie');
  expect([...words.find('apple', mark)]).toEqual([5]);
});

it('finds the right rows across many blocks', () => {
  const words = new TextIndex();
  for (let row = 0; row < 4000; row++) words.add(row, { text: `row number ${row} ${'x'.repeat(500)}`, İ: 'İ' });
  expect([...words.find('row number 3999 ')]).toEqual([3999]);
  expect(words.find('row number')).toHaveLength(4000);
});

it('reports that it is full, and still finds what it contains', () => {
  const words = new TextIndex(20);
  words.add(1, 'the first apple');
  expect(words.isFull).toBe(false);
  words.add(2, 'the second apple');
  expect(words.isFull).toBe(true);
  words.add(3, 'the third apple');
  expect([...words.find('apple')]).toEqual([1, 2]);
});
