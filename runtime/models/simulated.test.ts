import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { allowed } from '../testing/busy.ts';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../testing/folders.ts';
import { APPROVES, runOnce } from '../testing/run-once.ts';
import type { ScriptedModel } from '../testing/scripted-model.ts';
import { readSkills } from '../toolset/skills.ts';
import { openModel } from './registry.ts';
import { simulatedModel } from './simulated.ts';
import type { SimulatedMode } from './simulated-modes.ts';
import { wishesOf } from './simulated-wishes.ts';

async function play(mode: SimulatedMode, body: string, files: Record<string, string> = {}, more = {}) {
  const skill = skillOnDisk(
    'demo',
    { 'references/guide.md': 'The guide.', 'scripts/hello.sh': 'echo hello', ...files },
    body,
  );
  const model = simulatedModel({ mode, delayMs: [0, 0] }) as ScriptedModel;
  const ran = await runOnce({ model, skills: [skill], host: APPROVES, ...more });
  const paths = ran.of('tool_call').map((event) => (event.args as { file_path?: string }).file_path ?? event.tool);
  return { ...ran, paths };
}
const GUESS = '\nSee the user guide before you begin.\n';

describe('what it does', () => {
  test('lists, loads, then does what the text says, in reading order', async () => {
    const { paths, finished } = await play(
      'weak',
      'Run `scripts/hello.sh`.\n\nThen read [the guide](references/guide.md).',
    );
    expect(paths).toEqual(['list_skills', 'load_skill', 'scripts/hello.sh', 'references/guide.md']);
    expect(finished.text).toMatch(/Read: references\/guide.md\.\nRan: scripts\/hello.sh\.\n\(Simulated model/);
  });

  test('weak: tries a path once more, then the next guess, until a guard ends it', async () => {
    const { paths, finished } = await play('weak', GUESS);
    expect(paths.slice(2)).toEqual([
      'references/user_guide.md',
      'references/user_guide.md',
      'references/user-guide.md',
    ]);
    expect(finished.reason).toBe('guard');
  });

  test('weak, unguarded: gives up after three guesses, six calls wasted', async () => {
    const { codes, finished } = await play('weak', GUESS, {}, { guards: 'off' });
    expect(codes.filter((code) => code === 'RESOURCE_NOT_FOUND')).toHaveLength(6);
    expect(finished.reason).toBe('final');
  });

  test('heeding: stops at the first miss, as the rules say', async () => {
    const { paths, finished } = await play('heeding', GUESS);
    expect(paths.slice(2)).toEqual(['references/user_guide.md']);
    expect(finished).toMatchObject({
      reason: 'final',
      text: expect.stringMatching(/not there: references\/user_guide.md/),
    });
  });

  test('stubborn: one path for ever; -variants: ever new ones; -scripts: scripts, -script-variants: ever new ones', async () => {
    const last = async (mode: SimulatedMode) =>
      (await play(mode, GUESS, {}, { guards: 'off', maxLlmCalls: 8 })).paths.slice(2);
    expect(new Set(await last('stubborn'))).toEqual(new Set(['references/user_guide.md']));
    expect(new Set(await last('stubborn-variants')).size).toBe(6);
    expect(new Set(await last('stubborn-scripts'))).toEqual(new Set(['scripts/run.py']));
    expect(new Set(await last('stubborn-script-variants')).size).toBe(6);
  });

  test('chooses the skill that the prompt is about', async () => {
    const folder = writeFiles(temporaryFolder(), {
      'a/SKILL.md': manifest('billing'),
      'b/SKILL.md': '---\nname: charts\ndescription: Draws pie charts & graphs.\n---\nx',
    });
    const read = readSkills([folder]);
    const { of } = await play(
      'weak',
      '',
      {},
      { skills: read.kind === 'found' ? read.skills : [], prompt: 'A graph of sales, please' },
    );
    expect(of('tool_call')[1]?.args).toEqual({ skill_name: 'charts' });
  });

  test('a mention of something whose path is written is no guess of its own', () => {
    expect(wishesOf('Run the script:\n\n```sh\npython scripts/sum.py\n```\n').map((wish) => wish.paths)).toEqual([
      ['scripts/sum.py'],
    ]);
  });
});

describe('what it is', () => {
  test('it knows the messages alone, and does the same for the same messages', async () => {
    const model = simulatedModel({ mode: 'weak', delayMs: [0, 0] });
    const prompt: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }];
    const tools = [{ type: 'function' as const, name: 'list_skills', inputSchema: {} }];
    const answers = await Promise.all([model.doGenerate({ prompt, tools }), model.doGenerate({ prompt, tools })]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.content).toMatchObject([{ type: 'tool-call', toolName: 'list_skills' }]);
  });

  test('a prompt that grew, or changed, is read as if it were new', async () => {
    const model = simulatedModel({ mode: 'weak', delayMs: [0, 0] });
    const user = (text: string): LanguageModelV4Prompt[number] => ({ role: 'user', content: [{ type: 'text', text }] });
    const result = (value: string): LanguageModelV4Prompt[number] => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: '1', toolName: 'look', output: { type: 'text', value } }],
    });
    const grown = [user('Hello')];
    const steps = [
      () => grown.push({ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }, result('A sheep.')),
      () => grown.push(user('Again'), result('A goat.')),
      () => grown.splice(0, 1, user('Good morning')),
      () => grown.pop(),
    ];
    const said = new Set<string>();
    for (const change of steps) {
      change();
      const [again, fresh] = [
        await model.doGenerate({ prompt: grown }),
        await model.doGenerate({ prompt: [...grown] }),
      ];
      expect(again).toEqual(fresh);
      said.add(JSON.stringify(fresh));
    }
    expect(said.size).toBe(steps.length);
  });

  test('without tools it can only answer; its usage is marked as estimated', async () => {
    const model = simulatedModel({ mode: 'stubborn', delayMs: [0, 0] });
    const answer = await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] });
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/Simulated/) }],
      usage: { raw: { estimated: true } },
    });
  });

  test('a pause between answers ends at once when the run is cancelled', async () => {
    const model = simulatedModel({ mode: 'weak', delayMs: [5000, 5000] }) as ScriptedModel;
    const began = performance.now();
    const { finished } = await runOnce({ model, skills: [skillOnDisk('demo')], signal: AbortSignal.timeout(50) });
    expect(finished.reason).toBe('cancelled');
    expect(performance.now() - began).toBeLessThan(allowed(400));
  });
});

