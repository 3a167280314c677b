import { expect, it } from 'vitest';
import type { RunTotals } from '../../../runtime/protocol/compare.ts';
import { compareAnswers, figuresOf } from './figures.ts';

const TOTALS: RunTotals = { run: '1', model: 'm', llmCalls: 5, toolCalls: 4, misses: 2, answer: '' };

it('shows the figures of both runs and their differences', () => {
  const a = { ...TOTALS, inputTokens: 1200, costUsd: 0.01, durationMs: 2000 };
  const b = { ...TOTALS, misses: 0, inputTokens: 2400, costUsd: 0.004, durationMs: 2010 };
  expect(figuresOf(a, b)).toEqual([
    { name: 'Model calls', a: '5', b: '5' },
    { name: 'Tool calls', a: '4', b: '4' },
    { name: 'Misses', a: '2', b: '0', change: '−2', better: true },
    { name: 'Tokens in', a: '1,200', b: '2,400', change: '+1,200', better: false },
    { name: 'Cost', a: '$0.010', b: '$0.0040', change: '−$0.0060', better: true },
    // Not different as shown.
    { name: 'Time', a: '2.0 s', b: '2.0 s' },
  ]);
});

it('shows an unknown figure as unknown, and none that both lack', () => {
  const figures = figuresOf({ ...TOTALS, outputTokens: 0 }, TOTALS);
  expect(figures.at(-1)).toEqual({ name: 'Tokens out', a: '0', b: 'unknown' });
});

it('marks estimated tokens', () => {
  const [figure] = figuresOf({ ...TOTALS, outputTokens: 1 }, { ...TOTALS, outputTokens: 2, estimated: true }).slice(-1);
  expect(figure?.name).toBe('Tokens out (est.)');
});

it('marks estimated costs', () => {
  const [figure] = figuresOf({ ...TOTALS, costUsd: 1 }, { ...TOTALS, costUsd: 1, costEstimated: true }).slice(-1);
  expect(figure?.name).toBe('Cost (est.)');
});

it('treats more tokens from the cache as better', () => {
  const [figure] = figuresOf({ ...TOTALS, cacheReadTokens: 0 }, { ...TOTALS, cacheReadTokens: 10 }).slice(-1);
  expect(figure).toMatchObject({ change: '+10', better: true });
});

it.each([
  ['Done.', 'Done.\n', 'the same'],
  ['Done.', 'Failed.', 'different'],
  ['Done.', '', 'different'],
  ['', ' ', 'none'],
])('compares the answers %j and %j', (a, b, expected) => {
  expect(compareAnswers(a, b)).toBe(expected);
});
