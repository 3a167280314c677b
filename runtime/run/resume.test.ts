import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { type RunOutcome, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import { endsInvocation, isFinal } from '../loop/history/final-event.ts';
import type { Host } from '../loop/interfaces/host.ts';
import { HEADLESS } from '../loop/interfaces/host.ts';
import type { Tool, ToolContext, ToolOutcome } from '../loop/interfaces/tools.ts';
import { readReply } from '../loop/prompts/parse-reply.ts';
import type { LlmResponse, NoteEvent, RunEvent, ToolResult } from '../protocol/events.ts';
import type { PauseReply } from './resume.ts';

const ok = (value: string): ToolOutcome => ({ kind: 'result', value });
const load: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };

/** A tool that counts its executions. */
function countingTool(
  name: string,
  body: (context: ToolContext, args: object) => Promise<void> = async () => undefined,
  more: Partial<Tool> = {},
) {
  const ran: object[] = [];
  const tool: Tool = {
    name,
    description: '',
    inputSchema: { type: 'object' },
    execute: async (args, context) => {
      await body(context, args);
      ran.push(args);
      return ok(`${name} done`);
    },
    ...more,
  };
  return { tool, ran };
}

/** A run over several processes, each with new tools, model and host; only the journal is shared. */
function session(pool: readonly Tool[], more: { maxLlmCalls?: number; maxTokens?: number } = {}) {
  const names = pool.map((tool) => tool.name);
  const skill = skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: Demo.\nmetadata:\n  adk_additional_tools: ${JSON.stringify(names)}\n---\nBody.\n`,
  });
  const runs = temporaryFolder();
  let run = '';
  const play = async (lines: readonly Line[] | Parameters<typeof scriptedModel>[0], options: object) => {
    const model = scriptedModel(lines);
    const ran = await runOnce({ model, skills: [skill], pool, runs, ...more, ...options });
    run = ran.run;
    return { ...ran, model };
  };
  return {
    runs,
    start: (lines: readonly Line[], host: Host = HEADLESS) => play([load, ...lines], { host }),
    resume: (replies: readonly PauseReply[], lines: Parameters<typeof scriptedModel>[0] = [], host: Host = HEADLESS) =>
      play(lines, { host, resumes: { run, replies } }),
    get journal() {
      return `${runs}/${run}/journal.jsonl`;
    },
  };
}
const approve = (id: string): PauseReply => ({ id, reply: 'approve' });
const deny = (id: string): PauseReply => ({ id, reply: 'deny' });
const results = (ran: RunOutcome) => ran.of('tool_result').map((event) => [event.id, event.result]);

/** Checks that every call in the journal has exactly one result, preceded by a `tool_call`. */
function journalProblems(journal: string): readonly string[] {
  const { events, problems } = readJournal(journal);
  const ids = (type: 'tool_call' | 'tool_result') =>
    events.flatMap((event) => (event.type === type ? [event.id] : [])).sort();
  const requested = events.flatMap((event) =>
    event.type === 'llm_response' ? event.toolCalls.map((call) => call.id) : [],
  );
  return [
    ...problems.map((problem) => problem.message),
    ...(JSON.stringify(requested.sort()) === JSON.stringify(ids('tool_call')) ? [] : [`asked ${requested}`]),
    ...(JSON.stringify(requested) === JSON.stringify(ids('tool_result')) ? [] : [`answered ${ids('tool_result')}`]),
    ...events.flatMap((event, index) => (event.seq === index + 1 ? [] : [`seq ${event.seq} at ${index + 1}`])),
  ];
}

describe('a confirmation', () => {
  const payTool = () => countingTool('pay', undefined, { needsApproval: true });

  test('[89] [99] is requested before the tool runs: the run ends as paused, with the question and the original call in the journal', async () => {
    const { tool, ran } = payTool();
    const { start } = session([tool]);
    const first = await start([{ calls: [['pay', { amount: 5 }, 'c1']] }]);
    expect(first.finished).toMatchObject({ reason: 'paused', waiting: ['pause-c1'] });
    expect(first.of('pause')).toMatchObject([
      { kind: 'confirmation', id: 'pause-c1', call: 'c1', hint: expect.stringMatching(/pay/) },
    ]);
    expect(first.of('tool_call').at(-1)).toMatchObject({ id: 'c1', args: { amount: 5 } });
    expect(first.of('tool_result')).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  test('[90] [98] given in another process runs the original call once with its original arguments, followed by one model call', async () => {
    const { tool, ran } = payTool();
    const run = session([tool]);
    await run.start([{ text: 'I will.', calls: [['pay', { amount: 5, to: { name: 'x' } }, 'c1']] }]);
    const second = await run.resume([approve('pause-c1')], [{ text: 'Paid.' }]);
    expect(ran).toEqual([{ amount: 5, to: { name: 'x' } }]);
    expect(second.events.map((event) => event.type)).toEqual([
      'run_resumed',
      'answer',
      'tool_started',
      'tool_result',
      'llm_request',
      'llm_response',
      'run_finished',
    ]);
    expect(second.events[0]).toMatchObject({ by: 'approve' });
    expect(second.finished).toMatchObject({ reason: 'final', text: 'Paid.', llmCalls: 3 });
    expect(second.model.requests).toHaveLength(1);
    expect(second.model.requests[0]?.prompt.slice(1).map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
    expect(journalProblems(run.journal)).toEqual([]);
  });

  test('[91] refused answers with {error: rejected}, and the tool never runs, whether asked before or during execution', async () => {
    const outer = payTool();
    const inner = countingTool('send', (context) => context.requestConfirmation('Send it?'));
    const run = session([outer.tool, inner.tool]);
    const first = await run.start([
      {
        calls: [
          ['pay', {}, 'c1'],
          ['send', {}, 'c2'],
        ],
      },
    ]);
    expect(first.finished.waiting).toEqual(['pause-c1', 'pause-c2']);
    const second = await run.resume([deny('pause-c1'), deny('pause-c2')], [{ text: 'Then not.' }]);
    expect(results(second)).toMatchObject([
      ['c1', { error: expect.stringMatching(/rejected/), error_code: 'REJECTED' }],
      ['c2', { error: expect.stringMatching(/rejected/) }],
    ]);
    expect([outer.ran, inner.ran]).toEqual([[], []]);
    expect(second.events[0]).toMatchObject({ by: 'deny' });
    expect(second.finished.reason).toBe('final');
    expect(journalProblems(run.journal)).toEqual([]);
  });

  test('[93] requested during execution restarts the tool once approved, and runs what follows the question once', async () => {
    let starts = 0;
    const { tool, ran } = countingTool('send', async (context) => {
      starts++;
      await context.requestConfirmation('Send it?');
    });
    const run = session([tool]);
    const first = await run.start([{ calls: [['send', { to: 'x' }, 'c1']] }]);
    expect(first.of('pause')).toMatchObject([{ hint: 'Send it?', call: 'c1' }]);
    expect([starts, ran.length]).toEqual([1, 0]);
    const second = await run.resume([approve('pause-c1')], [{ text: 'Sent.' }]);
    expect([starts, ran]).toEqual([2, [{ to: 'x' }]]);
    expect(second.of('pause')).toEqual([]);
    expect(second.finished.reason).toBe('final');
  });

  test('[93] requested twice during execution pauses again without repeating the first question', async () => {
    const { tool, ran } = countingTool('send', async (context) => {
      await context.requestConfirmation('Open it?');
      await context.requestConfirmation('Send it?');
    });
    const run = session([tool]);
    await run.start([{ calls: [['send', {}, 'c1']] }]);
    const second = await run.resume([approve('pause-c1')]);
    expect(second.of('pause')).toMatchObject([{ id: 'pause-c1-2', hint: 'Send it?' }]);
    expect(second.finished).toMatchObject({ reason: 'paused', waiting: ['pause-c1-2'] });
    const third = await run.resume([approve('pause-c1-2')], [{ text: 'Sent.' }]);
    expect(third.of('pause')).toEqual([]);
    expect([ran.length, third.finished.reason]).toEqual([1, 'final']);
    expect(journalProblems(run.journal)).toEqual([]);
  });

  test('[99] is requested only if the hook returns exactly true', async () => {
    const truthy = countingTool('a', undefined, { needsApproval: (() => 'yes') as unknown as () => boolean });
    const exact = countingTool('b', undefined, { needsApproval: (args) => args.big === true });
    const { start } = session([truthy.tool, exact.tool]);
    const first = await start([
      {
        calls: [
          ['a', {}],
          ['b', { big: false }],
          ['b', { big: true }, 'held'],
        ],
      },
    ]);
    expect(first.finished.waiting).toEqual(['pause-held']);
    expect([truthy.ran.length, exact.ran.length]).toEqual([1, 1]);
  });

  test('fails the call without running the tool if the hook throws', async () => {
    const { tool, ran } = countingTool('a', undefined, {
      needsApproval: () => {
        throw new Error('no idea');
      },
    });
    const first = await session([tool]).start([{ calls: [['a', {}]] }, { text: 'x' }]);
    expect([first.codes.at(-1), ran]).toEqual(['TOOL_ERROR', []]);
  });

  test('[99] is requested after the parallel calls have their results, which are not run again', async () => {
    const slow = countingTool('slow', () => new Promise((resolve) => setTimeout(resolve, 40)));
    const pay = payTool();
    const run = session([slow.tool, pay.tool]);
    const first = await run.start([
      {
        calls: [
          ['pay', {}, 'c1'],
          ['slow', {}, 'c2'],
          ['pay', {}, 'c3'],
        ],
      },
    ]);
    const result = first.of('tool_result').at(-1);
    expect(result?.id).toBe('c2');
    for (const pause of first.of('pause')) expect(pause.seq).toBeGreaterThan(result?.seq ?? 0);
    const second = await run.resume([approve('pause-c1'), deny('pause-c3')], [{ text: 'x' }]);
    expect([slow.ran.length, pay.ran.length]).toEqual([1, 1]);
    // The model gets all three results in the order of its calls.
    const last = second.model.requests[0]?.prompt.at(-1);
    expect(last?.content).toMatchObject([{ toolCallId: 'c1' }, { toolCallId: 'c2' }, { toolCallId: 'c3' }]);
    expect(journalProblems(run.journal)).toEqual([]);
  });

  test('given for one of two calls runs it while the other keeps waiting, without a model call', async () => {
    const pay = payTool();
    const run = session([pay.tool]);
    await run.start([
      {
        calls: [
          ['pay', { n: 1 }, 'c1'],
          ['pay', { n: 2 }, 'c2'],
        ],
      },
    ]);
    const second = await run.resume([approve('pause-c2')]);
    expect(second.finished).toMatchObject({ reason: 'paused', waiting: ['pause-c1'] });
    expect([pay.ran, second.model.requests.length]).toEqual([[{ n: 2 }], 0]);
    const third = await run.resume([approve('pause-c1')], [{ text: 'x' }]);
    expect(pay.ran).toEqual([{ n: 2 }, { n: 1 }]);
    expect(third.finished.reason).toBe('final');
    expect(journalProblems(run.journal)).toEqual([]);
  });

  test('asks a present user immediately, and the tool continues where it was', async () => {
    let starts = 0;
    const { tool, ran } = countingTool('send', async (context) => {
      starts++;
      await context.requestConfirmation('Send it?');
    });
    const host: Host = { isInteractive: true, preapproves: () => false, answer: async () => 'approve' };
    const first = await session([tool]).start([{ calls: [['send', {}, 'c1']] }, { text: 'Sent.' }], host);
    expect(first.of('answer')).toMatchObject([{ id: 'pause-c1', answer: 'approve' }]);
    expect([starts, ran.length, first.finished.reason]).toEqual([1, 1, 'final']);
  });

  test('does not continue the tool if the user refuses', async () => {
    const { tool, ran } = countingTool('send', (context) => context.requestConfirmation('Send it?'));
    const host: Host = { isInteractive: true, preapproves: () => false, answer: async () => 'deny' };
    const first = await session([tool]).start([{ calls: [['send', {}, 'c1']] }, { text: 'x' }], host);
    expect([ran, first.codes.at(-1), first.finished.reason]).toEqual([[], 'REJECTED', 'final']);
  });

  test('asks a returning user the open questions before anything runs', async () => {
    let starts = 0;
    const { tool, ran } = countingTool('send', async (context) => {
      starts++;
      await context.requestConfirmation('Send it?');
    });
    const run = session([tool]);
    await run.start([{ calls: [['send', {}, 'c1']] }]);
    const prompts: string[] = [];
    const answer: Host['answer'] = async (pause) => {
      prompts.push(`${pause.id} ${starts}`);
      return 'approve';
    };
    const second = await run.resume([], [{ text: 'Sent.' }], { isInteractive: true, preapproves: () => false, answer });
    expect(prompts).toEqual(['pause-c1 1']);
    expect(second.of('pause')).toEqual([]);
    expect(second.events[0]).toMatchObject({ type: 'run_resumed', by: 'person' });
    expect([ran.length, second.finished.reason]).toEqual([1, 'final']);
  });
});

describe('rejected replies', () => {
  const paused = async () => {
    const pay = countingTool('pay', undefined, { needsApproval: true });
    const key = countingTool('key', async (context) => void (await context.requestCredential({ key: 'k' })));
    const run = session([pay.tool, key.tool]);
    await run.start([
      {
        calls: [
          ['pay', {}, 'c1'],
          ['key', {}, 'c2'],
        ],
      },
    ]);
    return { run, pay, key };
  };

  test('a second resume reports that nothing is pending, and runs nothing twice', async () => {
    const { run, pay } = await paused();
    await run.resume([approve('pause-c1'), deny('pause-c2')], [{ text: 'x' }]);
    const before = readFileSync(run.journal, 'utf8');
    await expect(run.resume([approve('pause-c1')], [{ text: 'y' }])).rejects.toThrow(
      /has ended \(final\), and nothing is pending/,
    );
    expect(pay.ran).toHaveLength(1);
    expect(readFileSync(run.journal, 'utf8')).toBe(before);
  });

  test('[94] an unknown id, an answer of another kind, two answers to one question, and no answer', async () => {
    const { run } = await paused();
    const before = readFileSync(run.journal, 'utf8');
    await expect(run.resume([approve('pause-c9')])).rejects.toThrow(
      /No pause with the id pause-c9 is waiting[\s\S]*--approve pause-c1/,
    );
    await expect(run.resume([approve('pause-c2')])).rejects.toThrow(/--credential pause-c2=env:NAME/);
    await expect(run.resume([{ id: 'pause-c1', reply: { credential: 'a secret' } }])).rejects.toThrow(
      /--approve pause-c1/,
    );
    // A tool cannot be approved until it changes.
    await expect(run.resume([{ id: 'pause-c1', reply: 'always' }])).rejects.toThrow(
      /with --approve pause-c1 or --deny/,
    );
    await expect(run.resume([approve('pause-c1'), deny('pause-c1')])).rejects.toThrow(/^Answer pause-c1 only once/);
    await expect(run.resume([])).rejects.toThrow(
      /waits for an answer[\s\S]*--approve pause-c1[\s\S]*--credential pause-c2/,
    );
    expect(readFileSync(run.journal, 'utf8')).toBe(before);
  });

  test('[94] a question of an earlier prompt that the user has continued without answering', async () => {
    const { run, pay } = await paused();
    const skill = skillOnDisk('demo', {});
    const id = run.journal.split('/').at(-2) ?? '';
    await runOnce({ model: scriptedModel([{ text: 'Fine.' }]), skills: [skill], runs: run.runs, continues: id });
    await expect(run.resume([approve('pause-c1')])).rejects.toThrow(/has ended \(final\)/);
    expect(pay.ran).toEqual([]);
    // The abandoned calls have results nevertheless.
    expect(journalProblems(run.journal)).toEqual([]);
  });

  test('one of two concurrent resumes', async () => {
    const { run, pay } = await paused();
    const replies = [approve('pause-c1'), deny('pause-c2')];
    const both = await Promise.allSettled([run.resume(replies, [{ text: 'x' }]), run.resume(replies, [{ text: 'x' }])]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(both.find((one) => one.status === 'rejected')?.reason)).toMatch(/Another process/);
    expect(pay.ran).toHaveLength(1);
  });
});

describe('a credential', () => {
  const CANARY = 'canary-7f3e-secret/+value';

  test('[95] is passed to the waiting call, which runs, and appears in no event or message', async () => {
    const seen: string[] = [];
    const { tool } = countingTool('fetch', async (context) => {
      seen.push(await context.requestCredential({ key: 'api', hint: 'The key of the shop' }));
    });
    const leaky: Tool = {
      ...tool,
      execute: async (args, context) => {
        await tool.execute(args, context);
        context.state.set('leak', `Bearer ${CANARY}`);
        context.emit({ type: 'note', message: encodeURIComponent(CANARY) });
        if (args.fail === true) throw new Error(`401 for ${CANARY}`);
        return ok(`token ${Buffer.from(CANARY).toString('base64')} ${CANARY}`);
      },
    };
    const run = session([leaky]);
    const first = await run.start([
      {
        calls: [
          ['fetch', {}, 'c1'],
          ['fetch', { fail: true }, 'c2'],
        ],
      },
    ]);
    expect(first.of('pause')).toMatchObject([
      { kind: 'credential', key: 'api', hint: 'The key of the shop' },
      { kind: 'credential', key: 'api' },
    ]);
    // One answer is enough, because both wait for the same key.
    const second = await run.resume(
      [{ id: 'pause-c1', reply: { credential: CANARY } }],
      [{ text: `It is ${CANARY}.` }],
    );
    expect(seen).toEqual([CANARY, CANARY]);
    expect(second.of('answer')).toMatchObject([
      { id: 'pause-c1', answer: 'credential' },
      { id: 'pause-c2', answer: 'credential' },
    ]);
    expect(second.events[0]).toMatchObject({ by: 'credential' });
    expect(second.codes).toEqual(['-', 'TOOL_ERROR']);
    const written = readFileSync(run.journal, 'utf8') + JSON.stringify(second.events);
    for (const form of [CANARY, encodeURIComponent(CANARY), Buffer.from(CANARY).toString('base64').replace(/=+$/, '')])
      expect(written).not.toContain(form);
    expect(journalProblems(run.journal)).toEqual([]);
  });

  test('[95] never reaches the model either', async () => {
    const leaky: Tool = {
      ...countingTool('fetch').tool,
      execute: async (_, context) => ok(`token ${await context.requestCredential({ key: 'api' })}`),
    };
    const run = session([leaky]);
    await run.start([{ calls: [['fetch', {}, 'c1']] }]);
    const second = await run.resume([{ id: 'pause-c1', reply: { credential: CANARY } }], [{ text: 'x' }]);
    expect(JSON.stringify(second.model.requests[0]?.prompt)).not.toContain(CANARY);
  });

  test('[95] that is refused does not continue the tool', async () => {
    const { tool, ran } = countingTool(
      'fetch',
      async (context) => void (await context.requestCredential({ key: 'api' })),
    );
    const run = session([tool]);
    await run.start([{ calls: [['fetch', {}, 'c1']] }]);
    const second = await run.resume([deny('pause-c1')], [{ text: 'x' }]);
    expect([second.codes, ran]).toEqual([['REJECTED'], []]);
  });

  test('is asked for once per process, and later calls get it immediately', async () => {
    const seen: string[] = [];
    const { tool } = countingTool('fetch', async (context) => {
      seen.push(await context.requestCredential({ key: 'api' }));
    });
    let prompts = 0;
    const answer: Host['answer'] = async () => {
      prompts++;
      return { credential: CANARY };
    };
    const host: Host = { isInteractive: true, preapproves: () => false, answer };
    const twice = { calls: [['fetch', { n: 1 }] as const, ['fetch', { n: 2 }] as const] };
    const first = await session([tool]).start([twice, { calls: [['fetch', { n: 3 }]] }, { text: 'x' }], host);
    expect([prompts, seen.length, first.finished.reason]).toEqual([1, 3, 'final']);
    expect(readFileSync(first.journal, 'utf8')).not.toContain(CANARY);
  });

  test('is rejected if it is too short to be redacted', () => {
    expect(readReply({ credential: '12345' }, 'credential')).toBeUndefined();
    expect(readReply({ credential: '123456' }, 'credential')).toEqual({ credential: '123456' });
  });
});

describe('a final result', () => {
  const final = (ask: (context: ToolContext) => Promise<unknown>) =>
    countingTool('show', async (context) => {
      await ask(context);
      context.actions.skipSummarization = true;
    });
  const SECRET: PauseReply = { id: 'pause-c1', reply: { credential: 'a long secret' } };

  test.each<[string, (context: ToolContext) => Promise<unknown>, PauseReply]>([
    ['confirmation', (context) => context.requestConfirmation('Show it?'), approve('pause-c1')],
    ['credential', (context) => context.requestCredential({ key: 'k' }), SECRET],
  ])('[96] of a call that is run again after a %s is not followed by a model call', async (_, ask, reply) => {
    const run = session([final(ask).tool]);
    await run.start([{ calls: [['show', {}, 'c1']] }]);
    const second = await run.resume([reply], [{ text: 'An unwanted summary.' }]);
    expect(second.of('tool_result')).toMatchObject([{ skipSummarization: true }]);
    expect([second.model.requests.length, second.finished]).toMatchObject([0, { reason: 'final', llmCalls: 2 }]);
  });

  test.each<[string, (context: ToolContext) => Promise<unknown>, PauseReply]>([
    ['confirmation', (context) => context.requestConfirmation('Show it?'), approve('pause-c1')],
    ['credential', (context) => context.requestCredential({ key: 'k' }), SECRET],
  ])('[98] without skip_summarization is followed by exactly one model call after a %s', async (_, ask, reply) => {
    const run = session([countingTool('show', async (context) => void (await ask(context))).tool]);
    await run.start([{ calls: [['show', {}, 'c1']] }]);
    const second = await run.resume([reply], [{ text: 'Summary.' }]);
    expect([second.model.requests.length, second.finished.reason]).toEqual([1, 'final']);
  });

  test('[96] of a long-running tool is not followed by a model call either', async () => {
    const { tool } = countingTool('order', (context) => context.requestConfirmation('Order?'), { longRunning: true });
    const run = session([tool]);
    await run.start([{ calls: [['order', {}, 'c1']] }]);
    const second = await run.resume([approve('pause-c1')], [{ text: 'x' }]);
    expect([second.of('tool_result'), second.model.requests.length]).toMatchObject([[{ longRunning: true }], 0]);
  });

  test('[96] ends the run without a pause, too', async () => {
    const run = session([final(async () => undefined).tool]);
    const first = await run.start([{ calls: [['show', {}, 'c1']] }, { text: 'x' }]);
    expect(first.finished).toMatchObject({ reason: 'final', llmCalls: 2 });
  });

  test('[97] does not include events before the model call without a function response', async () => {
    const run = session([countingTool('show', (context) => context.requestConfirmation('Show it?')).tool]);
    await run.start([{ calls: [['show', {}, 'c1']] }]);
    const second = await run.resume([approve('pause-c1')], [{ text: 'x' }]);
    const before = second.events.filter((event) => event.seq < (second.of('llm_request')[0]?.seq ?? 0));
    // `run_resumed`, `answer` and `tool_started` are final in ADK's sense, but the model is called.
    expect(before.filter(isFinal).map((event) => event.type)).toEqual(['run_resumed', 'answer', 'tool_started']);
    expect(endsInvocation(before)).toBe(false);
    expect(second.model.requests).toHaveLength(1);
  });

  test('[100] is_final', () => {
    const base = { seq: 1, time: '', invocation: 'i', agent: 'a' };
    const response = (toolCalls: LlmResponse['toolCalls']): RunEvent => ({
      ...base,
      type: 'llm_response',
      call: 1,
      text: 'x',
      toolCalls,
      usage: {},
      finish: 'stop',
    });
    const result = (more: Partial<ToolResult>): RunEvent => ({
      ...base,
      type: 'tool_result',
      id: 'c',
      tool: 't',
      result: 1,
      durationMs: 0,
      ...more,
    });
    const note: NoteEvent = { ...base, type: 'note', message: '' };
    expect(isFinal(response([]))).toBe(true);
    expect(isFinal(response([{ id: 'c', tool: 't', args: {} }]))).toBe(false);
    expect(isFinal(result({}))).toBe(false);
    expect(isFinal(result({ skipSummarization: true }))).toBe(true);
    expect(isFinal(result({ longRunning: true }))).toBe(true);
    expect(isFinal(note)).toBe(true);
    expect([endsInvocation([note]), endsInvocation([note, result({ longRunning: true })])]).toEqual([false, true]);
  });
});

describe('replies', () => {
  test('[92] may be a bare object, or {response: "<json>"}', () => {
    expect(readReply('approve', 'confirmation')).toBe('approve');
    expect(readReply({ confirmed: true, hint: 'x' }, 'confirmation')).toBe('approve');
    expect(readReply({ confirmed: false }, 'confirmation')).toBe('deny');
    expect(readReply({ response: '{"confirmed": true}' }, 'confirmation')).toBe('approve');
    expect(readReply({ response: '{"confirmed": false}' }, 'guard')).toBe('stop');
  });

  test.each<[unknown]>([
    [undefined],
    [null],
    [42],
    ['yes'],
    ['unanswered'],
    ['credential'],
    [{}],
    [{ confirmed: 'true' }],
    [{ response: 'not json' }],
    [{ response: '{"response": "{\\"confirmed\\": true}"}' }],
    [{ response: 'null' }],
    ['continue'],
  ])('[92] may not be anything else: %j', (given) => {
    expect(readReply(given, 'confirmation')).toBeUndefined();
  });

  test('[92] are accepted by a resume', async () => {
    const { tool, ran } = countingTool('pay', undefined, { needsApproval: true });
    const run = session([tool]);
    await run.start([{ calls: [['pay', {}, 'c1']] }]);
    await run.resume([{ id: 'pause-c1', reply: { response: '{"confirmed":true}' } }], [{ text: 'x' }]);
    expect(ran).toHaveLength(1);
  });
});

describe('limits of a run', () => {
  const spends = (id: string, tool: string): Line => ({
    parts: [
      { type: 'tool-call', toolCallId: id, toolName: tool, input: '{}' },
      {
        type: 'finish',
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 50, text: 50, reasoning: 0 },
        },
      },
    ],
  });

  test('[83] include model calls and tokens of earlier processes', async () => {
    const { tool } = countingTool('pay', undefined, { needsApproval: true });
    const run = session([tool], { maxLlmCalls: 3 });
    await run.start([{ calls: [['pay', {}, 'c1']] }]);
    const second = await run.resume([approve('pause-c1')], [{ calls: [['pay', {}, 'c2']] }]);
    expect(second.finished.reason).toBe('paused');
    const third = await run.resume([approve('pause-c2')], [{ text: 'One too many.' }]);
    expect([third.finished.reason, third.finished.llmCalls, third.model.requests.length]).toEqual([
      'max_llm_calls',
      3,
      0,
    ]);
    expect(third.of('guard')).toMatchObject([{ rule: 'max_llm_calls', count: 3, threshold: 3 }]);
  });

  test('include tokens, which are reported for the entire run', async () => {
    const { tool } = countingTool('pay', undefined, { needsApproval: true });
    const run = session([tool], { maxTokens: 250 });
    await run.start([spends('c1', 'pay')]);
    const second = await run.resume([approve('pause-c1')], [spends('c2', 'pay')]);
    expect(second.finished).toMatchObject({ reason: 'paused', usage: { inputTokens: 200, outputTokens: 100 } });
    const third = await run.resume([approve('pause-c2')], [{ text: 'One too many.' }]);
    expect(third.of('guard')).toMatchObject([{ rule: 'max_tokens', count: 300, threshold: 250 }]);
    expect(third.model.requests).toEqual([]);
  });
});
