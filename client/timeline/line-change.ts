/** The text removed and inserted by a change within one line. */
export interface LineChange {
  readonly start: string;
  readonly removed: string;
  readonly inserted: string;
  readonly end: string;
}

/** Finds the single change between two versions of a line. Surrogate pairs are not split. */
export function lineChange(before: string, after: string): LineChange {
  const [old, now] = [[...before], [...after]];
  const minLength = Math.min(old.length, now.length);
  let start = 0;
  while (start < minLength && old[start] === now[start]) start++;
  let end = 0;
  while (end < minLength - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const text = (of: readonly string[], from: number, to: number) => of.slice(from, to).join('');
  return {
    start: text(now, 0, start),
    removed: text(old, start, old.length - end),
    inserted: text(now, start, now.length - end),
    end: text(now, now.length - end, now.length),
  };
}
