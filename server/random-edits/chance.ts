/** Numbers from 0 up to 1, the same at every run with the same seed. */
export interface Chance {
  (): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** Throws where the list is empty. */
  pick<T>(list: readonly T[]): T;
}

export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of such a sequence hardly vary.
    return (state >>> 8) / 16777216;
  };
  // The first numbers of neighbouring seeds are alike.
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
