/** A pseudorandom generator that repeats its sequence for a given seed. */
export interface Random {
  /** Returns an integer from 0 to `n`, exclusive. */
  int(n: number): number;
  pick<T>(items: readonly T[]): T;
  /** Returns true with a probability of 1 in `n`. */
  oneIn(n: number): boolean;
}

/** Creates a mulberry32 generator. The seed is hashed first because adjacent seeds would produce similar sequences. */
export function createChance(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
  return {
    int: below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    oneIn: (n) => below(n) === 0,
  };
}
