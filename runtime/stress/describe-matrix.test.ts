import { expect, it } from 'vitest';
import { verdictByClient } from './describe-matrix.ts';

const verdict = (wasted: Readonly<Record<string, number>>): string => {
  const clients = Object.entries(wasted).map(([client, wastedCalls]) => ({
    client,
    runs: 3,
    wasteful: 1,
    wastedCalls,
    unexplained: 0,
  }));
  return verdictByClient({ skill: 's', file: 'SKILL.md', clients, words: [] });
};

it('names the clients in which calls are wasted', () => {
  expect(verdict({ adk: 1, codex: 0 })).toBe('Calls are wasted in adk, but not in codex.');
  expect(verdict({ adk: 1, codex: 2 })).toBe('Calls are wasted in both clients.');
  expect(verdict({ adk: 1, codex: 2, pi: 3 })).toBe('Calls are wasted in all 3 clients.');
  expect(verdict({ adk: 0, codex: 0 })).toBe('Nothing was wasted in any of 2 clients.');
});
