/** A seeded pseudo-random generator: each call returns a number in [0, 1), reproducible per seed. */
export interface Chance {
  (): number;
  /** Returns an integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** Returns a random element. Throws if the list is empty. */
  pick<T>(list: readonly T[]): T;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of such a generator hardly vary.
    return (state >>> 8) / 16777216;
  };
  // The first numbers of adjacent seeds are similar.
  for (let skip = 0; skip < 8; skip++) next();
  const below = (limit: number): number => Math.floor(next() * limit);
  return Object.assign(next, {
    below,
    pick<T>(list: readonly T[]): T {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
  });
}
