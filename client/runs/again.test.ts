import { expect, test } from 'vitest';
import { again, doubtsAbout } from './again.ts';
import type { SavedStart } from './saved-events.ts';

const started: SavedStart = {
  seq: 1,
  time: '2026-01-01T00:00:00.000Z',
  invocation: 'i',
  agent: 'agent',
  type: 'run_started',
  run: 'r',
  model: 'simulated/weak',
  skills: [{ name: 'writer', root: '/work/shop/skills/writer' }],
  guards: 'default',
  maxLlmCalls: 500,
  prompt: 'Write',
  simulated: true,
};
const doubts = (more: Partial<SavedStart>, models: readonly { id: string; baseUrl?: string }[] = []) =>
  doubtsAbout(
    again({ ...started, ...more }, '/work/shop/.skillwright/runs/r/journal.jsonl', true),
    ['/work/shop'],
    models,
  );

test('a simulated run of the workspace goes on without a question', () => {
  expect(doubts({})).toEqual([]);
});

test('skills from elsewhere are asked about', () => {
  const skills = [...started.skills, { name: 'keys', root: '/home/me/private' }, { name: 'up', root: '/work/shop/..' }];
  expect(doubts({ skills })).toEqual([
    expect.stringMatching(/outside this workspace: \/home\/me\/private, \/work\/shop\/\.\.$/),
  ]);
});

test('an endpoint is asked about unless the user has chosen it', () => {
  const endpoint = { model: 'openai-compatible/m', baseUrl: 'https://models.example/v1' };
  expect(doubts(endpoint)).toEqual([expect.stringMatching(/openai-compatible\/m at https:\/\/models\.example\/v1$/)]);
  expect(doubts(endpoint, [{ id: endpoint.model, baseUrl: 'https://elsewhere.example/v1' }])).toHaveLength(1);
  expect(doubts(endpoint, [{ id: endpoint.model, baseUrl: 'https://me:secret@models.example/v1?key=1' }])).toEqual([]);
});

test('a provider that the user never chose is asked about by its name alone', () => {
  expect(doubts({ model: 'anthropic/claude-x' })).toEqual([expect.stringMatching(/skills to anthropic\/claude-x$/)]);
});

test('a model that only says that it is simulated is asked about', () => {
  expect(doubts({ model: 'openai-compatible/m', baseUrl: 'https://models.example', simulated: true })).toHaveLength(1);
});
