/** The words around a mention, each hashed into a bucket, like the words around a path in the judge of references. */
import { bucketOf } from '../judge/words.ts';
import type { MentionSituation } from './mention-situation.ts';

/** Number of buckets, fewer than for references. */
export const MENTION_BUCKETS = 1 << 13;
const NEAR = 6;

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+|[:→]/gu) ?? []).map((word) => (/^\d+$/.test(word) ? '#' : word));

/** Returns features of the form `GROUP KIND:WORDS`. They never contain the skill's own name. */
export function mentionWords({ group, mention, skill, before, after, heading }: MentionSituation): readonly string[] {
  const own = new Set(wordsOf(skill.name));
  const maskOwnName = (words: readonly string[]): readonly string[] =>
    words.map((word) => (own.has(word) ? '<own>' : word));
  const [left, right] = [maskOwnName(wordsOf(before)).slice(-NEAR), maskOwnName(wordsOf(after)).slice(0, NEAR)];
  const [one = '^', two = '^'] = [...left].reverse();
  const [next = '$'] = right;
  const inside = group === 'thing' ? maskOwnName(wordsOf(mention.text)) : [];
  return [
    ...left.map((word) => `before:${word}`),
    ...right.map((word) => `after:${word}`),
    ...maskOwnName(wordsOf(heading)).map((word) => `heading:${word}`),
    ...inside.map((word) => `in:${word}`),
    `last:${one}`,
    `last2:${two} ${one}`,
    `next:${next}`,
    `noun:${inside.at(-1) ?? ''}`,
    `determiner:${inside[0] ?? ''}`,
  ].map((feature) => `${group} ${feature}`);
}

/** Returns the distinct buckets of a mention's words. */
export const mentionBuckets = (situation: MentionSituation): readonly number[] => [
  ...new Set(mentionWords(situation).map(mentionBucket)),
];

/** Returns the bucket of one feature. */
export const mentionBucket = (feature: string): number => bucketOf(feature) % MENTION_BUCKETS;
