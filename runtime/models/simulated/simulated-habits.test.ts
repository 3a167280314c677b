import { describe, expect, test } from 'vitest';
import { fileRequestsIn } from './simulated-file-requests.ts';
import { habitsOf } from './simulated-habits.ts';

const TEXT = Array.from({ length: 12 }, (_, n) => `## Part ${n}\n\nRead \`references/part-${n}.md\`.\n`).join('\n');
const REQUESTS = fileRequestsIn(TEXT);
const paths = (seed: number | undefined, prompt: string): readonly string[] =>
  habitsOf(seed, prompt)
    .select(`\n${TEXT}`, REQUESTS)
    .map((request) => request.paths[0] ?? '');

describe('the habits of a seed', () => {
  test('are the same for the same seed and prompt, and differ for others', () => {
    expect(paths(3, 'x')).toEqual(paths(3, 'x'));
    const different = new Set([1, 2, 3, 4, 5, 6].map((seed) => paths(seed, 'x').join(' ')));
    expect(different.size).toBeGreaterThan(4);
    expect(paths(3, 'x')).not.toEqual(paths(3, 'y'));
  });

  test('skip some candidates, but together reach all of them', () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => paths(seed, 'x'));
    for (const some of all) expect(some.length).toBeLessThan(REQUESTS.length);
    expect(new Set(all.flat()).size).toBe(REQUESTS.length);
  });

  test('select candidates related to the prompt more often than others', () => {
    const text = '## Invoices\n\nRead `references/a.md`.\n\n## Refunds\n\nRead `references/b.md`.\n';
    const requests = fileRequestsIn(text);
    const followed = Array.from({ length: 200 }, (_, seed) =>
      habitsOf(seed, 'Two refunds').select(`\n${text}`, requests),
    );
    const times = (path: string) =>
      followed.filter((some) => some.some((one) => 'paths' in one && one.paths[0] === path));
    expect(times('references/b.md').length).toBeGreaterThan(160);
    expect(times('references/a.md').length).toBeLessThan(130);
  });

  test('sometimes start with another guess, without losing any', () => {
    const guesses = ['references/user_guide.md', 'references/user-guide.md', 'references/guide.md'];
    const orders = Array.from({ length: 40 }, (_, seed) => habitsOf(seed, '').order(guesses));
    expect(new Set(orders.map(([first]) => first)).size).toBe(3);
    for (const order of orders) expect([...order].sort()).toEqual([...guesses].sort());
  });

  test('without a seed select everything, from top to bottom', () => {
    const plain = habitsOf(undefined, 'anything');
    expect(plain.select(TEXT, REQUESTS)).toBe(REQUESTS);
    expect(plain).toMatchObject({ maxSteps: 8, maxGuesses: 3, maxTries: 2, maxSearches: 4 });
  });
});
