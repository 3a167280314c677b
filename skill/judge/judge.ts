/**
 * The judge estimates how likely it is that the author of a missing path means a file of this bundle. It is trained to
 * separate references that resolve from those that do not (`bench/train/`), as a sum of evidence that can be itemized.
 */
import type { Reference, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { CLUES } from './clues.ts';
import { eachPair, matchingClues } from './features.ts';
import { isNearFile, NEAR_FILE } from './near-file.ts';
import { type Situation, situationOf } from './situation.ts';
import { WEIGHTS, type Weights } from './weights.ts';
import { featureName, type WordFeature, wordFeatures } from './words.ts';

/** The contribution of one clue. */
export interface Evidence {
  /** Id of the clue; `words` for all words together, and `near-file` for a certainty that is raised to 0.5. */
  readonly id: string;
  /** The decrease of the log-odds without the clue. If positive, the clue is evidence for a bundled file. */
  readonly weight: number;
  readonly says: string;
}

export interface Judgment {
  /** The probability that the author means a file of this bundle, from 0 to 1. */
  readonly certainty: number;
  /** All clues that match, with the largest contributions first. */
  readonly clues: readonly Evidence[];
}

/** Number of words that are named as the most important. */
const NAMED_WORDS = 3;
/** Kinds of features that are not words of the text. */
const SHAPES: ReadonlySet<string> = new Set(['shape', 'kind', 'place', 'form-last']);

/** Judges a missing reference of `document`. Tests and benchmarks may pass other `weights` than those that ship. */
export function judge(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
  weights: Weights = WEIGHTS,
): Judgment {
  const situation = situationOf(reference, document, context);
  const present = matchingClues(situation);
  // The contribution of a clue is its own weight and those of all pairs that it is part of.
  const added = new Float64Array(CLUES.length);
  let logOdds = weights.bias;
  for (const index of present) {
    const weight = weights.clues[index] ?? 0;
    added[index] = weight;
    logOdds += weight;
  }
  eachPair(present, (first, second, pair) => {
    const weight = weights.pairs[pair] ?? 0;
    logOdds += weight;
    added[first] = (added[first] ?? 0) + weight;
    added[second] = (added[second] ?? 0) + weight;
  });
  const clues: Evidence[] = [];
  for (const index of present) {
    const clue = CLUES[index];
    const weight = round(added[index] ?? 0);
    if (clue !== undefined && weight !== 0) clues.push({ id: clue.id, weight, says: clue.says });
  }
  const words = wordEvidence(situation, weights);
  if (words) {
    clues.push(words);
    logOdds += words.weight;
  }
  // What the words around a path say is not enough to doubt it.
  if (logOdds < 0 && isNearFile(situation)) {
    clues.push({ id: 'near-file', weight: round(-logOdds), says: NEAR_FILE });
    logOdds = 0;
  }
  clues.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return { certainty: round(1 / (1 + Math.exp(-logOdds))), clues };
}

function wordEvidence(situation: Situation, { words }: Weights): Evidence | undefined {
  const seen = new Set<number>();
  const found: WeightedFeature[] = [];
  let sum = 0;
  for (const feature of wordFeatures(situation)) {
    const { bucket } = feature;
    if (seen.has(bucket)) continue;
    seen.add(bucket);
    const weight = words[bucket] ?? 0;
    sum += weight;
    found.push({ feature, weight });
  }
  if (sum === 0) return undefined;
  const direction = Math.sign(sum);
  const strongest: (WeightedFeature & { readonly name: string })[] = [];
  for (const one of found) {
    // Most features are weaker than the three strongest so far and can be skipped.
    let place = strongest.length;
    for (; place > 0; place--) if (!isStronger(one, strongest[place - 1] ?? one, direction)) break;
    if (place >= NAMED_WORDS || SHAPES.has(one.feature.kind)) continue;
    const name = wordsOfText(one.feature);
    if (name === '') continue;
    // Features of several kinds have the same words: only the strongest is named.
    const same = strongest.findIndex((other) => other.name === name);
    if (same !== -1 && same < place) continue;
    if (same !== -1) strongest.splice(same, 1);
    strongest.splice(place, 0, { ...one, name });
    if (strongest.length > NAMED_WORDS) strongest.pop();
  }
  const named = strongest.map(({ name }) => `"${name}"`).join(', ');
  return { id: 'words', weight: round(sum), says: `the words around it${named && `, above all ${named}`}` };
}

interface WeightedFeature {
  readonly feature: WordFeature;
  readonly weight: number;
}

/** Returns the words of a feature without its marks: the start or end of the line, and the skill's own name. */
const wordsOfText = ({ words }: WordFeature): string =>
  words
    .split(' ')
    .filter((word) => word !== '^' && word !== '$' && word !== '<own>')
    .join(' ');

/** Returns true if a word has a larger weight in the direction of the sum. Equal weights are ordered by name. */
function isStronger(one: WeightedFeature, other: WeightedFeature, direction: number): boolean {
  const more = (one.weight - other.weight) * direction;
  return more === 0 ? featureName(one.feature) < featureName(other.feature) : more > 0;
}

/** Rounds to three decimals, which is precise enough and equal on all platforms. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
