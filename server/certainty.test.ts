import { expect, it } from 'vitest';
import { defined } from '../skill/index.ts';
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

it.each([
  ['link', 0.3, 'error'],
  ['told', 0.3, 'error'],
  ['slip', 0.1, 'error'],
  ['script', 0.1, 'error'],
  ['command', 0.45, 'warning'],
  ['command', 0.55, 'error'],
  [undefined, 0.7, 'warning'],
  [undefined, 0.8, 'error'],
  ['folder', 0.1, 'warning'],
  ['folder', 0.7, 'warning'],
  ['folder', 0.8, 'error'],
  ['link', 0.2, 'hint'],
] as const)('an error by default, referenced as %s at certainty %d, is reported as %s', (cue, certainty, expected) => {
  expect(atCertainty('error', defined({ ...judgmentWith(certainty), cue: cue || undefined }))).toBe(expected);
});

it.each([
  [{}, 0.45, 'hint'],
  [{}, 0.55, 'warning'],
  [{}, 0.75, 'error'],
  [{ cue: 'slip' }, 0.1, 'error'],
] as const)('turns an error outside of SKILL.md, %o at certainty %d, into %s', (cue, certainty, expected) => {
  expect(atCertainty('error', { ...judgmentWith(certainty), ...cue, inOtherFile: true })).toBe(expected);
});

it('never requires less in other files than in SKILL.md', () => {
  const thresholds = { error: 0.1, warning: 0.5 };
  expect(atCertainty('warning', { ...judgmentWith(0.4), inOtherFile: true }, thresholds)).toBe('hint');
  expect(atCertainty('error', { ...judgmentWith(0), inOtherFile: true }, { error: 0, warning: 0 })).toBe('error');
});

it('requires no more for paths passed to the model if the error threshold is low', () => {
  expect(atCertainty('error', { ...judgmentWith(0.15), cue: 'link' }, { error: 0.1, warning: 0 })).toBe('error');
  expect(atCertainty('error', { ...judgmentWith(0), cue: 'command' }, { error: 0, warning: 0 })).toBe('error');
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
