import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { scaledLimit } from '../../../test/equipment/runtime/scaled-limit.ts';
import type { ScriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { openModel } from '../registry.ts';
import { simulatedModel } from './simulated.ts';
import { fileRequestsIn } from './simulated-file-requests.ts';
import type { SimulatedMode } from './simulated-modes.ts';

async function runSimulated(mode: SimulatedMode, body: string, files: Record<string, string> = {}, more = {}) {
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

describe('behavior', () => {
  test('lists skills, loads one, then follows its text in reading order', async () => {
    const { paths, finished } = await runSimulated(
      'weak',
      'Run `scripts/hello.sh`.\n\nThen read [the guide](references/guide.md).',
    );
    expect(paths).toEqual(['list_skills', 'load_skill', 'scripts/hello.sh', 'references/guide.md']);
    expect(finished.text).toMatch(/Read: references\/guide.md\.\nRan: scripts\/hello.sh\.\n\(Simulated model/);
  });

  test('weak: retries a path once, then tries the next guess, until a guard ends the run', async () => {
    const { paths, finished } = await runSimulated('weak', GUESS);
    expect(paths.slice(2)).toEqual([
      'references/user_guide.md',
      'references/user_guide.md',
      'references/user-guide.md',
    ]);
    expect(finished.reason).toBe('guard');
  });

  test('weak, without guards: gives up after three guesses and six wasted calls', async () => {
    const { codes, finished } = await runSimulated('weak', GUESS, {}, { guards: 'off' });
    expect(codes.filter((code) => code === 'RESOURCE_NOT_FOUND')).toHaveLength(6);
    expect(finished.reason).toBe('final');
  });

  test('heeding: stops at the first miss, as the rules require', async () => {
    const { paths, finished } = await runSimulated('heeding', GUESS);
    expect(paths.slice(2)).toEqual(['references/user_guide.md']);
    expect(finished).toMatchObject({
      reason: 'final',
      text: expect.stringMatching(/not found: references\/user_guide.md/),
    });
  });

  test('stubborn: requests one path forever; -variants: new paths; -scripts: one script; -script-variants: new scripts', async () => {
    const last = async (mode: SimulatedMode) =>
      (await runSimulated(mode, GUESS, {}, { guards: 'off', maxLlmCalls: 8 })).paths.slice(2);
    expect(new Set(await last('stubborn'))).toEqual(new Set(['references/user_guide.md']));
    expect(new Set(await last('stubborn-variants')).size).toBe(6);
    expect(new Set(await last('stubborn-scripts'))).toEqual(new Set(['scripts/run.py']));
    expect(new Set(await last('stubborn-script-variants')).size).toBe(6);
  });

  test('loads the skill that matches the prompt', async () => {
    const folder = writeFiles(temporaryFolder(), {
      'a/SKILL.md': manifest('billing'),
      'b/SKILL.md': '---\nname: charts\ndescription: Draws pie charts & graphs.\n---\nx',
    });
    const read = readSkills([folder]);
    const { of } = await runSimulated(
      'weak',
      '',
      {},
      { skills: read.kind === 'found' ? read.skills : [], prompt: 'A graph of sales, please' },
    );
    expect(of('tool_call')[1]?.args).toEqual({ skill_name: 'charts' });
  });

  test('ignores a mention of a file whose path is also given', () => {
    expect(
      fileRequestsIn('Run the script:\n\n```sh\npython scripts/sum.py\n```\n').map((request) => request.paths),
    ).toEqual([['scripts/sum.py']]);
  });
});

describe('as a language model', () => {
  test('sees only the messages, and gives the same reply to the same messages', async () => {
    const model = simulatedModel({ mode: 'weak', delayMs: [0, 0] });
    const prompt: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }];
    const tools = [{ type: 'function' as const, name: 'list_skills', inputSchema: {} }];
    const answers = await Promise.all([model.doGenerate({ prompt, tools }), model.doGenerate({ prompt, tools })]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.content).toMatchObject([{ type: 'tool-call', toolName: 'list_skills' }]);
  });

  test('reads a prompt that grew or changed correctly', async () => {
    const model = simulatedModel({ mode: 'weak', delayMs: [0, 0] });
    const user = (text: string): LanguageModelV4Prompt[number] => ({ role: 'user', content: [{ type: 'text', text }] });
    const result = (value: string): LanguageModelV4Prompt[number] => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: '1', toolName: 'look', output: { type: 'text', value } }],
    });
    const messages = [user('Hello')];
    const steps = [
      () => messages.push({ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }, result('A sheep.')),
      () => messages.push(user('Again'), result('A goat.')),
      () => messages.splice(0, 1, user('Good morning')),
      () => messages.pop(),
    ];
    const replies = new Set<string>();
    for (const change of steps) {
      change();
      const [again, fresh] = [
        await model.doGenerate({ prompt: messages }),
        await model.doGenerate({ prompt: [...messages] }),
      ];
      expect(again).toEqual(fresh);
      replies.add(JSON.stringify(fresh));
    }
    expect(replies.size).toBe(steps.length);
  });

  test('answers if there are no tools, and marks its usage as estimated', async () => {
    const model = simulatedModel({ mode: 'stubborn', delayMs: [0, 0] });
    const answer = await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] });
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/Simulated/) }],
      usage: { raw: { estimated: true } },
    });
  });

  test('a delay before an answer ends immediately when the run is cancelled', async () => {
    const model = simulatedModel({ mode: 'weak', delayMs: [5000, 5000] }) as ScriptedModel;
    const startTime = performance.now();
    const { finished } = await runOnce({ model, skills: [skillOnDisk('demo')], signal: AbortSignal.timeout(50) });
    expect(finished.reason).toBe('cancelled');
    expect(performance.now() - startTime).toBeLessThan(scaledLimit(400));
  });
});

