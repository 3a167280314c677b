import { expect, test } from 'vitest';
import type { ListModelsParams, ListModelsResult } from '../../runtime/protocol/models.ts';
import { type Asking, sourcesOf } from './sources.ts';

const keyed = [
  { provider: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', origin: 'https://api.anthropic.com' },
  { provider: 'openai-compatible', baseUrl: 'https://a.example/v1', origin: 'https://a.example' },
];

/** Answers as told, and writes down what was asked. */
function asking(more: Partial<Asking> = {}, listed: ListModelsResult = { kind: 'models', models: [] }) {
  const asked: ListModelsParams[] = [];
  const of: Asking = {
    editor: async () => [],
    local: async () => [],
    list: async (params) => {
      asked.push(params);
      return listed;
    },
    key: async (origin) => (keyed.some((place) => place.origin === origin) ? `key of ${origin}` : undefined),
    ...more,
  };
  return { of, asked };
}

test('providers with a key, and endpoints of the settings, with a key or without', () => {
  const endpoints = { office: 'https://a.example/v1', lab: 'http://10.0.0.7/v1', broken: 'nowhere' };
  expect(sourcesOf(keyed, endpoints).map(({ title }) => title)).toEqual([
    'VS Code',
    'this machine',
    'Anthropic',
    'office',
    'lab',
  ]);
});

test('each is asked with the key of its origin, and its models are run at its address', async () => {
  const { of, asked } = asking({}, { kind: 'models', models: [{ name: 'openai-compatible/m', contextWindow: 8 }] });
  const answers = [];
  for (const source of sourcesOf(keyed, { lab: 'http://10.0.0.7/v1' }).slice(2)) answers.push(await source.ask(of));
  expect(asked).toEqual([
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

test('a key that is refused leads to another key, any other failure to asking again', async () => {
  const source = sourcesOf(keyed, {})[2];
  const refused = asking({}, { kind: 'failed', refused: true, message: 'refused the key' });
  expect((await source?.ask(refused.of))?.problem).toMatchObject({
    label: 'refused the key',
    action: { do: 'set-key', provider: 'anthropic' },
  });
  const keyless = sourcesOf([], { office: 'https://b.example/v1' })[2];
  expect((await keyless?.ask(refused.of))?.problem).toMatchObject({
    label: 'office wants an API key',
    action: { do: 'set-key', provider: 'openai-compatible', baseUrl: 'https://b.example/v1' },
  });
  const down = asking({}, { kind: 'failed', refused: false, message: 'ECONNREFUSED' });
  expect((await source?.ask(down.of))?.problem?.action).toEqual({ do: 'ask-again', source: source?.id });
});

test('models of the editor and of this machine', async () => {
  const [editor, local] = sourcesOf([], {});
  const { of } = asking({
    editor: async () => [{ id: 'gpt-x', name: 'GPT X', vendor: 'copilot', family: 'gpt', maxInputTokens: 64_000 }],
    local: async () => [{ provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [{ name: 'ollama/q' }] }],
  });
  expect((await editor?.ask(of))?.models).toEqual([
    { choice: { id: 'vscode/gpt-x' }, title: 'GPT X', contextWindow: 64_000 },
  ]);
  expect((await local?.ask(of))?.models).toEqual([{ choice: { id: 'ollama/q' }, local: true }]);
});

test('nothing found says what to do, and so does what was stopped', async () => {
  const [editor, local] = sourcesOf([], {});
  expect((await editor?.ask(asking().of))?.problem?.detail).toMatch(/then choose this to look again/);
  expect((await local?.ask(asking().of))?.problem?.label).toMatch(/not running here/);
  const stopped = asking({ local: async () => 'failed' });
  expect((await local?.ask(stopped.of))?.problem?.label).toMatch(/not asked to the end/);
});
