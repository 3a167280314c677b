import { expect, test } from 'vitest';
import { rerunParams, rerunWarnings } from './rerun.ts';
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
const warnings = (more: Partial<SavedStart>, models: readonly { id: string; baseUrl?: string }[] = []) =>
  rerunWarnings(
    rerunParams({ ...started, ...more }, '/work/shop/.skillwright/runs/r/journal.jsonl', true),
    ['/work/shop'],
    models,
  );

test('a simulated run in the workspace needs no confirmation', () => {
  expect(warnings({})).toEqual([]);
});

test('runs as the same client again, and as ADK if it was ADK', () => {
  const journal = '/work/shop/.skillwright/runs/r/journal.jsonl';
  const codex = { client: 'codex', workspace: '/work/shop', install: 'project' } as const;
  const others = { with: ['/work/shop/skills/writer'] };
  expect(rerunParams({ ...started, ...codex }, journal, true)).toMatchObject({ ...codex, ...others });
  expect(rerunParams({ ...started, client: 'codex', install: 'user' }, journal, true).workspace).toBeNull();
  expect(rerunParams({ ...started, agentFile: 'a' }, journal, true).client).toBe('adk');
});

test('warns about a copied workspace outside the workspace', () => {
  const codex = { client: 'codex', install: 'user' } as const;
  expect(warnings({ ...codex, workspace: '/work/shop/app' })).toEqual([]);
  expect(warnings({ ...codex, workspace: '/home/me' })).toEqual([
    expect.stringMatching(/copies a folder outside this workspace, .*: \/home\/me$/),
  ]);
});

test('warns about skills outside the workspace', () => {
  const skills = [...started.skills, { name: 'keys', root: '/home/me/private' }, { name: 'up', root: '/work/shop/..' }];
  expect(warnings({ skills })).toEqual([
    expect.stringMatching(/outside this workspace: \/home\/me\/private, \/work\/shop\/\.\.$/),
  ]);
});

test('warns about an endpoint unless the user has chosen it', () => {
  const endpoint = { model: 'openai-compatible/m', baseUrl: 'https://models.example/v1' };
  expect(warnings(endpoint)).toEqual([expect.stringMatching(/openai-compatible\/m at https:\/\/models\.example\/v1$/)]);
  expect(warnings(endpoint, [{ id: endpoint.model, baseUrl: 'https://elsewhere.example/v1' }])).toHaveLength(1);
  expect(warnings(endpoint, [{ id: endpoint.model, baseUrl: 'https://me:secret@models.example/v1?key=1' }])).toEqual(
    [],
  );
});

test('warns about a provider that the user has never chosen', () => {
  expect(warnings({ model: 'anthropic/claude-x' })).toEqual([expect.stringMatching(/skills to anthropic\/claude-x$/)]);
});

test('warns about a model that the journal falsely marks as simulated', () => {
  expect(warnings({ model: 'openai-compatible/m', baseUrl: 'https://models.example', simulated: true })).toHaveLength(
    1,
  );
});
