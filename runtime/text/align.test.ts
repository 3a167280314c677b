import { describe, expect, it } from 'vitest';
import { createChance } from '../random.ts';
import { type AlignedPair, align, Numbering } from './align.ts';

/** Aligns words by their text, then by their first letter at the given cost. */
function alignWords(
  a: readonly string[],
  b: readonly string[],
  similar = 1,
  maxCells?: number,
): readonly AlignedPair[] {
  const words = new Numbering();
  const letters = new Numbering();
  const levels = (texts: readonly string[]) => [words.number(texts), letters.number(texts.map((text) => text[0]))];
  return align(levels(a), levels(b), [0, similar], maxCells);
}
const costOf = (pairs: readonly AlignedPair[], a: readonly string[], b: readonly string[]): number =>
  pairs.reduce((sum, [i, j]) => sum + (i === null || j === null ? 2 : a[i] === b[j] ? 0 : 1), 0);

/** The lowest cost, by its definition. */
function lowestCost(a: readonly string[], b: readonly string[]): number {
  const known = new Map<string, number>();
  const cost = (i: number, j: number): number => {
    if (i === a.length || j === b.length) return 2 * (a.length - i + b.length - j);
    const key = `${i},${j}`;
    const pair = a[i] === b[j] ? 0 : a[i]?.[0] === b[j]?.[0] ? 1 : Number.POSITIVE_INFINITY;
    const found = known.get(key) ?? Math.min(pair + cost(i + 1, j + 1), 2 + cost(i + 1, j), 2 + cost(i, j + 1));
    known.set(key, found);
    return found;
  };
  return cost(0, 0);
}

const LETTERS = 'abcdef';
function randomWords(seed: number, length: number): string[] {
  const chance = createChance(seed);
  return Array.from({ length }, () => `${LETTERS[chance.int(6)]}${chance.int(4)}`);
}

function expectComplete(pairs: readonly AlignedPair[], a: number, b: number): void {
  expect(pairs.flatMap(([i]) => (i === null ? [] : [i]))).toEqual(Array.from({ length: a }, (_, index) => index));
  expect(pairs.flatMap(([, j]) => (j === null ? [] : [j]))).toEqual(Array.from({ length: b }, (_, index) => index));
}

describe('align', () => {
  it.each<[string, string, string, readonly AlignedPair[]]>([
    [
      'equal sequences',
      'a1 b1',
      'a1 b1',
      [
        [0, 0],
        [1, 1],
      ],
    ],
    ['nothing', '', '', []],
    [
      'an added element',
      'a1 c1',
      'a1 b1 c1',
      [
        [0, 0],
        [null, 1],
        [1, 2],
      ],
    ],
    [
      'a removed element',
      'a1 b1 c1',
      'a1 c1',
      [
        [0, 0],
        [1, null],
        [2, 1],
      ],
    ],
    [
      'a similar element',
      'a1 b1 c1',
      'a1 b2 c1',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'an unrelated element',
      'a1 b1 c1',
      'a1 d1 c1',
      [
        [0, 0],
        [1, null],
        [null, 1],
        [2, 2],
      ],
    ],
    [
      'the first of several similar elements',
      'a1 a1 a1',
      'a2',
      [
        [0, 0],
        [1, null],
        [2, null],
      ],
    ],
    [
      'an empty side',
      '',
      'a1 b1',
      [
        [null, 0],
        [null, 1],
      ],
    ],
  ])('pairs %s', (_title, a, b, pairs) => {
    const words = (text: string): string[] => text.split(' ').filter(Boolean);
    expect(alignWords(words(a), words(b))).toEqual(pairs);
  });

  it('finds the lowest cost for random sequences, with every element once and in order', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const a = randomWords(seed, seed % 17);
      const b = randomWords(seed + 1000, (seed * 7) % 19);
      const pairs = alignWords(a, b);
      expectComplete(pairs, a.length, b.length);
      expect([seed, costOf(pairs, a, b)]).toEqual([seed, lowestCost(a, b)]);
    }
  });

  it('remains complete and finds few differences within a narrow band', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const a = randomWords(seed, 200);
      const b = a.filter((_, index) => (index + seed) % 40 !== 0);
      const pairs = alignWords(a, b, 1, 200 * 30);
      expectComplete(pairs, a.length, b.length);
      expect(costOf(pairs, a, b)).toBe(2 * (a.length - b.length));
    }
    for (const [n, m] of [
      [100, 3],
      [3, 100],
      [50, 0],
      [0, 50],
      [1, 77],
    ] as const)
      expectComplete(alignWords(randomWords(n, n), randomWords(m + 500, m), 1, 10), n, m);
  });

  it('pairs nothing with -1', () => {
    const ids = new Numbering().number([undefined]);
    expect(align([ids], [ids])).toEqual([
      [0, null],
      [null, 0],
    ]);
  });
});
