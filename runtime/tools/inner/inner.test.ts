import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { notesOf, project, runAgent } from '../../../test/equipment/runtime/agent-run.ts';
import { manifest, skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { APPROVES, faultsOf, type RunOutcome } from '../../../test/equipment/runtime/run-once.ts';
import { scaledLimit } from '../../../test/equipment/runtime/scaled-limit.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import type { ModelBoundary } from '../../loop/interfaces/controller.ts';
import type { Host } from '../../loop/interfaces/host.ts';
import type { ToolContext } from '../../loop/interfaces/tools.ts';
import type { RunEvent, ToolResult } from '../../protocol/events.ts';
import { skillFailure } from './skill-failure.ts';
import { skillTool } from './skill-tool.ts';

/** Returns the system message, which identifies the agent. */
const systemOf = (request: LanguageModelV4CallOptions): string => {
  const first = request.prompt[0];
  return first?.role === 'system' ? first.content : '';
};
const toolsOf = (request: LanguageModelV4CallOptions | undefined): string[] =>
  (request?.tools ?? []).map((tool) => tool.name);

/** A model with a script per agent, selected by a word of the system message; repeats the last line forever. */
function modelByAgent(
  lines: Readonly<Record<string, readonly Line[] | ((request: LanguageModelV4CallOptions) => Line)>>,
) {
  const answered = new Map<string, number>();
  return scriptedModel((request) => {
    const part = Object.keys(lines).find((word) => systemOf(request).includes(word)) ?? '';
    const own = lines[part] ?? [];
    if (typeof own === 'function') return own(request);
    const number = answered.get(part) ?? 0;
    answered.set(part, number + 1);
    return own[number] ?? own.at(-1) ?? {};
  });
}
const calls = (...list: readonly ScriptedCall[]): Line => ({ calls: list });
const result = (ran: RunOutcome, tool: string): ToolResult | undefined =>
  ran.of('tool_result').find((one) => one.tool === tool);

const SKILL_FILES = { 'references/guide.md': 'Guide.', 'scripts/hi.sh': 'echo hi' };
const tldr = (): ReturnType<typeof skillOnDisk> => skillOnDisk('tldr', SKILL_FILES, 'Sum it up. TLDR-PART');
const withSkill = (): string => project({ main: { instruction: 'MAIN-PART', tools: ['skills__tldr'] } });
const playSkill = (
  inner: Line[] | ((request: LanguageModelV4CallOptions) => Line),
  outer: Line[],
  more: Partial<Parameters<typeof runAgent>[1]> = {},
) => {
  const model = modelByAgent({ 'TLDR-PART': inner, 'MAIN-PART': outer });
  return runAgent(withSkill(), { says: model, skills: [tldr()], host: APPROVES, ...more });
};
const ASK = { calls: [['skills__tldr', { input: 'A long text.' }]] } satisfies Line;
const DONE: Line = { text: 'done' };

test('calls that were stopped in the debugger at the same time keep the limit on model calls', async () => {
  const none = async (): Promise<undefined> => undefined;
  let release: () => void = () => undefined;
  const bothStopped = new Promise<void>((resolve) => {
    release = resolve;
  });
  let stopped = 0;
  const beforeModelCall = async ({ scope }: ModelBoundary): Promise<undefined> => {
    if (scope.agent !== 'tldr') return undefined;
    if (++stopped === 2) release();
    await bothStopped;
    return undefined;
  };
  const ran = await playSkill([{ text: 'Short.' }], [calls(...ASK.calls, ...ASK.calls), DONE], {
    maxLlmCalls: 2,
    controller: { isActive: true, beforeModelCall, beforeTool: none, afterTool: none, beforeEnd: none },
  });
  expect(faultsOf(ran)).toEqual([]);
  expect(stopped).toBe(2);
  expect(ran.finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 2 });
});

test('parallel calls of agents whose tools take time to list keep the limit on model calls', async () => {
  const folder = project(
    {
      main: { instruction: 'MAIN-PART', agents: ['clerk'] },
      clerk: { instruction: 'CLERK-PART', tools: ['./tools.mjs'] },
    },
    { 'tools.mjs': "export default { look: { execute: () => 'seen' } };" },
  );
  const clerk: ScriptedCall = ['clerk', { request: 'Do it.' }];
  const model = modelByAgent({ 'CLERK-PART': [{ text: 'Done so.' }], 'MAIN-PART': [calls(clerk, clerk, clerk), DONE] });
  const ran = await runAgent(folder, { says: model, maxLlmCalls: 2 });
  expect(faultsOf(ran)).toEqual([]);
  expect(ran.finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 2 });
});

