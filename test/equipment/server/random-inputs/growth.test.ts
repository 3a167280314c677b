import { describe, expect, it } from 'vitest';
import { growthOf } from './growth.ts';

const LIMIT = { maxRatio: 4, floor: 60 };

describe('growth', () => {
  const answers = (times: readonly number[]) => {
    const left = [...times];
    return () => left.shift() ?? Number.NaN;
  };

  it('is the ratio of both times', async () => {
    expect(await growthOf(answers([210, 100]), 1, LIMIT)).toEqual({ short: 100, long: 210, ratio: 2.1 });
  });
  it('is reported if it remains too high', async () => {
    expect((await growthOf((length) => length ** 2.1, 100, LIMIT)).ratio).toBeGreaterThan(4);
  });
  it('is not reported if it was noise', async () => {
    expect((await growthOf(answers([900, 100, 220, 110]), 1, LIMIT)).ratio).toBe(2.2);
  });
  it('is ignored for very short times', async () => {
    expect((await growthOf(answers([50]), 1, LIMIT)).ratio).toBe(1);
  });
});
