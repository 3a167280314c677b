import { expect, it } from 'vitest';
import { memoryFiles } from '../files/memory.ts';
import { readPlugins } from './read-plugin.ts';

const formats = (files: Readonly<Record<string, string>>) =>
  readPlugins(memoryFiles(files), '/repo').map(({ format, skills, manifest }) => [
    format,
    skills.map(({ at, path }) => `${at.join('.')}: ${path.kind === 'inside' ? path.path : path.kind}`),
    'unusable' in manifest ? manifest.unusable : 'ok',
  ]);

it('reads the plugin of each format', () =>
  expect(
    formats({
      '/repo/.claude-plugin/plugin.json': '{"skills":["./a","../b","/c"]}',
      '/repo/.codex-plugin/plugin.json': '\uFEFF{"skills":"./skills/"}',
      '/repo/.cursor-plugin/plugin.json': '{',
      '/repo/gemini-extension.json': '{"skills":{"a":1}}',
      '/repo/plugin.json': '{"name":"p"}',
    }),
  ).toEqual([
    ['claude-code', ['skills.0: /repo/a', 'skills.1: outside', 'skills.2: outside'], 'ok'],
    ['codex', ['skills: /repo/skills'], 'ok'],
    ['cursor', [], 'is not valid JSON'],
    ['gemini-cli', ['skills: no-path'], 'ok'],
    ['agent-plugins', [], 'ok'],
  ]));

it.each([
  ['of another program', '{"type":"panel","name":"p","id":"x"}'],
  ['with another schema', '{"$schema":"https://example.com/grafana.json","name":"p"}'],
  ['without a name', '{}'],
  ['that is damaged', '{'],
])('a `plugin.json` %s is no plugin of an agent', (_, text) =>
  expect(formats({ '/repo/plugin.json': text })).toEqual([]),
);