describe('a skill as a tool', () => {
  test('runs in its own loop, nested under its call and name; its answer is the result', async () => {
    const ran = await playSkill(
      [calls(['load_skill_resource', { skill_name: 'tldr', file_path: 'references/guide.md' }]), { text: 'Short.' }],
      [ASK, DONE],
    );
    expect(faultsOf(ran)).toEqual([]);
    expect(result(ran, 'skills__tldr')?.result).toBe('Short.');
    expect(ran.finished).toMatchObject({ reason: 'final', text: 'done', llmCalls: 4 });
    const call = ran.of('tool_call').find((event) => event.tool === 'skills__tldr');
    const inner = ran.of('llm_request').filter((event) => event.agent === 'tldr');
    expect(inner.map((event) => [event.parent, event.call])).toEqual([
      [call?.seq, 2],
      [call?.seq, 3],
    ]);
    expect(ran.model.requests[1]?.prompt.at(-1)).toMatchObject({ role: 'user', content: [{ text: 'A long text.' }] });
  });

  test('[113] has its own resources and scripts and no other tools, in particular no skills as tools', async () => {
    const other = skillOnDisk('other');
    const ran = await playSkill(
      [
        calls(['skills__tldr', { input: 'again' }], ['load_skill', { skill_name: 'tldr' }]),
        calls(
          ['load_skill_resource', { skill_name: 'other', file_path: 'references/guide.md' }],
          ['run_skill_script', { skill_name: 'tldr', file_path: 'hi.sh' }],
        ),
        { text: 'Short.' },
      ],
      [ASK, DONE],
      { skills: [tldr(), other] },
    );
    expect(toolsOf(ran.model.requests[1])).toEqual(['load_skill_resource', 'run_skill_script']);
    expect(toolsOf(ran.model.requests[0])).toContain('skills__tldr');
    const codes = ran
      .of('tool_result')
      .filter((event) => event.agent === 'tldr')
      .map((event) => event.error_code ?? '-');
    expect(codes.sort()).toEqual(['-', 'SKILL_NOT_FOUND', 'TOOL_NOT_FOUND', 'TOOL_NOT_FOUND']);
  });

  test('[116] at the iteration cap gets one more round without tools, then fails with iteration_cap', async () => {
    let inner = 0;
    const ran = await playSkill(
      (request) =>
        request.tools === undefined
          ? { text: 'as far as I got' }
          : calls([
              'load_skill_resource',
              { skill_name: 'tldr', file_path: `references/${++inner % 2 ? 'guide' : 'none'}.md`, n: inner },
            ]),
      [ASK, DONE],
      { guards: 'off' },
    );
    const requests = ran.of('llm_request').filter((event) => event.agent === 'tldr');
    expect(requests).toHaveLength(11);
    expect(requests.at(-1)).toMatchObject({ closing: true, tools: [] });
    expect(result(ran, 'skills__tldr')).toMatchObject({
      error_code: 'SKILL_TOOL_FAILED',
      result: skillFailure('tldr', 'iteration_cap').value,
    });
    expect(ran.of('guard').map((event) => `${event.rule} ${event.verdict} ${event.count}/${event.threshold}`)).toEqual([
      'iteration_cap stop 10/10',
    ]);
    expect(ran.finished.reason).toBe('final');
  });

  test('[108] [109] [110] a failure is one MCP text part with JSON, never retryable, with a hint that names the skill', async () => {
    const ran = await playSkill([{ rejects: new Error('the model is gone') }], [ASK, DONE]);
    const failed = result(ran, 'skills__tldr');
    expect(failed?.error_code).toBe('SKILL_TOOL_FAILED');
    const { content, isError } = (failed?.result ?? {}) as unknown as {
      content: { type: string; text: string }[];
      isError: boolean;
    };
    expect(isError).toBe(true);
    expect(content).toHaveLength(1);
    expect(content[0]?.type).toBe('text');
    const payload = JSON.parse(content[0]?.text ?? '');
    expect(Object.keys(payload)).toEqual(['success', 'error', 'retryable', 'hint']);
    expect(payload).toMatchObject({ success: false, error: 'the model is gone', retryable: false });
    for (const words of ["'skills__tldr' again this turn", 'same input', 'without this skill', 'answer the user'])
      expect(payload.hint).toContain(words);
    expect(JSON.parse(contentOf(skillFailure('other', 'x'))).hint).not.toContain('tldr');
    // The model receives the text itself, not JSON in JSON.
    expect(ran.model.requests.at(-1)?.prompt.at(-1)).toMatchObject({
      content: [{ output: { type: 'text', value: content[0]?.text } }],
    });
  });

  test.each(['iteration_cap', 'Line 1\nLine 2 "quoted" \\ ä 漢 🙂', ''])(
    '[111] passes the error on verbatim: %j',
    (error) => {
      expect(JSON.parse(contentOf(skillFailure('tldr', error))).error).toBe(error);
    },
  );

  test('[112] returns the same payload outside a run', async () => {
    const outcome = await skillTool(tldr(), undefined).execute({ input: 'x' }, {} as ToolContext);
    expect(outcome).toEqual(skillFailure('tldr', 'the skill cannot run outside a run'));
  });

  test('[118] a skill that always fails ends the run after at most 6 model calls of the caller', async () => {
    let n = 0;
    const ran = await playSkill([{ rejects: new Error('no') }], [], {
      says: modelByAgent({
        'TLDR-PART': [{ rejects: new Error('no') }],
        'MAIN-PART': (request) =>
          request.tools ? calls(['skills__tldr', { input: `${++n}` }]) : { text: 'I give up.' },
      }),
    });
    expect(ran.finished).toMatchObject({ reason: 'guard', text: 'I give up.' });
    expect(ran.of('llm_request').filter((event) => event.agent === 'main').length).toBeLessThanOrEqual(6);
    expect(ran.of('guard').at(-1)).toMatchObject({ rule: 'error_streak', verdict: 'stop', count: 5 });
    // [108] The payload itself informs the model, so the guard's message does not change it.
    const results = ran.of('tool_result').filter((event) => event.tool === 'skills__tldr');
    expect(results.map((event) => event.result)).toEqual(
      Array.from({ length: 5 }, () => skillFailure('tldr', 'no').value),
    );
  });

  test('guards count separately inside, and their stop fails only the skill', async () => {
    const miss = (skill: string): Line =>
      calls(['load_skill_resource', { skill_name: skill, file_path: 'references/none.md' }]);
    const inner = (request: LanguageModelV4CallOptions): Line => (request.tools ? miss('tldr') : { text: 'not there' });
    const ran = await playSkill(inner, [miss('other'), ASK, DONE], { skills: [tldr(), skillOnDisk('other')] });
    expect(ran.of('tool_result').map((event) => [event.agent, event.error_code])).toEqual([
      ['main', 'RESOURCE_NOT_FOUND'],
      ['tldr', 'RESOURCE_NOT_FOUND'],
      ['tldr', 'RESOURCE_NOT_FOUND_FATAL'],
      ['tldr', 'RESOURCE_NOT_FOUND_FATAL'],
      ['main', 'SKILL_TOOL_FAILED'],
    ]);
    expect(ran.finished.reason).toBe('final');
    expect(faultsOf(ran)).toEqual([]);
  });

  test('a skill that is a tool is not also listed for loading', async () => {
    const ran = await playSkill([{ text: 'x' }], [calls(['list_skills', {}]), DONE], {
      skills: [tldr(), skillOnDisk('other')],
    });
    expect(result(ran, 'list_skills')?.result).not.toContain('tldr');
    expect(result(ran, 'list_skills')?.result).toContain('other');
  });

  test('rejects a missing input with an ordinary error', async () => {
    const ran = await playSkill([{ text: 'x' }], [calls(['skills__tldr', {}]), DONE]);
    expect(ran.codes).toEqual(['INVALID_ARGUMENTS']);
  });

  test('adds a note for a skill that the run does not have', async () => {
    const ran = await runAgent(project({ main: { tools: ['skills__nope'] } }), { says: [DONE], skills: [tldr()] });
    expect(notesOf(ran)).toEqual(["skills__nope: there is no skill 'nope' in this run; available: tldr."]);
  });
});