describe('tools beside those of skills', () => {
  const think = async (mode: SimulatedMode, prompt: LanguageModelV4Prompt, tools: Record<string, object>) => {
    const { content } = await simulatedModel({ mode, delayMs: [0, 0] }).doGenerate({
      prompt,
      tools: Object.entries(tools).map(([name, inputSchema]) => ({ type: 'function' as const, name, inputSchema })),
    });
    const [first] = content;
    return first?.type === 'tool-call' ? [first.toolName, JSON.parse(first.input)] : first;
  };
  const asked = (system: string): LanguageModelV4Prompt => [
    { role: 'system', content: system },
    { role: 'user', content: [{ type: 'text', text: 'Count me in.' }] },
  ];
  const answered = (tool: string, value: object | string): LanguageModelV4Prompt => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: tool, input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '1',
          toolName: tool,
          output: typeof value === 'string' ? { type: 'text', value } : { type: 'json', value: value as never },
        },
      ],
    },
  ];
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      how: { enum: ['a', 'b'] },
      n: { type: 'integer' },
      more: { type: 'string' },
    },
    required: ['text', 'how', 'n'],
  };

  test('what its instruction names is called, with what the schema requires', async () => {
    expect(await think('weak', asked('Use `count_words`.'), { other: {}, count_words: schema })).toEqual([
      'count_words',
      { text: 'Count me in.', how: 'a', n: 1 },
    ]);
    expect(await think('weak', asked('Say hello.'), { count_words: schema })).toMatchObject({ type: 'text' });
  });

  const failure = JSON.stringify({ success: false, error: 'iteration_cap', retryable: false, hint: 'Do not.' });
  test.each<[SimulatedMode, string]>([
    ['heeding', 'text'],
    ['weak', 'call'],
    ['stubborn', 'call'],
  ])('%s, told that it is of no use: %s', async (mode, kind) => {
    const prompt = [...asked('Use skills__x.'), ...answered('skills__x', failure)];
    const move = await think(mode, prompt, { skills__x: schema });
    expect(Array.isArray(move) ? 'call' : 'text').toBe(kind);
  });

  test('carries out a skill that stands in its instruction', async () => {
    const system = 'You carry out a skill.\n\n<skill name="demo">\nRead [it](references/guide.md).\n</skill>';
    expect(await think('weak', asked(system), { load_skill_resource: {} })).toEqual([
      'load_skill_resource',
      { skill_name: 'demo', file_path: 'references/guide.md' },
    ]);
  });
});

describe('names of models', () => {
  test.each([
    'simulated',
    'simulated/weak',
    'simulated/heeding',
    'simulated/stubborn',
    'simulated/stubborn-variants',
    'simulated/stubborn-scripts',
    'simulated/stubborn-script-variants',
    'simulated/weak:7',
  ])('%s', async (name) => {
    expect(await openModel({ name, paced: false })).toMatchObject({ kind: 'model', simulated: true });
  });

  test.each([
    [{ name: 'magic/x' }, /Unknown provider/],
    [{ name: 'simulated/x' }, /Simulated models/],
    [{ name: 'simulated/weak:seven' }, /Simulated models/],
    [{ name: 'openai-compatible/x' }, /--base-url/],
    [{ name: 'openai-compatible/', baseUrl: 'http://localhost:1' }, /Name the model/],
    [{ name: 'openai-compatible/x', baseUrl: 'file:///etc' }, /Not an http/],
    [{ name: 'openai-compatible/x', baseUrl: 'nonsense' }, /Not an http/],
  ])('%o fails with a message', async (request, message) => {
    expect(await openModel({ ...request, paced: false })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(message),
    });
  });

  test('an id may hold slashes', async () => {
    const opened = await openModel({
      name: 'openai-compatible/org/model',
      baseUrl: 'http://localhost:1/v1',
      paced: false,
    });
    expect(opened.kind === 'model' && opened.model.modelId).toBe('org/model');
  });
});
