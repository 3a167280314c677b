import { expect, it } from 'vitest';
import { atCertainty, needsCertainty } from './certainty.ts';

const sure = (certainty: number) => ({ certainty, clues: [] });

it.each([
  ['error', 0.95, 'error'],
  ['error', 0.7, 'warning'],
  ['error', 0.3, 'hint'],
  ['warning', 0.7, 'warning'],
  ['information', 0.7, 'information'],
  ['information', 0.3, 'hint'],
] as const)('makes of an %s at certainty %d an %s', (severity, certainty, expected) => {
  expect(atCertainty(severity, sure(certainty), { error: 0.85, warning: 0.5 })).toBe(expected);
});

it('leaves the level alone where nothing is judged, and by default', () => {
  expect(atCertainty('error', undefined, { error: 1, warning: 1 })).toBe('error');
  expect(atCertainty('error', sure(0))).toBe('error');
});

it('is asked for to explain, or where a level may change', () => {
  expect(needsCertainty({})).toBe(false);
  expect(needsCertainty({ certainty: { error: 0, warning: 0 } })).toBe(false);
  expect(needsCertainty({ explain: true })).toBe(true);
  expect(needsCertainty({ certainty: { error: 0, warning: 0.1 } })).toBe(true);
  expect(needsCertainty({ certainty: { error: 0.1, warning: 0 } })).toBe(true);
});