const contentOf = (outcome: ReturnType<typeof skillFailure>): string =>
  (outcome.value as unknown as { content: { text: string }[] }).content[0]?.text ?? '';

describe('an agent as a tool', () => {
  const team = (more: object = {}) =>
    project({
      main: { instruction: 'MAIN-PART', agents: ['reviewer'], ...more },
      reviewer: { instruction: 'REVIEW-PART', description: 'Reviews texts.', agents: ['checker', 'main'] },
      checker: { instruction: 'CHECK-PART', agents: ['checker'] },
    });
  const ask = (agent: string): Line => calls([agent, { request: `for ${agent}` }]);

  test("is offered like ADK's AgentTool; its final answer is the result; it is nested in the journal", async () => {
    const model = modelByAgent({
      'REVIEW-PART': [ask('checker'), { text: 'reviewed' }],
      'CHECK-PART': [{ text: 'checked' }],
      'MAIN-PART': [ask('reviewer'), DONE],
    });
    const ran = await runAgent(team(), { says: model });
    expect(faultsOf(ran)).toEqual([]);
    expect(ran.model.requests[0]?.tools).toMatchObject([
      { name: 'reviewer', description: 'Reviews texts.', inputSchema: { required: ['request'] } },
    ]);
    expect(result(ran, 'reviewer')?.result).toBe('reviewed');
    expect(result(ran, 'checker')?.result).toBe('checked');
    const seq = (tool: string): number | undefined => ran.of('tool_call').find((event) => event.tool === tool)?.seq;
    expect(ran.of('llm_request').map((event) => [event.agent, event.parent])).toEqual([
      ['main', 1],
      ['reviewer', seq('reviewer')],
      ['checker', seq('checker')],
      ['reviewer', seq('reviewer')],
      ['main', 1],
    ]);
    expect(ran.finished).toMatchObject({ llmCalls: 5, text: 'done' });
  });

  test('cannot be called by the agents that it called', async () => {
    const model = modelByAgent({
      'REVIEW-PART': [ask('checker'), { text: 'r' }],
      'CHECK-PART': [{ text: 'c' }],
      'MAIN-PART': [ask('reviewer'), DONE],
    });
    const ran = await runAgent(team(), { says: model });
    expect(ran.model.requests.map(toolsOf)).toEqual([['reviewer'], ['checker'], [], ['checker'], ['reviewer']]);
    expect(notesOf(ran).filter((note) => note.includes('cannot call the agent'))).toHaveLength(2);
  });

  test("counts its model calls and tokens towards the run's limits", async () => {
    const usage = { inputTokens: { total: 60 }, outputTokens: { total: 40 } };
    const finish = { type: 'finish', usage, finishReason: { unified: 'tool-calls' } };
    const busy = (n: number) =>
      ({
        parts: [{ type: 'tool-call', toolCallId: `b${n}`, toolName: 'nothing', input: `{"n":${n}}` }, finish],
      }) as unknown as Line;
    let n = 0;
    const says = () => modelByAgent({ 'REVIEW-PART': () => busy(++n), 'MAIN-PART': [ask('reviewer'), DONE] });
    const calls = await runAgent(team(), { says: says(), maxLlmCalls: 5, guards: 'off' });
    expect(calls.finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 5 });
    const tokens = await runAgent(team({ maxTokens: 350 }), { says: says(), guards: 'off' });
    expect(tokens.finished).toMatchObject({
      reason: 'guard',
      llmCalls: 5,
      error: expect.stringMatching(/limit of 350 tokens: it used 400/),
    });
    expect(tokens.of('guard').at(-1)).toMatchObject({
      rule: 'max_tokens',
      verdict: 'stop',
      count: 400,
      threshold: 350,
    });
    expect(faultsOf(tokens)).toEqual([]);
  });

  test('limits each call to its own maxLlmCalls', async () => {
    let n = 0;
    const folder = project({
      main: { instruction: 'MAIN-PART', agents: ['small'] },
      small: { instruction: 'SMALL-PART', maxLlmCalls: 2 },
    });
    const model = modelByAgent({
      'SMALL-PART': (request) =>
        request.prompt.some((m) => m.role === 'system' && m.content.includes('No tools'))
          ? { text: 'half' }
          : calls([`t${++n}`, {}]),
      'MAIN-PART': [ask('small'), DONE],
    });
    const ran = await runAgent(folder, { says: model });
    expect(result(ran, 'small')).toMatchObject({
      error_code: 'AGENT_FAILED',
      result: { error: expect.stringMatching(/stopped after 2 model calls/), text: 'half' },
    });
    expect(ran.finished).toMatchObject({ reason: 'final', llmCalls: 5 });
  });

  test('is cancelled immediately, and every call has its result', async () => {
    const controller = new AbortController();
    let startTime = 0;
    const model = modelByAgent({
      'REVIEW-PART': [ask('checker')],
      'CHECK-PART': [{ hangs: true }],
      'MAIN-PART': [ask('reviewer')],
    });
    const ran = await runAgent(team(), {
      says: model,
      signal: controller.signal,
      onEvent: (event: RunEvent) => {
        if (event.type !== 'llm_request' || event.agent !== 'checker') return;
        setTimeout(() => {
          startTime = performance.now();
          controller.abort();
        }, 30);
      },
    });
    expect(performance.now() - startTime).toBeLessThan(scaledLimit(200));
    expect(ran.finished.reason).toBe('cancelled');
    expect(ran.codes).toEqual(['CANCELLED', 'CANCELLED']);
    expect(faultsOf(ran)).toEqual([]);
  });

  test('runs concurrently without mixing', async () => {
    const folder = project({
      main: { instruction: 'MAIN-PART', agents: ['one', 'two'] },
      one: { instruction: 'ONE-PART' },
      two: { instruction: 'TWO-PART' },
    });
    const echo = (request: LanguageModelV4CallOptions): Line => {
      const last = request.prompt.at(-1);
      return last?.role === 'tool' ? { text: JSON.stringify(request.prompt[1]) } : calls(['nothing', {}]);
    };
    const model = modelByAgent({
      'ONE-PART': echo,
      'TWO-PART': echo,
      'MAIN-PART': [calls(['one', { request: 'A' }], ['two', { request: 'B' }], ['one', { request: 'C' }]), DONE],
    });
    const ran = await runAgent(folder, { says: model });
    expect(
      ran
        .of('tool_result')
        .filter((event) => event.agent === 'main')
        .map((event) => /"text":"(\w)"/.exec(String(event.result))?.[1]),
    ).toEqual(expect.arrayContaining(['A', 'B', 'C']));
    expect(faultsOf(ran)).toEqual([]);
  });

  test('a pause inside pauses the run, and the answer reaches the inner call', async () => {
    const skill = skillOnDisk('demo', { 'scripts/hi.sh': 'echo hi' });
    const folder = project({
      main: { instruction: 'MAIN-PART', agents: ['worker'] },
      worker: { instruction: 'WORK-PART', skills: ['demo'] },
    });
    const model = () =>
      modelByAgent({
        'WORK-PART': [calls(['run_skill_script', { skill_name: 'demo', file_path: 'hi.sh' }]), { text: 'ran' }],
        'MAIN-PART': [ask('worker'), DONE],
      });
    const paused = await runAgent(folder, { says: model(), skills: [skill] });
    expect(paused.finished.reason).toBe('paused');
    expect(paused.of('pause')).toMatchObject([{ agent: 'worker', kind: 'confirmation' }]);
    const host: Host = { isInteractive: true, preapproves: () => false, answer: async () => 'approve' };
    const pauses = await runAgent(folder, { says: model(), skills: [skill], host });
    expect(pauses.finished.reason).toBe('final');
    expect(result(pauses, 'worker')?.result).toBe('ran');
  });

  test('continues inside when resumed in another process, without repeating anything', async () => {
    const skill = skillOnDisk('demo', { 'scripts/hi.sh': 'echo hi', 'references/a.md': 'A' });
    const folder = project({
      main: { instruction: 'MAIN-PART', agents: ['worker'] },
      worker: { instruction: 'WORK-PART', skills: ['demo'] },
    });
    const first = modelByAgent({
      'WORK-PART': [
        calls(['load_skill_resource', { skill_name: 'demo', file_path: 'references/a.md' }]),
        calls(['run_skill_script', { skill_name: 'demo', file_path: 'hi.sh' }]),
      ],
      'MAIN-PART': [ask('worker')],
    });
    const paused = await runAgent(folder, { says: first, skills: [skill] });
    expect(paused.finished).toMatchObject({ reason: 'paused', llmCalls: 3 });
    const pause = paused.of('pause')[0]?.id ?? '';
    const second = modelByAgent({ 'WORK-PART': [{ text: 'ran' }], 'MAIN-PART': [DONE] });
    const ran = await runAgent(folder, {
      says: second,
      skills: [skill],
      runs: paused.runs,
      resumes: { run: paused.run, replies: [{ id: pause, reply: 'approve' }] },
    });
    expect(ran.finished).toMatchObject({ reason: 'final', llmCalls: 5, text: 'done' });
    expect(ran.of('tool_result').map((event) => [event.agent, event.tool, event.error_code])).toEqual([
      ['worker', 'run_skill_script', undefined],
      ['main', 'worker', undefined],
    ]);
    expect(ran.of('tool_call')).toEqual([]);
    // The inner agent still has the content that it read before the pause.
    expect(JSON.stringify(second.requests[0]?.prompt)).toContain('references/a.md');
    expect(JSON.stringify(second.requests[1]?.prompt)).not.toContain('references/a.md');
  });

  test("its inner messages are not part of the caller's conversation, even after another prompt", async () => {
    const model = () =>
      modelByAgent({
        'REVIEW-PART': [ask('checker'), { text: 'reviewed' }],
        'CHECK-PART': [{ text: 'checked' }],
        'MAIN-PART': [ask('reviewer'), DONE],
      });
    const first = await runAgent(team(), { says: model() });
    const second = await runAgent(team(), { says: [DONE], runs: first.runs, continues: first.run, prompt: 'And now?' });
    const roles = second.model.requests[0]?.prompt.map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    expect(JSON.stringify(second.model.requests[0]?.prompt)).not.toContain('checked');
  });
});

