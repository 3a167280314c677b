/** Misses put together by the words that provoked them, and how they are told. */
import { linesOf, type TextRange, unchangedWords } from '../editor/recorded-words.ts';
import type { Miss } from './collect.ts';
import type { FileMisses } from './latest.ts';

/** Words of a file as it is now, and all misses that they provoked in the last run. */
export interface Spot {
  readonly words: TextRange;
  readonly misses: readonly Miss[];
  readonly journal: string;
  readonly simulated: boolean;
}

/** The spots of a file in the order of its lines; misses whose text has changed since are left out. */
export function spotsIn(found: FileMisses, content: string): readonly Spot[] {
  const lines = linesOf(content);
  const spots = new Map<string, { words: TextRange; misses: Miss[] }>();
  for (const miss of found.misses) {
    const words = unchangedWords(miss.cause, lines);
    if (words === undefined) continue;
    const key = Object.values(words).join(' ');
    const spot = spots.get(key) ?? { words, misses: [] };
    spots.set(key, spot);
    spot.misses.push(miss);
  }
  const { journal, simulated } = found;
  return [...spots.values()]
    .map((spot) => ({ ...spot, journal, simulated }))
    .sort((a, b) => a.words.line - b.words.line || a.words.column - b.words.column);
}

/** `2 misses`. */
export function countOf(spots: readonly Spot[]): string {
  const count = spots.reduce((sum, spot) => sum + spot.misses.length, 0);
  return `${count} miss${count === 1 ? '' : 'es'}`;
}

/** Paths named in one message. */
const MOST_PATHS = 3;

/** What happened at these words, in a sentence or two. */
export function describeSpot(spot: Spot): string {
  const paths = [...new Set(spot.misses.map((miss) => miss.path))].filter((path) => path !== '');
  const named = paths.slice(0, MOST_PATHS);
  const more = paths.length - named.length;
  const asked = named.length === 0 ? 'a path' : named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  const model = spot.simulated ? 'the simulated model' : 'the model';
  const what = paths.length > 1 ? 'which are not there' : 'which is not there';
  return `Here ${model} asked for ${asked}, ${what}: ${countOf([spot])} in the last run.`;
}
