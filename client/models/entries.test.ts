import { expect, test } from 'vitest';
import { type Entry, entriesOf, isListed, type PickerState } from './entries.ts';
import { formatLimits, plainText } from './model-text.ts';
import { matchesFilter } from './picker-filter.ts';

const none: PickerState = { favorites: [], recent: [], sources: [], endpoints: {}, problems: [], keyless: [] };
/** Formats each entry as a line: `# group`, `* favorite`, `- model` or `> action`. */
const lines = (state: Partial<PickerState>): readonly string[] => entriesOf({ ...none, ...state }).map(line);

function line(entry: Entry): string {
  if (entry.kind === 'group') return `# ${entry.title}`;
  if (entry.kind === 'action') return `> ${entry.label}`;
  return `${entry.favorite ? '*' : '-'} ${entry.label}`;
}

const claude = { choice: { id: 'anthropic/claude-x' }, title: 'Claude X', contextWindow: 200_000 };

test('lists the simulated models and the other actions by default', () => {
  expect(lines({})).toEqual([
    '# simulated',
    '- simulated/weak',
    '- simulated/stubborn',
    '- simulated/heeding',
    '# more',
    '> OpenAI-compatible endpoint…',
    '> Other model…',
  ]);
});

test('lists each model once, in the first group that contains it, with its favorite mark', () => {
  const sources = [{ id: 'a', title: 'Anthropic', answer: { models: [claude, { choice: { id: 'anthropic/y' } }] } }];
  const shown = lines({
    agentModel: { id: 'ollama/q' },
    current: { id: 'simulated/stubborn' },
    favorites: [{ id: 'simulated/stubborn' }, claude.choice],
    recent: [claude.choice, { id: 'ollama/q' }, { id: 'openai-compatible/m', baseUrl: 'https://a.example/v1' }],
    sources,
  });
  expect(shown.slice(0, 12)).toEqual([
    '# declared by the agent',
    '- ollama/q',
    '# chosen for this workspace',
    '* simulated/stubborn',
    '# favorites',
    '* Claude X',
    '# last used',
    '- openai-compatible/m',
    '# simulated',
    '- simulated/weak',
    '- simulated/heeding',
    '# Anthropic',
  ]);
});

test("shows a source's details of a model in every group", () => {
  const sources = [{ id: 'a', title: 'Anthropic', answer: { models: [claude] } }];
  const [, favorite] = entriesOf({ ...none, favorites: [claude.choice], sources });
  expect(favorite).toMatchObject({ label: 'Claude X', description: 'anthropic/claude-x', detail: '200,000 tokens' });
});

test('prefixes the model of a named endpoint with that name', () => {
  const baseUrl = 'https://models.example/v1';
  const choice = { id: 'openai-compatible/small', baseUrl };
  const large = { choice: { id: 'openai-compatible/large', baseUrl }, title: 'Large Writer' };
  const sources = [{ id: 'a', title: 'office', answer: { models: [{ choice }, large] } }];
  const entries = entriesOf({ ...none, sources, endpoints: { office: baseUrl } });
  const models = entries.filter((entry) => entry.kind === 'model' && entry.choice.baseUrl === baseUrl);
  expect(models).toMatchObject([
    { label: 'office/small', description: 'at https://models.example' },
    { label: 'Large Writer', description: 'office/large at https://models.example' },
  ]);
  for (const entry of models) {
    if (entry.kind !== 'model') continue;
    expect(matchesFilter({ ...entry, key: '', chosen: { model: entry.choice } }, 'office')).toBe(true);
  }
});

test("shows the address of an endpoint's model", () => {
  const choice = { id: 'openai-compatible/m', baseUrl: 'https://a.example/v1' };
  expect(entriesOf({ ...none, recent: [choice] })[1]).toMatchObject({
    label: 'openai-compatible/m',
    description: 'at https://a.example',
  });
});

test('shows a loading entry for a pending source, and the problem of a failed one', () => {
  const problem = {
    icon: 'warning',
    label: 'It refused the key',
    detail: 'Choose this',
    action: { do: 'set-key', provider: 'anthropic' },
  } as const;
  const shown = lines({
    sources: [
      { id: 'local', title: 'this machine' },
      { id: 'a', title: 'Anthropic', answer: { models: [], problem } },
    ],
    keyless: [{ provider: 'openai', title: 'OpenAI' }],
  });
  expect(shown.slice(4)).toEqual([
    '# this machine',
    '> Loading models…',
    '# Anthropic',
    '> It refused the key',
    '# more',
    '> OpenAI: set an API key',
    '> OpenAI-compatible endpoint…',
    '> Other model…',
  ]);
});

test('lists sources without models at the end, with the next step', () => {
  const problem = {
    icon: 'info',
    label: 'No server runs here',
    detail: 'Start one',
    action: { do: 'ask-again', source: 'local' },
  } as const;
  const shown = lines({ sources: [{ id: 'local', title: 'this machine', answer: { models: [], problem } }] });
  expect(shown.slice(4, 6)).toEqual(['# more', '> No server runs here']);
});

test('lists invalid settings first', () => {
  const problem = {
    icon: 'warning',
    label: "'x' is invalid",
    detail: '',
    action: { do: 'open-setting', setting: 'skillwright.model' },
  } as const;
  expect(lines({ problems: [problem] }).slice(0, 2)).toEqual(['# settings', "> 'x' is invalid"]);
});

test("reports whether a provider's list contains a model", () => {
  const answers = [{ answer: { models: [claude] } }];
  expect(isListed(claude.choice, answers)).toBe(true);
  expect(isListed({ id: 'anthropic/claude-y' }, answers)).toBe(false);
  expect(isListed({ id: 'openai/gpt-x' }, answers)).toBeUndefined();
  expect(isListed({ ...claude.choice, baseUrl: 'https://proxy.example/v1' }, answers)).toBeUndefined();
});

test('formats known limits and prices', () => {
  const price = { input: 0.075, output: 15, date: '2026-09-23' };
  expect(formatLimits({ contextWindow: 200_000, maxOutput: 64_000, price })).toBe(
    '200,000 tokens · 64,000 max output · $0.075 in, $15 out per million tokens (2026-09-23)',
  );
  expect(formatLimits({ tools: false, local: true })).toBe('cannot call tools · on this machine, free');
  expect(formatLimits({})).toBe('');
});

test("makes a server's text inert in VS Code's widgets", () => {
  expect(plainText('see [this](command:evil) $(sync~spin)\u001b[31m\n\u202eback')).toBe(
    'see [this] (command:evil) $ (sync~spin) [31m back',
  );
  expect(plainText('x'.repeat(1000))).toHaveLength(401);
  const evil = { choice: { id: 'anthropic/x' }, title: '$(star) [Claude](command:x)' };
  const sources = [{ id: 'a', title: 'A', answer: { models: [evil] } }];
  expect(lines({ sources })).toContain('- $ (star) [Claude] (command:x)');
});
