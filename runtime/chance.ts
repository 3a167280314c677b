/** Chance that repeats itself for a seed. */
export interface Chance {
  /** A whole number from 0 up to `n`, without `n`. */
  below(n: number): number;
  pick<T>(of: readonly T[]): T;
  /** True once in `n` times. */
  once(n: number): boolean;
}

/** mulberry32; the seed is spread first, as neighbouring seeds would begin alike. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
  return { below, pick: (of) => of[below(of.length)] as (typeof of)[number], once: (n) => below(n) === 0 };
}
