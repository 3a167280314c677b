import { expect, it } from 'vitest';
import { TextIndex } from './text-index.ts';

it('finds text in nested values, ignoring case, and returns each row once', () => {
  const index = new TextIndex();
  index.add(1, { path: 'references/Guide.md', list: [{ deep: 'guide guide' }] });
  index.add(2, 'nothing');
  index.add(3, { n: 42, yes: true });
  index.add(1, 'the GUIDE again');
  expect([...index.find('guide')]).toEqual([1]);
  expect([...index.find('42')]).toEqual([3]);
  expect([...index.find('path')]).toEqual([]);
  expect([...index.find(' ')]).toEqual([]);
});

it('does not match across two values', () => {
  const index = new TextIndex();
  index.add(1, 'ab');
  index.add(2, 'cd');
  expect([...index.find('bc')]).toEqual([]);
});

it('continues from the last search', () => {
  const index = new TextIndex();
  index.add(1, 'apple');
  expect([...index.find('apple')]).toEqual([1]);
  const mark = index.blockCount();
  index.add(5, 'apple pie');
  expect([...index.find('apple', mark)]).toEqual([5]);
});

it('finds the right rows across many blocks', () => {
  const index = new TextIndex();
  for (let row = 0; row < 4000; row++) index.add(row, { text: `row number ${row} ${'x'.repeat(500)}`, İ: 'İ' });
  expect([...index.find('row number 3999 ')]).toEqual([3999]);
  expect(index.find('row number')).toHaveLength(4000);
});

it('reports that it is full, and still finds what it contains', () => {
  const index = new TextIndex(20);
  index.add(1, 'the first apple');
  expect(index.isFull).toBe(false);
  index.add(2, 'the second apple');
  expect(index.isFull).toBe(true);
  index.add(3, 'the third apple');
  expect([...index.find('apple')]).toEqual([1, 2]);
});
