import { expect, it } from 'vitest';
import { type AnswerPart, answerDifference } from './answer-difference.ts';

/** Formats an answer with its changed parts in brackets. */
const marked = (parts: readonly AnswerPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const difference = (a: string, b: string): readonly string[] => {
  const { a: before, b: after } = answerDifference(a, b);
  return [marked(before), marked(after)];
};

it.each([
  ['Sort the list.', 'Count the list.', '[Sort ]the list.', '[Count ]the list.'],
  ['One two three.', 'One three.', 'One [two ]three.', 'One three.'],
  ['One', 'One two', 'One', 'One [two]'],
  ['One\n\ntwo', 'One two', '[One\n\n]two', '[One ]two'],
  ['', 'All of it.', '', '[All of it.]'],
  ['a b c d', 'x b y d', '[a ]b [c ]d', '[x ]b [y ]d'],
])('of %j and %j is marked in both', (a, b, before, after) => {
  expect(difference(a, b)).toEqual([before, after]);
});

it('begins shortly before the first difference', () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index} `).join('');
  expect(difference(`${words}red.`, `${words}blue.`)).toEqual([
    '…w32 w33 w34 w35 w36 w37 w38 w39 [red.]',
    '…w32 w33 w34 w35 w36 w37 w38 w39 [blue.]',
  ]);
});

it('of long answers without anything in common is all of them', () => {
  const long = (name: string) => Array.from({ length: 2_000 }, (_, index) => `${name}${index} `).join('');
  const { a, b } = answerDifference(long('a'), long('b'));
  expect([a.length, b.length, a[0]?.isChanged, b[0]?.isChanged]).toEqual([1, 1, true, true]);
});
