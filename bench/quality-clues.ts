/** The value of each clue by itself: the number of labeled paths that it matches, and its precision. */
import { CLUES, type Judgment, type Resolution, reasonOf } from '../skill/index.ts';

/** A labeled path that resolves to no bundled file, with the result for it. */
export interface LabeledResult {
  /** True if a bundled file is meant. */
  readonly isTrue: boolean;
  readonly resolution: Resolution;
  readonly judgment: Judgment;
}

interface Count {
  use: number;
  right: number;
  weight: number;
}

/**
 * Formats a table: for each judging and suppressing clue, in each sample, its number of matches and its precision. The weight
 * of a judging clue is its prediction: above 0 that a bundled file is meant, below 0 that none is. Of the suppressing clues
 * only the first counts, which predicts that none is meant.
 * @param samples by their names
 */
export function* clueTable(samples: ReadonlyMap<string, readonly LabeledResult[]>): Iterable<string> {
  const all = [...samples.values()];
  const judges = all.map((results) => countMatches(results, ({ judgment }) => judgment.clues));
  const silencers = all.map((results) =>
    countMatches(results, ({ resolution }) =>
      resolution.kind === 'ignored' ? [{ id: resolution.because, weight: Number.NEGATIVE_INFINITY }] : [],
    ),
  );
  for (const [name, results] of samples) {
    const meant = results.filter(({ isTrue }) => isTrue).length;
    yield `clues on ${name}: ${results.length} labeled paths that resolve to no bundled file, ${meant} of them meant`;
  }
  const columns = [...samples.keys()].map((name) => `${name}: use, precision`.padEnd(26)).join('');
  yield `${'judging clue, mean weight'.padEnd(44)}${columns}`;
  for (const id of [...CLUES.map((clue) => clue.id), 'words']) yield `  ${line(id, judges, true)}`;
  yield `${'suppressing clue'.padEnd(44)}${columns}`;
  const silencing = new Set(silencers.flatMap((counts) => [...counts.keys()]));
  for (const id of [...silencing].sort()) yield `  ${line(id, silencers, false)}${reasonOf(id)}`;
}

function countMatches(
  results: readonly LabeledResult[],
  cluesOf: (one: LabeledResult) => readonly { readonly id: string; readonly weight: number }[],
): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (const one of results)
    for (const { id, weight } of cluesOf(one)) {
      const count = counts.get(id) ?? { use: 0, right: 0, weight: 0 };
      counts.set(id, count);
      count.use++;
      count.weight += weight;
      if (weight > 0 === one.isTrue) count.right++;
    }
  return counts;
}

function line(id: string, samples: readonly ReadonlyMap<string, Count>[], isWeighed: boolean): string {
  const counts = samples.map((counted) => counted.get(id));
  const [use, weight] = (['use', 'weight'] as const).map((key) =>
    counts.reduce((sum, one) => sum + (one?.[key] ?? 0), 0),
  );
  const mean = isWeighed && use ? ((weight ?? 0) / use).toFixed(2) : '';
  const cells = counts.map((one) =>
    (one === undefined ? '     0' : `${String(one.use).padStart(6)} ${(one.right / one.use).toFixed(2)}`).padEnd(26),
  );
  return `${id.padEnd(34)}${mean.padStart(6)}  ${cells.join('')}`;
}
