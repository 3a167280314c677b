/** The periods in which the text of a skill was in the conversation. */
import type { Lane, Period } from '../row.ts';

/** Returns the periods from each load of a skill to the compaction that lost its text; the last one can be open. */
export function loadedPeriods({ loadedAt, marks }: Pick<Lane, 'loadedAt' | 'marks'>): readonly Period[] {
  if (loadedAt === undefined) return [];
  const periods: Period[] = [];
  let from: number | undefined = loadedAt;
  for (const { kind, at } of marks) {
    if (kind === 'lost' && from !== undefined) {
      // A journal that has lost its order has no period that ends before it starts.
      periods.push([from, Math.max(from, at)]);
      from = undefined;
    } else if (kind === 'loaded') from ??= at;
  }
  return from === undefined ? periods : [...periods, [from, null]];
}
