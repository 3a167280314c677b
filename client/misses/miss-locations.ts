/** Groups misses by the words that provoked them, and describes them. */

import { formatCount } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import { linesOf, type TextRange, unchangedWords } from '../editor/recorded-words.ts';
import type { FileMisses } from './latest-misses.ts';
import type { Miss } from './miss-reader.ts';

/** A range in the current text of a file, and all misses that it provoked in the last run. */
export interface MissLocation {
  readonly range: TextRange;
  readonly misses: readonly Miss[];
  readonly journal: string;
  readonly simulated: boolean;
  /** The client that the run simulated, if any. */
  readonly client?: string;
}

/** Locates the misses of a file, in the order of its lines. Misses whose text has changed since are omitted. */
export function locateMisses(found: FileMisses, content: string): readonly MissLocation[] {
  const lines = linesOf(content);
  const locations = new Map<string, { range: TextRange; misses: Miss[] }>();
  for (const miss of found.misses) {
    const range = unchangedWords(miss.cause, lines);
    if (range === undefined) continue;
    const key = Object.values(range).join(' ');
    const location = locations.get(key) ?? { range, misses: [] };
    locations.set(key, location);
    location.misses.push(miss);
  }
  const { journal, simulated, client } = found;
  const run: Omit<MissLocation, 'range' | 'misses'> = defined({ journal, simulated, client });
  return [...locations.values()]
    .map((location) => ({ ...location, ...run }))
    .sort((a, b) => a.range.line - b.range.line || a.range.column - b.range.column);
}

/** Formats the number of misses: `2 misses`. */
export function countMisses(locations: readonly MissLocation[]): string {
  const count = locations.reduce((sum, location) => sum + location.misses.length, 0);
  return formatCount(count, 'miss', 'misses');
}

/** Maximum number of paths named in one message. */
const MAX_PATHS = 3;

/** Describes the misses provoked at a location. */
export function describeMisses(location: MissLocation): string {
  const paths = [...new Set(location.misses.map((miss) => miss.path))].filter((path) => path !== '');
  const named = paths.slice(0, MAX_PATHS);
  const moreCount = paths.length - named.length;
  const requested = named.length === 0 ? 'a path' : named.join(', ') + (moreCount > 0 ? ` and ${moreCount} more` : '');
  const model = location.simulated ? 'the simulated model' : 'the model';
  const { client } = location;
  const absent = paths.length > 1 ? 'which do not exist' : 'which does not exist';
  // The tools of a client look in its working directory, so the file may exist in the skill.
  const problem = client === undefined ? absent : `which the tools of ${client} did not find`;
  return `Here ${model} requested ${requested}, ${problem}: ${countMisses([location])} in the last run.`;
}
