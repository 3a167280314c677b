import { expect, it } from 'vitest';
import { allOccurrences } from './all-occurrences.ts';

it('finds the first occurrences of words of several lengths', () => {
  const found = allOccurrences(['a.md', 'b/a.md', 'none.md', 'aa'], 'a.md b/a.md aaaa a.md', 3);
  expect([...found]).toEqual([
    ['a.md', [0, 7, 17]],
    ['b/a.md', [5]],
    ['none.md', []],
    ['aa', [12, 13, 14]],
  ]);
});

it('finds no more than asked for, and the last one', () => {
  expect([...allOccurrences(['x', 'x', 'the end'], 'xxx the end', 2)]).toEqual([
    ['x', [0, 1]],
    ['the end', [4]],
  ]);
});

it('finds nothing in a text that is shorter', () => {
  expect([...allOccurrences(['long'], 'lo', 5)]).toEqual([['long', []]]);
});

it.each(['', 'ab', 'éüñ\u{1F600}'])('finds the same as a search for each word, in texts of %j', (more) => {
  const letters = `ab/${more}`;
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const word = (length: number): string => Array.from({ length }, () => letters[next(letters.length)]).join('');
  const text = word(2_000);
  const words = Array.from({ length: 300 }, () => word(1 + next(6)));
  for (const [one, positions] of allOccurrences(words, text, 5)) {
    const expected: number[] = [];
    for (let at = text.indexOf(one); at >= 0 && expected.length < 5; at = text.indexOf(one, at + 1)) expected.push(at);
    expect(positions, one).toEqual(expected);
  }
});
