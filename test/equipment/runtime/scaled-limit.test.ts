import { expect, it } from 'vitest';
import { scaledLimit } from './scaled-limit.ts';

it('extends a limit by the processes per core, and never shortens it', () => {
  expect(scaledLimit(100, 3)).toBeGreaterThanOrEqual(300);
  expect(scaledLimit(100, 0.2)).toBeGreaterThanOrEqual(100);
});
