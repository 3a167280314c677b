/** What a change within one line took out and put in. */
export interface LineChange {
  readonly start: string;
  readonly removed: string;
  readonly inserted: string;
  readonly end: string;
}

/** Finds the one change between a line and what became of it. Characters outside of the basic plane stay whole. */
export function lineChange(before: string, after: string): LineChange {
  const [old, now] = [[...before], [...after]];
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start++;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const text = (of: readonly string[], from: number, to: number) => of.slice(from, to).join('');
  return {
    start: text(now, 0, start),
    removed: text(old, start, old.length - end),
    inserted: text(now, start, now.length - end),
    end: text(now, now.length - end, now.length),
  };
}
