import { describe, expect, it } from 'vitest';
import { pairedDifference, rateOverCases, studentQuantile, wilson } from './intervals.ts';

describe('wilson', () => {
  // Computed independently from the closed form: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).
  it.each([
    [0, 3, 0, 0.5615],
    [3, 3, 0.4385, 1],
    [5, 10, 0.2366, 0.7634],
    [9, 10, 0.5958, 0.9821],
    [1, 100, 0.0018, 0.0545],
  ])('%i of %i', (passed, trials, low, high) => {
    const estimate = wilson(passed, trials);
    expect(estimate?.low).toBeCloseTo(low, 3);
    expect(estimate?.high).toBeCloseTo(high, 3);
  });

  it('has no interval without trials', () => {
    expect(wilson(0, 0)).toBeUndefined();
  });
});

describe('studentQuantile', () => {
  // Values of printed tables.
  it.each([
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [5, 2.571],
    [10, 2.228],
    [19, 2.093],
    [120, 1.98],
  ])('with %i degrees of freedom', (freedom, quantile) => {
    expect(Math.abs(studentQuantile(freedom) - quantile)).toBeLessThan(0.02);
  });
});

describe('rateOverCases', () => {
  const tally = (passed: number, judged = 3) => ({ passed, judged });

  it('is that of independent trials if the cases do not differ more than trials do', () => {
    const cases = Array.from({ length: 20 }, (_, index) => tally(1 + (index % 2)));
    expect(rateOverCases(cases)).toEqual(wilson(30, 60));
  });

  it('is wider if some cases always pass and others never do', () => {
    const cases = Array.from({ length: 20 }, (_, index) => tally(index % 2 === 0 ? 3 : 0));
    const { low, high } = rateOverCases(cases) ?? { low: 0, high: 0 };
    const independent = wilson(30, 60) ?? { low: 0, high: 0 };
    expect(high - low).toBeGreaterThan(1.5 * (independent.high - independent.low));
  });

  it('weights cases equally, and leaves out those that are not judged', () => {
    expect(rateOverCases([tally(1, 1), tally(0, 9), tally(0, 0)])?.value).toBe(0.5);
    expect(rateOverCases([tally(0, 0)])).toBeUndefined();
  });
});

describe('pairedDifference', () => {
  const pair = (a: number, b: number) =>
    [
      { passed: a, judged: 3 },
      { passed: b, judged: 3 },
    ] as const;

  it('is computed over the cases that both sides were judged on', () => {
    const pairs = [
      pair(3, 0),
      pair(3, 1),
      pair(2, 0),
      [
        { passed: 0, judged: 0 },
        { passed: 3, judged: 3 },
      ] as const,
    ];
    const estimate = pairedDifference(pairs);
    expect(estimate?.value).toBeCloseTo(7 / 9, 10);
    // 7/9 ± t(2) · sd(1, 2/3, 2/3) / √3
    expect(estimate?.low).toBeCloseTo(7 / 9 - (4.3027 * 0.19245) / Math.sqrt(3), 3);
  });

  it('is symmetric', () => {
    const pairs = [pair(3, 0), pair(2, 1), pair(2, 2)];
    const there = pairedDifference(pairs);
    const back = pairedDifference(pairs.map(([a, b]) => [b, a] as const));
    expect(back?.low).toBeCloseTo(-(there?.high ?? 0), 10);
  });

  it('has a width even if all differences are equal', () => {
    for (const pairs of [
      [pair(0, 0), pair(0, 0), pair(0, 0)],
      // Equal except for rounding.
      [pair(3, 1), pair(2, 0)],
    ]) {
      const { low = 0, high = 0 } = pairedDifference(pairs) ?? {};
      expect(high - low).toBeGreaterThan(0.1);
    }
  });

  it('needs two cases', () => {
    expect(pairedDifference([pair(3, 0)])).toBeUndefined();
  });
});
