/** Reproducible random numbers. */
export interface Random {
  /** An integer from 0 up to, but not including, `below`. */
  below(below: number): number;
  pick<T>(list: readonly T[]): T | undefined;
  /** Up to `count` different members of a list. */
  some<T>(list: readonly T[], count: number): readonly T[];
}

/** Creates a separate stream for every seed, so that a new operator does not change the numbers of others. */
export function randomOf(seed: string): Random {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  // Mulberry32, public domain.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => list[below(list.length)],
    some(list, count) {
      const rest = [...list];
      const out: (typeof rest)[number][] = [];
      while (out.length < count && rest.length > 0) out.push(...rest.splice(below(rest.length), 1));
      return out;
    },
  };
}
