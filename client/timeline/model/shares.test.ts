import { expect, test } from 'vitest';
import { changeOf, largestFirst, nameOfShare, percent, sumOfShares } from './shares.ts';

const skill = { kind: 'skill', name: 'writer', tokens: 120 } as const;
const talk = { kind: 'conversation', tokens: 30 } as const;

test('a share is named by its category and its skill or file', () => {
  expect([skill, talk].map(nameOfShare)).toEqual(['Skill writer', 'Conversation']);
  expect(sumOfShares([skill, talk])).toBe(150);
});

test('the change since the previous call is signed, and empty if there is none', () => {
  expect(changeOf(skill, [skill])).toBe('');
  expect(changeOf(skill, [{ ...skill, tokens: 100 }])).toBe('+20');
  expect(changeOf(skill, [{ ...skill, tokens: 1120 }])).toBe('−1,000');
  expect(changeOf(skill, [{ ...skill, name: 'other' }, talk])).toBe('new');
});

test('percentages never show a known part as nothing', () => {
  expect([percent(1, 3), percent(1, 1000), percent(0, 10), percent(5, 0)]).toEqual(['33%', '<1%', '0%', '0%']);
});

test('the parts of a run are listed by cost, then by tokens', () => {
  const sent = [
    { ...talk, calls: 2 },
    { ...skill, calls: 1 },
    { kind: 'tools', tokens: 5, calls: 2, costUsd: 0.1 } as const,
  ];
  expect(largestFirst(sent).map(({ kind }) => kind)).toEqual(['tools', 'skill', 'conversation']);
});
