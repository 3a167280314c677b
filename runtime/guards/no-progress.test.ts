import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { Host } from '../loop/interfaces/host.ts';
import { failure, type Tool, type ToolOutcome } from '../loop/interfaces/tools.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';
import { exemption, thresholdProblem } from './settings.ts';

/** Tools whose arguments determine the outcome: `{ code }` is the error, `{ ok }` the result. */
const NAMES = ['one', 'two', 'three', 'four'];

/** Runs a model that ignores all advice and makes these calls as long as tools are offered. */
async function runStubborn(
  calls: (n: number) => readonly ScriptedCall[],
  more: { host?: Host; maxLlmCalls?: number; guardSettings?: GuardSettings } = {},
) {
  const execute: Tool['execute'] = ({ code, ok }): ToolOutcome =>
    typeof code === 'string' ? failure(code, 'no') : { kind: 'result', value: ok ?? 'as ever' };
  const pool = NAMES.map((name) => ({ name, description: '', inputSchema: {}, execute }));
  const skill = skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [${NAMES}]\n---\n`,
  });
  const model = scriptedModel((request, n): Line => {
    if (n === 1) return { calls: [['load_skill', { skill_name: 'demo' }]] };
    return request.tools ? { calls: calls(n - 1) } : { text: 'I give up.' };
  });
  const ran = await runOnce({ model, skills: [skill], pool, maxLlmCalls: 60, ...more });
  expect(faultsOf(ran)).toEqual([]);
  /** Model calls without the one that loads the skill. */
  return { ...ran, calls: ran.finished.llmCalls - 1 };
}
const tool = (n: number, of = NAMES.length): string => NAMES[n % of] ?? '';

describe('a model that only fails, whatever it varies', () => {
  test.each<[string, (n: number) => readonly ScriptedCall[]]>([
    ['alternating errors of one tool', (n) => [['one', { n, code: n % 2 ? 'A' : 'B' }]]],
    ['three alternating errors of one tool', (n) => [['one', { n, code: `E${n % 3}` }]]],
    ['a new error code each time', (n) => [['one', { n, code: `E${n}` }]]],
    ['two alternating tools', (n) => [[tool(n, 2), { n, code: 'A' }]]],
    ['four alternating tools, each with two errors', (n) => [[tool(n), { n, code: n % 8 < 4 ? 'A' : 'B' }]]],
    ['alternating unknown tools and skills', (n) => [n % 2 ? [`t${n}`, {}] : ['load_skill', { skill_name: `s${n}` }]]],
    [
      'parallel calls, each with a different error',
      (n) => NAMES.map((name) => [name, { n, code: `${name}${n % 2}` }] as const),
    ],
  ])('[118] ends after at most 10 model calls: %s', async (_, calls) => {
    const ran = await runStubborn(calls);
    expect(ran.finished).toMatchObject({ reason: 'guard', text: 'I give up.' });
    expect(ran.calls).toBeLessThanOrEqual(10);
  });

  test('[118] ends when errors alternate with a known result, counted from the last new result', async () => {
    const { calls, finished } = await runStubborn((n) => [['one', n % 2 ? { n, code: `E${n}` } : { ok: 'same' }]]);
    expect([calls, finished.reason]).toEqual([2 + 7 + 2, 'guard']);
  });

  test('[120] lists the results of all unproductive steps as evidence', async () => {
    const { of } = await runStubborn((n) => [['one', { n, code: `E${n}` }]]);
    expect(of('guard')).toMatchObject([{ rule: 'no_progress', verdict: 'stop', count: 7, threshold: 7 }]);
    const failed = of('tool_result').filter((event) => event.error_code?.startsWith('E'));
    expect(of('guard')[0]?.evidence).toEqual(failed.map((event) => event.seq));
    expect(of('tool_result').at(-1)).toMatchObject({ denied: true, error_code: 'NO_PROGRESS' });
  });

  test('[117] asks a present user once per step, and restarts the count after "continue"', async () => {
    let prompts = 0;
    const host: Host = {
      isInteractive: true,
      preapproves: () => false,
      answer: async (pause) => {
        expect(pause).toMatchObject({ kind: 'guard', hint: expect.stringMatching(/last 7 steps/) });
        return ++prompts === 1 ? 'continue' : 'stop';
      },
    };
    const { of } = await runStubborn(
      (n) => [
        ['one', { n, code: `E${n}` }],
        ['two', { n, code: `F${n}` }],
      ],
      { host },
    );
    expect([prompts, of('guard').map((event) => event.count)]).toEqual([2, [7, 7]]);
  });
});

describe('work that advances', () => {
  test.each<[string, (n: number) => readonly ScriptedCall[]]>([
    ['a new result every seventh step', (n) => [['one', n % 7 === 0 ? { n, ok: n } : { n, code: `E${n}` }]]],
    [
      'new results in parallel with errors',
      (n) => [
        ['one', { n, code: `E${n}` }],
        ['two', { n, ok: n }],
      ],
    ],
    ['new arguments with equal results', (n) => [['one', { n }]]],
    ['new results after four failures each', (n) => [['one', n % 5 === 0 ? { n, ok: n } : { n, code: 'A' }]]],
  ])('[118] trips no guard except the cap: %s', async (_, calls) => {
    const { guards } = await runStubborn(calls);
    expect(guards.filter((guard) => !guard.includes(' warn '))).toEqual(['max_llm_calls stop 60/60']);
  });
});

describe('settings', () => {
  const same = () => [['one', {}] as const];
  const capped = ['max_llm_calls stop 60/60'];

  test('[119] lets an exempt tool repeat itself and fail, but no other', async () => {
    expect((await runStubborn(same, { guardSettings: { exempt: ['one'] } })).guards).toEqual(capped);
    expect(
      (await runStubborn((n) => [['one', { n, code: 'A' }]], { guardSettings: { exempt: ['o*'] } })).guards,
    ).toEqual(capped);
    expect((await runStubborn(same, { guardSettings: { exempt: ['two', '*x'] } })).finished.reason).toBe('guard');
  });

  test('[119] can disable the loop detector while missing resources remain guarded', async () => {
    const guardSettings = { loops: false };
    expect((await runStubborn(same, { guardSettings })).guards).toEqual(capped);
    expect((await runStubborn((n) => [['one', { n, code: `E${n}` }]], { guardSettings })).guards).toEqual(capped);
    const path = { skill_name: 'demo', file_path: 'references/a.md' };
    const { calls, finished, of } = await runStubborn(() => [['load_skill_resource', path]], { guardSettings });
    expect([calls, finished.reason]).toEqual([4, 'guard']);
    expect(of('run_started')[0]?.guardSettings).toEqual(guardSettings);
  });

  test.each<[Partial<GuardThresholds>, ScriptedCall, number]>([
    [{ repeatedCall: 2 }, ['one', {}], 5],
    [{ repeatedCall: 5, denials: 2, noProgress: 50 }, ['one', {}], 7],
    [{ errorStop: 2, errorHint: 1 }, ['one', { code: 'A' }], 3],
    [{ errorStop: 1 }, ['one', { code: 'A' }], 2],
    [{ noProgress: 1 }, ['one', { code: 'A' }], 3],
    [
      { resourceSamePath: 4, resourceAnyPath: 4 },
      ['load_skill_resource', { skill_name: 'demo', file_path: 'references/a.md' }],
      6,
    ],
    [{ script: 3, repeatedCall: 9 }, ['run_skill_script', { skill_name: 'demo', file_path: 'a.py' }], 5],
  ])('[119] applies the thresholds %o', async (thresholds, call, maxCalls) => {
    const { calls, finished } = await runStubborn(() => [call], { guardSettings: { thresholds } });
    expect([calls, finished.reason]).toEqual([maxCalls, 'guard']);
  });

  test('reports invalid thresholds', () => {
    expect(thresholdProblem('noProgress', 8)).toBeUndefined();
    expect(thresholdProblem('repeatedCall', 1)).toMatch(/from 2/);
    expect(thresholdProblem('errorHint', '3')).toMatch(/whole number/);
    expect(thresholdProblem('toString', 3)).toMatch(/Use one of: resourceSamePath/);
  });

  test('matches names of exempt tools literally, except for the asterisk', () => {
    const exempt = exemption({ exempt: ['a.b', 'browser_*', '*'.repeat(0)] });
    expect(['a.b', 'browser_click', 'browser_'].map(exempt)).toEqual([true, true, true]);
    expect(['axb', 'my_browser_click', 'one'].map(exempt)).toEqual([false, false, false]);
  });
});

test('[115] checks for loops, then the tool, its arguments and consent before it runs, and never throws', async () => {
  let prompts = 0;
  let ran = 0;
  const careful: Tool = {
    name: 'one',
    description: '',
    inputSchema: {},
    needsApproval: ({ throws }) => {
      if (throws === true) throw new Error('no idea');
      return true;
    },
    execute: () => {
      ran++;
      throw new Error('boom');
    },
  };
  const skill = skillOnDisk('demo', {
    'SKILL.md': '---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [one]\n---\n',
  });
  const answer: Host['answer'] = async () => {
    prompts++;
    return 'approve';
  };
  const host: Host = { isInteractive: true, preapproves: () => false, answer };
  const calls: ScriptedCall[] = [
    ['load_skill', { skill_name: 'demo' }],
    ['absent', {}],
    ['one', '{"broken'],
    ['one', { throws: true }],
    ['one', {}],
    ['one', {}],
    ['one', {}],
  ];
  const model = scriptedModel(
    (_, n): Line => (n <= calls.length ? { calls: [calls[n - 1] as ScriptedCall] } : { text: 'Done.' }),
  );
  const { codes, finished } = await runOnce({ model, skills: [skill], pool: [careful], host });
  expect(codes).toEqual([
    '-',
    'TOOL_NOT_FOUND',
    'INVALID_ARGUMENTS',
    'TOOL_ERROR',
    'TOOL_ERROR',
    'TOOL_ERROR',
    'REPEATED_CALL',
  ]);
  expect([prompts, ran, finished.reason]).toEqual([2, 2, 'final']);
});
