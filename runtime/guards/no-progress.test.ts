import { describe, expect, test } from 'vitest';
import type { Host } from '../loop/host.ts';
import { failure, type Tool, type ToolOutcome } from '../loop/tools.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';
import { skillOnDisk } from '../testing/folders.ts';
import { runOnce, soundness } from '../testing/run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../testing/scripted-model.ts';
import { exemption, thresholdProblem } from './settings.ts';

/** Tools that fail as their arguments say: `{ code }` is the error, `{ ok }` the result. */
const NAMES = ['one', 'two', 'three', 'four'];

/** Never heeds: asks as `calls` says as long as tools are offered. */
async function deaf(
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
  expect(soundness(ran)).toEqual([]);
  /** Without the call that loads the skill. */
  return { ...ran, calls: ran.finished.llmCalls - 1 };
}
const tool = (n: number, of = NAMES.length): string => NAMES[n % of] ?? '';

describe('a model that only fails, whatever it varies, is bounded', () => {
  test.each<[string, (n: number) => readonly ScriptedCall[]]>([
    ['two errors of one tool in turn', (n) => [['one', { n, code: n % 2 ? 'A' : 'B' }]]],
    ['three errors of one tool in turn', (n) => [['one', { n, code: `E${n % 3}` }]]],
    ['an error code of its own each time', (n) => [['one', { n, code: `E${n}` }]]],
    ['two tools in turn', (n) => [[tool(n, 2), { n, code: 'A' }]]],
    ['four tools in turn, each with two errors', (n) => [[tool(n), { n, code: n % 8 < 4 ? 'A' : 'B' }]]],
    [
      'unknown tools and a wrong path in turn',
      (n) => [n % 2 ? [`t${n}`, {}] : ['load_skill', { skill_name: `s${n}` }]],
    ],
    [
      'several at once, each with another error',
      (n) => NAMES.map((name) => [name, { n, code: `${name}${n % 2}` }] as const),
    ],
  ])('[118] %s: at most 10 model calls', async (_, calls) => {
    const ran = await deaf(calls);
    expect(ran.finished).toMatchObject({ reason: 'guard', text: 'I give up.' });
    expect(ran.calls).toBeLessThanOrEqual(10);
  });

  test('[118] an error, and what it knows already, in turn: the same, counted from the last thing that was new', async () => {
    const { calls, finished } = await deaf((n) => [['one', n % 2 ? { n, code: `E${n}` } : { ok: 'same' }]]);
    expect([calls, finished.reason]).toEqual([2 + 7 + 2, 'guard']);
  });

  test('[120] the decision names the results of all steps that brought nothing', async () => {
    const { of } = await deaf((n) => [['one', { n, code: `E${n}` }]]);
    expect(of('guard')).toMatchObject([{ rule: 'no_progress', verdict: 'stop', count: 7, threshold: 7 }]);
    const failed = of('tool_result').filter((event) => event.error_code?.startsWith('E'));
    expect(of('guard')[0]?.evidence).toEqual(failed.map((event) => event.seq));
    expect(of('tool_result').at(-1)).toMatchObject({ denied: true, error_code: 'NO_PROGRESS' });
  });

  test('[117] a person who is there is asked once a step, and told to go on it begins anew', async () => {
    let asked = 0;
    const host: Host = {
      isInteractive: true,
      preapproves: () => false,
      answer: async (pause) => {
        expect(pause).toMatchObject({ kind: 'guard', hint: expect.stringMatching(/last 7 steps/) });
        return ++asked === 1 ? 'continue' : 'stop';
      },
    };
    const { of } = await deaf(
      (n) => [
        ['one', { n, code: `E${n}` }],
        ['two', { n, code: `F${n}` }],
      ],
      { host },
    );
    expect([asked, of('guard').map((event) => event.count)]).toEqual([2, [7, 7]]);
  });
});

describe('work that advances is left alone', () => {
  test.each<[string, (n: number) => readonly ScriptedCall[]]>([
    ['something new every seventh step', (n) => [['one', n % 7 === 0 ? { n, ok: n } : { n, code: `E${n}` }]]],
    [
      'something new beside errors',
      (n) => [
        ['one', { n, code: `E${n}` }],
        ['two', { n, ok: n }],
      ],
    ],
    ['other arguments, results alike', (n) => [['one', { n }]]],
    ['other things, four in a row failing', (n) => [['one', n % 5 === 0 ? { n, ok: n } : { n, code: 'A' }]]],
  ])('[118] %s: no guard but the cap', async (_, calls) => {
    const { guards } = await deaf(calls);
    expect(guards.filter((guard) => !guard.includes(' warn '))).toEqual(['max_llm_calls stop 60/60']);
  });
});

describe('settings', () => {
  const same = () => [['one', {}] as const];
  const capped = ['max_llm_calls stop 60/60'];

  test('[119] an exempt tool may repeat itself and fail; others may not', async () => {
    expect((await deaf(same, { guardSettings: { exempt: ['one'] } })).guards).toEqual(capped);
    expect((await deaf((n) => [['one', { n, code: 'A' }]], { guardSettings: { exempt: ['o*'] } })).guards).toEqual(
      capped,
    );
    expect((await deaf(same, { guardSettings: { exempt: ['two', '*x'] } })).finished.reason).toBe('guard');
  });

  test('[119] the loop detector as a whole can be off; missing resources stay guarded', async () => {
    const guardSettings = { loops: false };
    expect((await deaf(same, { guardSettings })).guards).toEqual(capped);
    expect((await deaf((n) => [['one', { n, code: `E${n}` }]], { guardSettings })).guards).toEqual(capped);
    const path = { skill_name: 'demo', file_path: 'references/a.md' };
    const { calls, finished, of } = await deaf(() => [['load_skill_resource', path]], { guardSettings });
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
  ])('[119] thresholds are settings: %o', async (thresholds, call, most) => {
    const { calls, finished } = await deaf(() => [call], { guardSettings: { thresholds } });
    expect([calls, finished.reason]).toEqual([most, 'guard']);
  });

  test('what cannot be set is told', () => {
    expect(thresholdProblem('noProgress', 8)).toBeUndefined();
    expect(thresholdProblem('repeatedCall', 1)).toMatch(/from 2/);
    expect(thresholdProblem('errorHint', '3')).toMatch(/whole number/);
    expect(thresholdProblem('toString', 3)).toMatch(/There are: resourceSamePath/);
  });

  test('names of exempt tools are names, but for the star', () => {
    const exempt = exemption({ exempt: ['a.b', 'browser_*', '*'.repeat(0)] });
    expect(['a.b', 'browser_click', 'browser_'].map(exempt)).toEqual([true, true, true]);
    expect(['axb', 'my_browser_click', 'one'].map(exempt)).toEqual([false, false, false]);
  });
});

test('[115] loops are looked for first, then the tool, its arguments, consent, and then it runs; nothing throws', async () => {
  let asked = 0;
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
    asked++;
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
  expect([asked, ran, finished.reason]).toEqual([2, 2, 'final']);
});
