import { describe, expect, it } from 'vitest';
import { growthOf } from './growth.ts';

const LIMIT = { most: 4, floor: 60 };

describe('growth', () => {
  const answers = (times: readonly number[]) => {
    const left = [...times];
    return () => left.shift() ?? Number.NaN;
  };

  it('is the ratio of the two times', async () => {
    expect(await growthOf(answers([210, 100]), 1, LIMIT)).toEqual({ short: 100, long: 210, ratio: 2.1 });
  });
  it('of what stays too much when it is measured again is told', async () => {
    expect((await growthOf((length) => length ** 2.1, 100, LIMIT)).ratio).toBeGreaterThan(4);
  });
  it('of what was noise is not', async () => {
    expect((await growthOf(answers([900, 100, 220, 110]), 1, LIMIT)).ratio).toBe(2.2);
  });
  it('of what takes no time says nothing', async () => {
    expect((await growthOf(answers([50]), 1, LIMIT)).ratio).toBe(1);
  });
});
