/**
 * Searches everything that complete runs write for planted secrets: the short form of `npm run
 * bench:canaries`.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canary, chanceOf, FORMS } from '../../bench/canaries/forms.ts';
import { play, SCENARIO_COUNT } from '../../bench/canaries/play.ts';
import { leakIn } from '../../bench/canaries/search.ts';
import { sample } from '../equipment/skill/long.ts';

const DIST = join(import.meta.dirname, '../../dist');

describe('the search finds planted secrets', () => {
  test.each(Object.entries(FORMS))('%s', (_, form) => {
    for (let kind = 0; kind < 4; kind++) {
      const chance = chanceOf(kind + 1);
      const secret = canary(chance, kind);
      const text = form(secret, chance);
      expect(leakIn(text, secret), text).toBeDefined();
      // As in a journal: as one text and line by line.
      expect(leakIn(JSON.stringify({ seq: 1, result: { said: text } }), secret)).toBeDefined();
      expect(leakIn(JSON.stringify({ seq: 1, result: text.split('\n') }), secret)).toBeDefined();
      expect(leakIn(text, canary(chance, kind))).toBeUndefined();
    }
  });

  test('also a fragment of a truncated token', () => {
    const secret = canary(chanceOf(1), 0);
    expect(leakIn(`…${secret.slice(10, 24)}`, secret)).toMatchObject({ kind: 'piece' });
    expect(leakIn(`…${secret.slice(10, 20)}`, secret)).toBeUndefined();
  });
});

/** Every sixth scenario, of which `npm test` takes a fourth; the numbers also choose forms and kinds of secrets. */
const SEEDS = sample(
  Array.from({ length: Math.ceil(SCENARIO_COUNT / 6) }, (_, n) => n * 6),
  4,
);

describe('no secret is leaked by', () => {
  test.concurrent.each(SEEDS)('run %i', async (seed) => {
    const { leaks, problems } = await play(DIST, seed);
    expect({ leaks, problems }).toEqual({ leaks: [], problems: [] });
  });
});
