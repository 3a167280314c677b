import { expect, it } from 'vitest';
import { type JudgedTrial, summarize } from '../results/summarize.ts';
import { renderCases } from './page-cases.ts';
import { casePlaces } from './page-places.ts';

const trial = (name: string, number: number): JudgedTrial => ({
  id: `${name}-${number}`,
  skill: 'demo',
  case: name,
  kind: 'task',
  side: 'with',
  client: 'adk',
  model: 'm/1',
  number,
  verdict: 'passed',
  triggered: true,
  run: `run-${name}-${number}`,
  usage: {},
  milliseconds: 1,
  misses: 0,
  calls: 0,
  checks: [],
});

it('shows the trials of each case up to a limit for the whole page, and counts the others', () => {
  const trials = Array.from({ length: 2_000 }, (_, index) => [trial('one', index + 1), trial('two', index + 1)]).flat();
  const results = summarize([...trials, trial('three', 1)], true);
  const page = renderCases(results, undefined, casePlaces(results), { links: undefined, timelines: undefined }).text;
  const rows = (name: string): number => page.split(`<code>run-${name}-`).length - 1;
  expect([rows('one'), rows('two'), rows('three')]).toEqual([2_000, 1_000, 0]);
  expect(page).toContain('1,000 more trials: see results.json.');
  expect(page).toContain('1 more trial: see results.json.');
});
