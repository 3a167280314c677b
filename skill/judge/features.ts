/** A reference as numbers: which clues speak, which two speak together, and which buckets its words fall into. */
import type { Reference, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { CLUES, PAIRED } from './clues.ts';
import { type Situation, situationOf } from './situation.ts';
import { BUCKETS, bucketOf, wordFeatures } from './words.ts';

/** How many pairs of clues there are. */
export const PAIRS = (PAIRED * (PAIRED - 1)) / 2;
/** Features are numbered: clues, then pairs of clues, then buckets of words. */
export const FEATURES = CLUES.length + PAIRS + BUCKETS;

/** The number of a pair among all pairs; `first` is below `second`. */
export const pairOf = (first: number, second: number): number =>
  (first * (2 * PAIRED - first - 1)) / 2 + (second - first - 1);

/** The clues that speak, by their place in `CLUES`, ascending; of the first `count` alone. */
export function speaking(situation: Situation, count = CLUES.length): readonly number[] {
  const present: number[] = [];
  for (let index = 0; index < count; index++) if (CLUES[index]?.speaks(situation)) present.push(index);
  return present;
}

/** Each pair of the clues that speak and weigh in pairs, with its number. */
export function* pairsOf(present: readonly number[]): Iterable<readonly [first: number, second: number, pair: number]> {
  const paired = present.filter((index) => index < PAIRED);
  for (const [place, first] of paired.entries())
    for (const second of paired.slice(place + 1)) yield [first, second, pairOf(first, second)];
}

/**
 * The features that are there, ascending, each once. `context.skill` has the bundle to judge by.
 * @param count how many clues are asked, from the first on
 */
export function featuresOf(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
  count = CLUES.length,
): Int32Array {
  const situation = situationOf(reference, document, context);
  const clues = speaking(situation, count);
  const present = new Set<number>(clues);
  for (const [, , pair] of pairsOf(clues)) present.add(CLUES.length + pair);
  for (const word of wordFeatures(situation)) present.add(CLUES.length + PAIRS + bucketOf(word));
  return Int32Array.from(present).sort();
}
