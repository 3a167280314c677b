import { expect, test } from 'vitest';
import { readForgedJournals } from './forged-journals.ts';

// `npm run bench:forged-journals` makes 50,000 calls.
test('show, diff, export, import, replay and fork end with a message for the user on forged journals', async () => {
  const { exits, faults } = await readForgedJournals({ calls: 100, seed: 1 });
  expect(faults).toEqual([]);
  expect(new Set([...exits.keys()].map((key) => key.split(' ')[0])).size).toBe(6);
}, 120_000);