test('[78] [79] skills loaded by one agent add no tools to another', async () => {
  const adds = skillOnDisk('adds', {
    'SKILL.md': manifest('adds', 'x', 'metadata:\n  adk_additional_tools: [skills__tldr]\n'),
  });
  const folder = project({
    main: { instruction: 'MAIN-PART', agents: ['other'], additionalTools: ['skills__tldr'] },
    other: { instruction: 'OTHER-PART', skills: ['adds'], additionalTools: ['skills__tldr'] },
  });
  const model = modelByAgent({
    'OTHER-PART': [{ text: 'x' }],
    'MAIN-PART': [calls(['load_skill', { skill_name: 'adds' }]), calls(['other', { request: 'x' }]), DONE],
  });
  const ran = await runAgent(folder, { says: model, skills: [adds, tldr()] });
  expect(ran.model.requests.map((request) => toolsOf(request).includes('skills__tldr'))).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

describe('changes', () => {
  const MODULE = `export default {
    write: { execute: () => 'written' },
    read: { readOnly: true, execute: () => 'read' },
  };`;
  const team = {
    main: { instruction: 'MAIN-PART', agents: ['clerk'] },
    clerk: { instruction: 'CLERK-PART', tools: ['./tools.mjs'] },
  };

  test.each([
    ['write', true],
    ['read', undefined],
  ])('[114] of a called agent its own calls say: %s', async (tool, changes) => {
    const model = modelByAgent({
      'CLERK-PART': [calls([tool, {}]), { text: 'Done so.' }],
      'MAIN-PART': [calls(['clerk', { request: 'Do it.' }]), DONE],
    });
    const ran = await runAgent(project(team, { 'tools.mjs': MODULE }), { says: model });
    expect(result(ran, 'clerk')).toMatchObject({ result: 'Done so.' });
    expect(result(ran, 'clerk')?.changes).toBe(changes);
  });

  test('[114] a skill as a tool that only reads changes nothing', async () => {
    const ran = await playSkill(
      [calls(['load_skill_resource', { skill_name: 'tldr', file_path: 'references/guide.md' }]), { text: 'Short.' }],
      [ASK, DONE],
    );
    expect(result(ran, 'skills__tldr')).not.toHaveProperty('changes');
  });
});
