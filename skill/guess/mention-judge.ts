/**
 * Estimates how likely a mention makes a model request a bundled file: a sum of evidence, learned by `npm run train`.
 */
import type { Evidence, Judgment } from '../judge/judge.ts';
import type { Mention, Skill, SkillDocument } from '../model/model.ts';
import { MENTION_CLUES } from './mention-clues.ts';
import { type MentionSituation, mentionSituation } from './mention-situation.ts';
import { MENTION_WEIGHTS, type MentionWeights } from './mention-weights.ts';
import { MENTION_BUCKETS, mentionBucket, mentionBuckets, mentionWords } from './mention-words.ts';

/** Number of features: the clues, then the buckets of words. */
export const MENTION_FEATURES = MENTION_CLUES.length + MENTION_BUCKETS;

const NAMED_WORDS = 3;

const matchingClues = (situation: MentionSituation): readonly number[] =>
  MENTION_CLUES.flatMap(({ matches }, index) => (matches(situation) ? [index] : []));

/** Returns the active features in ascending order. `meant` lists the bundled files that are probably meant. */
export function mentionFeatures(
  mention: Mention,
  skill: Skill,
  document: SkillDocument,
  meant: readonly string[],
): Int32Array {
  const situation = mentionSituation(mention, skill, document, meant);
  const words = mentionBuckets(situation).map((bucket) => MENTION_CLUES.length + bucket);
  return Int32Array.from([...matchingClues(situation), ...words]).sort();
}

/** Judges a mention of `document`. Tests may pass other `weights` than those that ship. */
export function judgeMention(
  mention: Mention,
  skill: Skill,
  document: SkillDocument,
  meant: readonly string[],
  weights: MentionWeights = MENTION_WEIGHTS,
): Judgment {
  const situation = mentionSituation(mention, skill, document, meant);
  let logOdds = weights.bias;
  const clues: Evidence[] = [];
  for (const index of matchingClues(situation)) {
    const weight = weights.clues[index] ?? 0;
    const clue = MENTION_CLUES[index];
    logOdds += weight;
    if (clue !== undefined && round(weight) !== 0) clues.push({ id: clue.id, weight: round(weight), says: clue.says });
  }
  const words = mentionBuckets(situation).reduce((sum, bucket) => sum + (weights.words[bucket] ?? 0), 0);
  if (round(words) !== 0)
    clues.push({
      id: 'words',
      weight: round(words),
      says: `the words around it, above all ${strongestWords(situation, words, weights)}`,
    });
  clues.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return { certainty: round(1 / (1 + Math.exp(-logOdds - words))), clues };
}

/** Returns the words with the largest weights of the same sign as the sum. */
function strongestWords(situation: MentionSituation, sum: number, { words }: MentionWeights): string {
  const weightOf = (feature: string): number => (words[mentionBucket(feature)] ?? 0) * Math.sign(sum);
  const weighted = mentionWords(situation)
    .map((feature) => ({ word: feature.slice(feature.indexOf(':') + 1), weight: weightOf(feature) }))
    .filter(({ word }) => /\p{L}/u.test(word))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
  return [...new Set(weighted.map(({ word }) => `"${word}"`))].slice(0, NAMED_WORDS).join(', ');
}

/** Rounds to three decimals, which is precise enough and equal on all platforms. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
