import { expect, test } from 'vitest';
import { originWarnings } from './origin.ts';
import type { SavedStart } from './saved-events.ts';

const started = { model: 'openai-compatible/m', baseUrl: 'https://evil.example/v1' } as SavedStart;

test('a run started on this machine needs no confirmation', () => {
  expect(originWarnings({ kind: 'here', shown: 's' }, started)).toEqual([]);
});

test('warns about a run from another or unknown machine, and about the data it sends', () => {
  const warnings = [
    'This run was not started on this machine. Its journal determines what is sent, and where.',
    'The run sends its conversation and skills to openai-compatible/m at https://evil.example/v1.',
  ];
  expect(originWarnings({ kind: 'elsewhere', shown: 's' }, started)).toEqual(warnings);
  expect(originWarnings(undefined, started)).toEqual(warnings);
  expect(originWarnings(undefined, { ...started, agentFile: 'main' })).toEqual([
    ...warnings,
    'The run starts the tools and servers of the agent main.',
  ]);
});

test('names the changed parts of a journal', () => {
  const changed = originWarnings({ kind: 'changed', changed: ['endpoint', 'model'], shown: 's' }, started);
  expect(changed[0]).toBe('Its journal has changed since the run was started on this machine: endpoint, model.');
});
