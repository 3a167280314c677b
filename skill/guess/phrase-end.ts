/** Decides whether words for a thing end, or only begin the words for another one. */
import { anyOf } from '../text/any-of.ts';

const PREPOSITIONS = [
  'for',
  'to',
  'in',
  'on',
  'at',
  'of',
  'by',
  'with',
  'from',
  'as',
  'during',
  'via',
  'per',
  'about',
  'into',
];
const CONJUNCTIONS = [
  'and',
  'or',
  'but',
  'before',
  'after',
  'when\\w*',
  'if',
  'while',
  'until',
  'unless',
  'because',
  'since',
];
const AUXILIARIES = [
  'are',
  'were',
  'have',
  'do',
  'will',
  'can',
  'may',
  'must',
  'should',
  'would',
  'could',
  'might',
  'covering',
];
const ADVERBS = [
  'first',
  'now',
  'again',
  'then',
  'once',
  'twice',
  'too',
  'also',
  'only',
  'instead',
  'here',
  'there',
  'next',
];
const OTHER_WORDS = [
  '\\w+ly',
  'that',
  'which',
  'who',
  'so',
  'each',
  'every',
  'not',
  'never',
  'you',
  'we',
  'it',
  '\\w+ed',
];
const DETERMINING = [
  'the',
  'a',
  'an',
  'your',
  'their',
  'its',
  'our',
  'this',
  'these',
  'all',
  'any',
  'found',
  'given',
  'shown',
];
/** Words that end the words for a thing. */
const ENDING = new RegExp(
  `^${anyOf([...PREPOSITIONS, ...CONJUNCTIONS, ...AUXILIARIES, ...ADVERBS, ...OTHER_WORDS, ...DETERMINING])}$`,
  'i',
);

/** Returns true if a noun follows: neither a word that ends the phrase nor one with the ending of a verb. */
export function isContinued(after: string): boolean {
  if (/^[ \t]+(?:step by step|word for word)\b/.test(after)) return false;
  const word = /^["”*_]*[ \t]+([a-z]+)\b/.exec(after)?.[1];
  return word !== undefined && !ENDING.test(word) && !/[^s]s$/.test(word);
}
