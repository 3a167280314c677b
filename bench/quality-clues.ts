/** What each clue is worth by itself: on how many labelled paths it speaks, and how often what it says is right. */
import { CLUES, type Judgement, type Resolution, reasonOf } from '../skill/index.ts';

/** A labelled path that leads to no bundled file, with what was said of it. */
export interface Heard {
  /** Whether a bundled file is meant. */
  readonly isTrue: boolean;
  readonly resolution: Resolution;
  readonly judgement: Judgement;
}

interface Count {
  use: number;
  right: number;
  weight: number;
}

/**
 * The lines of a table: for each clue of the judge and each that silences, in each sample, its use and its precision. A clue
 * of the judge says what its weight says there: above 0 that a bundled file is meant, below 0 that none is. Of the clues that
 * silence the first is heard alone; it says that none is meant.
 * @param samples by their names
 */
export function* clueTable(samples: ReadonlyMap<string, readonly Heard[]>): Iterable<string> {
  const all = [...samples.values()];
  const judges = all.map((heard) => counted(heard, ({ judgement }) => judgement.clues));
  const silencers = all.map((heard) =>
    counted(heard, ({ resolution }) =>
      resolution.kind === 'ignored' ? [{ id: resolution.because, weight: Number.NEGATIVE_INFINITY }] : [],
    ),
  );
  for (const [name, heard] of samples) {
    const meant = heard.filter(({ isTrue }) => isTrue).length;
    yield `clues on ${name}: ${heard.length} labelled paths that lead to no bundled file, ${meant} meant as one`;
  }
  const columns = [...samples.keys()].map((name) => `${name}: use, precision`.padEnd(26)).join('');
  yield `${'clue of the judge, mean weight'.padEnd(44)}${columns}`;
  for (const id of [...CLUES.map((clue) => clue.id), 'words']) yield `  ${line(id, judges, true)}`;
  yield `${'clue that silences'.padEnd(44)}${columns}`;
  const silencing = new Set(silencers.flatMap((counts) => [...counts.keys()]));
  for (const id of [...silencing].sort()) yield `  ${line(id, silencers, false)}${reasonOf(id)}`;
}

function counted(
  heard: readonly Heard[],
  said: (one: Heard) => readonly { readonly id: string; readonly weight: number }[],
): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (const one of heard)
    for (const { id, weight } of said(one)) {
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
