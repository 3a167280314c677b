/** Converts a reference to features: the clues that match, the pairs of these clues, and the buckets of its words. */
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { previousVersionOf } from '../text/edit.ts';
import { CLUES, PAIRED } from './clues.ts';
import { type Situation, situationOf } from './situation.ts';
import { BUCKETS, wordFeatures } from './words.ts';

/** Number of pairs of clues. */
export const PAIRS = (PAIRED * (PAIRED - 1)) / 2;
/** Number of features: the clues, then the pairs of clues, then the buckets of words. */
export const FEATURES = CLUES.length + PAIRS + BUCKETS;

/** Returns the index of a pair among all pairs of `count` clues. `first` must be less than `second`. */
export const pairOf = (first: number, second: number, count = PAIRED): number =>
  (first * (2 * count - first - 1)) / 2 + (second - first - 1);

const documentResults = new WeakMap<SkillDocument, { readonly skill: Skill; readonly matches: readonly boolean[] }>();

/** Evaluates the clues that depend on the document only, cached for as long as the skill is the same. */
function matchDocumentClues(situation: Situation): readonly boolean[] {
  const { document, skill } = situation;
  const cached = documentResults.get(document);
  if (cached?.skill === skill) return cached.matches;
  const matches = CLUES.map((clue) => clue.ofDocument === true && clue.matches(situation));
  documentResults.set(document, { skill, matches });
  return matches;
}

/**
 * Returns true if the clues that depend on the document only have the same results as for its previous version; false
 * if they were not evaluated for that version.
 */
export function isSameDocument(situation: Situation): boolean {
  const before = previousVersionOf(situation.document);
  const then = before && documentResults.get(before.document);
  const now = matchDocumentClues(situation);
  return then?.matches.every((matches, index) => matches === now[index]) ?? false;
}

/** Returns the indices in `CLUES` of the clues that match, ascending, among the first `count`. */
export function matchingClues(situation: Situation, count = CLUES.length): readonly number[] {
  const present: number[] = [];
  const known = matchDocumentClues(situation);
  for (let index = 0; index < count; index++) {
    const clue = CLUES[index];
    if (clue?.ofDocument === true ? known[index] : clue?.matches(situation)) present.push(index);
  }
  return present;
}

/** Calls `add` with each pair of the given clues that has a weight, and the index of the pair. */
export function eachPair(present: readonly number[], add: (first: number, second: number, pair: number) => void): void {
  for (let at = 0; at < present.length; at++) {
    const first = present[at] ?? PAIRED;
    if (first >= PAIRED) return;
    for (let next = at + 1; next < present.length; next++) {
      const second = present[next] ?? PAIRED;
      if (second >= PAIRED) break;
      add(first, second, pairOf(first, second));
    }
  }
}

/**
 * Returns the distinct active features, ascending. `context.skill` has the bundle to judge by.
 * @param count number of clues to evaluate, from the first
 */
export function featuresOf(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
  count = CLUES.length,
): Int32Array {
  const situation = situationOf(reference, document, context);
  const clues = matchingClues(situation, count);
  const present = new Set<number>(clues);
  eachPair(clues, (_first, _second, pair) => present.add(CLUES.length + pair));
  for (const { bucket } of wordFeatures(situation)) present.add(CLUES.length + PAIRS + bucket);
  return Int32Array.from(present).sort();
}