describe('tools other than skill tools', () => {
  const firstReply = async (mode: SimulatedMode, prompt: LanguageModelV4Prompt, tools: Record<string, object>) => {
    const { content } = await simulatedModel({ mode, delayMs: [0, 0] }).doGenerate({
      prompt,
      tools: Object.entries(tools).map(([name, inputSchema]) => ({ type: 'function' as const, name, inputSchema })),
    });
    const [first] = content;
    return first?.type === 'tool-call' ? [first.toolName, JSON.parse(first.input)] : first;
  };
  const tools = (system: string): LanguageModelV4Prompt => [
    { role: 'system', content: system },
    { role: 'user', content: [{ type: 'text', text: 'Count me in.' }] },
  ];
  const toolResultMessages = (tool: string, value: object | string): LanguageModelV4Prompt => [
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

  test('calls a tool named by its instruction, with the required arguments', async () => {
    expect(await firstReply('weak', tools('Use `count_words`.'), { other: {}, count_words: schema })).toEqual([
      'count_words',
      { text: 'Count me in.', how: 'a', n: 1 },
    ]);
    expect(await firstReply('weak', tools('Say hello.'), { count_words: schema })).toMatchObject({ type: 'text' });
  });

  const failure = JSON.stringify({ success: false, error: 'iteration_cap', retryable: false, hint: 'Do not.' });
  test.each<[SimulatedMode, string]>([
    ['heeding', 'text'],
    ['weak', 'call'],
    ['stubborn', 'call'],
  ])('%s: after an error that says not to retry, replies with a %s', async (mode, kind) => {
    const prompt = [...tools('Use skills__x.'), ...toolResultMessages('skills__x', failure)];
    const reply = await firstReply(mode, prompt, { skills__x: schema });
    expect(Array.isArray(reply) ? 'call' : 'text').toBe(kind);
  });

  test('follows a skill given in its instruction', async () => {
    const system = 'You carry out a skill.\n\n<skill name="demo">\nRead [it](references/guide.md).\n</skill>';
    expect(await firstReply('weak', tools(system), { load_skill_resource: {} })).toEqual([
      'load_skill_resource',
      { skill_name: 'demo', file_path: 'references/guide.md' },
    ]);
  });
});

describe('model names', () => {
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

  test('an id may contain slashes', async () => {
    const opened = await openModel({
      name: 'openai-compatible/org/model',
      baseUrl: 'http://localhost:1/v1',
      paced: false,
    });
    expect(opened.kind === 'model' && opened.model.modelId).toBe('org/model');
  });
});
