/** The words around a mention, each hashed into a bucket, as the judge of references has those around a path. */
import { bucketOf } from '../judge/words.ts';
import type { MentionSituation } from './mention-situation.ts';

/** One weight each; a table of its own, smaller than that of references. */
export const MENTION_BUCKETS = 1 << 13;
const NEAR = 6;

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+|[:→]/gu) ?? []).map((word) => (/^\d+$/.test(word) ? '#' : word));

/** Words as `GROUP KIND:WORDS`. A skill's own name never appears among them. */
export function mentionWords({ group, mention, skill, before, after, heading }: MentionSituation): readonly string[] {
  const own = new Set(wordsOf(skill.name));
  const named = (words: readonly string[]): readonly string[] => words.map((word) => (own.has(word) ? '<own>' : word));
  const [left, right] = [named(wordsOf(before)).slice(-NEAR), named(wordsOf(after)).slice(0, NEAR)];
  const [one = '^', two = '^'] = [...left].reverse();
  const [next = '$'] = right;
  const inside = group === 'thing' ? named(wordsOf(mention.text)) : [];
  return [
    ...left.map((word) => `before:${word}`),
    ...right.map((word) => `after:${word}`),
    ...named(wordsOf(heading)).map((word) => `heading:${word}`),
    ...inside.map((word) => `in:${word}`),
    `last:${one}`,
    `last2:${two} ${one}`,
    `next:${next}`,
    `noun:${inside.at(-1) ?? ''}`,
    `determiner:${inside[0] ?? ''}`,
  ].map((feature) => `${group} ${feature}`);
}

/** The buckets of a mention's words, ascending, each once. */
export const mentionBuckets = (situation: MentionSituation): readonly number[] => [
  ...new Set(mentionWords(situation).map(mentionBucket)),
];

/** The bucket of one of its words. */
export const mentionBucket = (feature: string): number => bucketOf(feature) % MENTION_BUCKETS;
