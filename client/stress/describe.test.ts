import { expect, it } from 'vitest';
import type { StressCause, StressedSkill } from '../../runtime/protocol/stress.ts';
import { describeCause, describeClients, describeEnd } from './describe.ts';
import { linksOf } from './links.ts';

const cause = {
  asked: ['a.md', 'b.md', 'c.md', 'd.md'].map((path) => ({ path, calls: 2 })),
  calls: 8,
  runs: 1,
  doubtful: false,
  fix: 'Write x.',
} as unknown as StressCause;
const skill = { skill: 'demo', runs: 20, wasteful: 3, wastedCalls: 8 } as unknown as StressedSkill;

it('describes the requested files, the cost and the fix', () => {
  expect(describeCause(cause, skill)).toBe(
    'Here simulated models requested a.md, b.md, c.md and 1 more, which do not exist: 8 calls wasted in 1 of 20 runs. Write x.',
  );
  const one = { ...cause, asked: cause.asked.slice(0, 1), calls: 1, doubtful: true };
  expect(describeCause(one, skill)).toMatch(/a\.md, which does not exist: 1 call wasted .* Only a very weak model/);
});

it('describes the result of a test', () => {
  expect(describeEnd(skill, true)).toBe('demo: 3 of 20 simulated runs wasted 8 calls.');
  expect(describeEnd({ ...skill, wastedCalls: 0 }, false)).toMatch(/nothing was wasted in 20 .* stopped early\.$/);
});

it('encodes the skill folder and the index of a cause in links', () => {
  const root = '/w/a "b" {n}%20';
  const read = (link: string): unknown => JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1)));
  expect(read(linksOf(root, false).again)).toEqual([root]);
  expect(read(linksOf(root, false).cause.replaceAll('{n}', '7'))).toEqual([root, 7]);
  expect(linksOf(root, true).cause).toContain('skillwright.stress.words?');
  expect(linksOf(root, true).again).toBe(linksOf(root, false).clients);
});

it('describes a comparison of clients', () => {
  const client = (id: string, wastedCalls: number) => ({
    client: id,
    runs: 9,
    wasteful: 0,
    wastedCalls,
    unexplained: 0,
  });
  const matrix = { skill: 'demo', file: '/demo/SKILL.md', words: [], clients: [client('adk', 0), client('codex', 2)] };
  expect(describeClients(matrix, true)).toBe('demo: calls are wasted in 1 of 2 clients.');
  expect(describeClients({ ...matrix, clients: [client('adk', 0)] }, false)).toBe(
    'demo: nothing was wasted in 1 client, stopped early.',
  );
});
