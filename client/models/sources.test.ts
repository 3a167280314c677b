import { expect, test } from 'vitest';
import type { ListModelsParams, ListModelsResult } from '../../runtime/protocol/models.ts';
import { type ModelQueries, modelSources } from './sources.ts';

const keyed = [
  { provider: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', origin: 'https://api.anthropic.com' },
  { provider: 'openai-compatible', baseUrl: 'https://a.example/v1', origin: 'https://a.example' },
];

/** Creates queries with the given results, which record their parameters. */
function fakeQueries(more: Partial<ModelQueries> = {}, listed: ListModelsResult = { kind: 'models', models: [] }) {
  const requests: ListModelsParams[] = [];
  const queries: ModelQueries = {
    editor: async () => [],
    local: async () => [],
    list: async (params) => {
      requests.push(params);
      return listed;
    },
    key: async (origin) => (keyed.some((endpoint) => endpoint.origin === origin) ? `key of ${origin}` : undefined),
    ...more,
  };
  return { queries, requests };
}

test('returns providers with a key and all endpoints in the settings', () => {
  const endpoints = { office: 'https://a.example/v1', lab: 'http://10.0.0.7/v1', broken: 'nowhere' };
  expect(modelSources(keyed, endpoints).map(({ title }) => title)).toEqual([
    'VS Code',
    'this machine',
    'Anthropic',
    'office',
    'lab',
  ]);
});

test('queries each source with the key of its origin, and returns its address with its models', async () => {
  const { queries, requests } = fakeQueries(
    {},
    { kind: 'models', models: [{ name: 'openai-compatible/m', contextWindow: 8 }] },
  );
  const answers = [];
  for (const source of modelSources(keyed, { lab: 'http://10.0.0.7/v1' }).slice(2))
    answers.push(await source.query(queries));
  expect(requests).toEqual([
    { provider: 'anthropic', apiKey: 'key of https://api.anthropic.com' },
    { provider: 'openai-compatible', baseUrl: 'https://a.example/v1', apiKey: 'key of https://a.example' },
    { provider: 'openai-compatible', baseUrl: 'http://10.0.0.7/v1' },
  ]);
  expect(answers.map(({ models }) => models[0]?.choice.baseUrl)).toEqual([
    undefined,
    'https://a.example/v1',
    'http://10.0.0.7/v1',
  ]);
});

test('offers to set a key after a refusal, and to retry after any other failure', async () => {
  const source = modelSources(keyed, {})[2];
  const refused = fakeQueries({}, { kind: 'failed', refused: true, message: 'refused the key' });
  expect((await source?.query(refused.queries))?.problem).toMatchObject({
    label: 'refused the key',
    action: { do: 'set-key', provider: 'anthropic' },
  });
  const keyless = modelSources([], { office: 'https://b.example/v1' })[2];
  expect((await keyless?.query(refused.queries))?.problem).toMatchObject({
    label: 'office requires an API key',
    action: { do: 'set-key', provider: 'openai-compatible', baseUrl: 'https://b.example/v1' },
  });
  const down = fakeQueries({}, { kind: 'failed', refused: false, message: 'ECONNREFUSED' });
  expect((await source?.query(down.queries))?.problem?.action).toEqual({ do: 'ask-again', source: source?.id });
});

test('lists the models of VS Code and of this machine', async () => {
  const [editor, local] = modelSources([], {});
  const { queries } = fakeQueries({
    editor: async () => [{ id: 'gpt-x', name: 'GPT X', vendor: 'copilot', family: 'gpt', maxInputTokens: 64_000 }],
    local: async () => [{ provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [{ name: 'ollama/q' }] }],
  });
  expect((await editor?.query(queries))?.models).toEqual([
    { choice: { id: 'vscode/gpt-x' }, title: 'GPT X', contextWindow: 64_000 },
  ]);
  expect((await local?.query(queries))?.models).toEqual([{ choice: { id: 'ollama/q' }, local: true }]);
});

test('reports the next step if no model was found or the query was stopped', async () => {
  const [editor, local] = modelSources([], {});
  expect((await editor?.query(fakeQueries().queries))?.problem?.detail).toMatch(/then choose this to retry/);
  expect((await local?.query(fakeQueries().queries))?.problem?.label).toMatch(/not running here/);
  const stopped = fakeQueries({ local: async () => 'failed' });
  expect((await local?.query(stopped.queries))?.problem?.label).toMatch(/was stopped/);
});
