import { expect, it } from 'vitest';
import { loadOf, scaledLimit } from './scaled-limit.ts';

it('extends a limit by the processes per core, and never shortens it', () => {
  expect(scaledLimit(100, 3)).toBeGreaterThanOrEqual(300);
  expect(scaledLimit(100, 0.2)).toBeGreaterThanOrEqual(100);
});

it('counts those more that have priority', () => {
  expect(loadOf(2, 0)).toBe(2);
  expect(loadOf(2, -5)).toBe(2);
  expect(loadOf(2, 5)).toBeCloseTo(6.1, 1);
});
