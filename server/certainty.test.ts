import { expect, it } from 'vitest';
import { atCertainty, needsCertainty } from './certainty.ts';

const judgmentWith = (certainty: number) => ({ certainty, clues: [] });

it.each([
  ['error', 0.95, 'error'],
  ['error', 0.7, 'warning'],
  ['error', 0.3, 'hint'],
  ['warning', 0.7, 'warning'],
  ['information', 0.7, 'information'],
  ['information', 0.3, 'hint'],
] as const)('turns an %s at certainty %d into an %s', (severity, certainty, expected) => {
  expect(atCertainty(severity, judgmentWith(certainty), { error: 0.85, warning: 0.5 })).toBe(expected);
});

it('keeps the level without a judgment', () => {
  expect(atCertainty('error', undefined, { error: 1, warning: 1 })).toBe('error');
});

it('computes certainties only to explain findings, or if a level may change', () => {
  expect(needsCertainty({})).toBe(true);
  expect(needsCertainty({ certainty: { error: 0, warning: 0 } })).toBe(false);
  expect(needsCertainty({ explain: true, certainty: { error: 0, warning: 0 } })).toBe(true);
  expect(needsCertainty({ certainty: { error: 0, warning: 0.1 } })).toBe(true);
  expect(needsCertainty({ certainty: { error: 0.1, warning: 0 } })).toBe(true);
});
