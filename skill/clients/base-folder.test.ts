import { describe, expect, it } from 'vitest';
import { BASE_STATEMENTS } from './base-folder.ts';

describe.each(BASE_STATEMENTS)('$id', ({ pattern, fires, silent }) => {
  it.each(fires)('fires for: %s', (text) => expect(`A line.\n${text}\nAnother.`).toMatch(pattern));
  it.each(silent)('is silent for: %s', (text) => expect(`A line.\n${text}\nAnother.`).not.toMatch(pattern));
});

it('has a unique id for every statement', () => {
  const ids = BASE_STATEMENTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
