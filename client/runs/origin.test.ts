import { expect, test } from 'vitest';
import { doubtsAboutOrigin } from './origin.ts';
import type { SavedStart } from './saved-events.ts';

const started = { model: 'openai-compatible/m', baseUrl: 'https://evil.example/v1' } as SavedStart;

test('a run of this machine goes on without a question', () => {
  expect(doubtsAboutOrigin({ kind: 'here', shown: 's' }, started)).toEqual([]);
});

test('one that this machine did not begin, or nobody can tell of, is asked about, with where it sends what', () => {
  const asked = [
    'This run was not started on this machine. Its journal decides what is sent, and where.',
    'It sends its conversation and its skills to openai-compatible/m at https://evil.example/v1.',
  ];
  expect(doubtsAboutOrigin({ kind: 'elsewhere', shown: 's' }, started)).toEqual(asked);
  expect(doubtsAboutOrigin(undefined, started)).toEqual(asked);
  expect(doubtsAboutOrigin(undefined, { ...started, agentFile: 'main' })).toEqual([
    ...asked,
    'It starts the tools and servers of the agent main.',
  ]);
});

test('one whose journal has changed says what of it', () => {
  const changed = doubtsAboutOrigin({ kind: 'changed', changed: ['endpoint', 'model'], shown: 's' }, started);
  expect(changed[0]).toBe('Its journal has changed since the run was started on this machine: endpoint, model.');
});
