import { describe, expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { Host } from '../loop/interfaces/host.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import type { GuardSettings } from '../protocol/guards.ts';
import { signatureOf } from './fingerprint.ts';

const NAMES = ['same', 'poll', 'stubs', 'fails', 'tests', 'waits', 'b', 'c', 'd'];

interface More {
  readonly host?: Host;
  readonly maxLlmCalls?: number;
  readonly guardSettings?: GuardSettings;
  /** Names of the tools that are read-only. */
  readonly reads?: readonly string[];
}

/**
 * Runs a model that ignores all advice and makes these calls as long as tools are offered. The skill that adds the tools is
 * loaded first.
 */
async function runStubborn(calls: (n: number) => readonly ScriptedCall[], { reads = [], ...more }: More = {}) {
  let polls = 0;
  const tool = (name: string, execute: Tool['execute']): Tool =>
    defined({
      name,
      description: '',
      inputSchema: {},
      execute,
      readOnly: reads.includes(name) ? true : undefined,
    });
  const pool = NAMES.map((name) =>
    tool(name, ({ first }) => {
      if (name === 'stubs') return { kind: 'result', value: ++polls <= Number(first) ? `text ${polls}` : 'unchanged' };
      if (name === 'poll') return { kind: 'result', value: ++polls };
      const took = `${++polls * 7} ms`;
      if (name === 'tests')
        return { kind: 'result', value: { stdout: `pid ${polls}\n3 passed (${took})`, durationMs: polls } };
      if (name === 'waits')
        return { kind: 'result', value: { stdout: `${polls} of 40 done (${took})`, durationMs: polls } };
      if (name === 'fails') return { kind: 'result', value: { error: 'no', error_code: 'NOPE' }, errorCode: 'NOPE' };
      return { kind: 'result', value: 'as ever' };
    }),
  );
  const skill = skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [${NAMES}]\n---\n`,
    'assets/a.md': 'A.',
  });
  const model = scriptedModel((request, n): Line => {
    if (n === 1) return { calls: [['load_skill', { skill_name: 'demo' }]] };
    return request.tools ? { calls: calls(n - 1) } : { text: 'I give up.' };
  });
  const ran = await runOnce({ model, skills: [skill], pool, ...more });
  expect(faultsOf(ran)).toEqual([]);
  // `calls` excludes the model call that loads the skill.
  return { ...ran, calls: ran.finished.llmCalls - 1 };
}

describe('the same call with the same result', () => {
  test('[114] [117] is denied with a hint at the third call and ends the run at the fifth, after 6 model calls', async () => {
    const { codes, guards, finished, calls, of } = await runStubborn(() => [['same', { a: 1 }]]);
    expect(codes.slice(1)).toEqual(['-', '-', 'REPEATED_CALL', 'REPEATED_CALL', 'REPEATED_CALL']);
    expect(guards).toEqual(['repeated_call deny 3/3', 'repeated_call deny 4/3', 'repeated_call stop 5/5']);
    expect(finished).toMatchObject({ reason: 'guard', text: 'I give up.' });
    expect(calls).toBe(6);
    const denied = of('tool_result')[3];
    expect(denied).toMatchObject({ denied: true, result: { retryable: false, hint: expect.stringMatching(/'same'/) } });
    expect(of('guard')[0]?.evidence).toEqual(
      of('tool_result')
        .slice(1, 3)
        .map((event) => event.seq),
    );
  });

  test('[114] is recognized whatever the order of keys, but not with different arguments', async () => {
    expect(signatureOf({ tool: 't', args: { a: { x: 1, y: [{ p: 1, q: 2 }] }, b: 2 } })).toBe(
      signatureOf({ tool: 't', args: { b: 2, a: { y: [{ q: 2, p: 1 }], x: 1 } } }),
    );
    const { guards } = await runStubborn((n) => [['same', { n }]], { maxLlmCalls: 12 });
    expect(guards).toEqual(['max_llm_calls stop 12/12']);
  });

  test.each([
    ['list_skills', (n: number) => ({ n })],
    ['load_skill', (n: number) => ({ skill_name: 'demo', why: `${n}` })],
    [
      'load_skill_resource',
      (n: number) => ({ skill_name: 'demo', file_path: n % 2 ? 'assets/a.md' : './assets//a.md', n }),
    ],
  ])('[114] is recognized despite arguments that %s does not use', async (tool, args) => {
    const { guards, calls } = await runStubborn((n) => [[tool, args(n)]]);
    expect(guards.at(-1)).toMatch(/^repeated_call stop 5\/5$|^repeated_cycle stop/);
    expect(calls).toBeLessThanOrEqual(6);
  });

  test('[114] [117] is denied at the third call and ends the run at the fifth despite reads in between', async () => {
    const reads = ['b'];
    const { of, guards, finished } = await runStubborn((n) => [n % 3 ? ['b', { n }] : ['same', {}]], {
      maxLlmCalls: 40,
      reads,
    });
    expect(guards).toEqual(['repeated_call deny 3/3', 'repeated_call deny 4/3', 'repeated_call stop 5/5']);
    expect(of('tool_call').filter((event) => event.tool === 'same')).toHaveLength(5);
    expect(finished.reason).toBe('guard');
  });

  test('is denied, without ending the run, after many identical calls of one step', async () => {
    const same = ['same', {}] as const;
    const { guards } = await runStubborn((n) => (n === 1 ? Array(8).fill(same) : [['b', { n }], same]), {
      maxLlmCalls: 4,
      reads: ['b'],
    });
    expect(guards.filter((guard) => guard.startsWith('repeated'))).toEqual([
      'repeated_call deny 9/3',
      'repeated_call deny 10/3',
    ]);
  });

  test('[114] is allowed as polling if the results differ', async () => {
    const { guards, finished } = await runStubborn(() => [['poll', {}]], { maxLlmCalls: 20 });
    expect(guards).toEqual(['max_llm_calls stop 20/20']);
    expect(finished.reason).toBe('max_llm_calls');
  });

  test.each([1, 2, 3])('[114] is recognized after %i different results, counted from the last one', async (first) => {
    const { guards, calls } = await runStubborn(() => [['stubs', { first }]], { maxLlmCalls: 30, reads: ['stubs'] });
    expect(guards).toEqual(['repeated_call deny 3/3', 'repeated_call deny 4/3', 'repeated_call stop 5/5']);
    expect(calls).toBe(6 + first);
  });

  test('[114] is recognized if the results differ only in durations and process ids', async () => {
    const { guards, calls } = await runStubborn(() => [['tests', {}]], { maxLlmCalls: 20, reads: ['tests'] });
    expect(guards).toEqual(['repeated_call deny 3/3', 'repeated_call deny 4/3', 'repeated_call stop 5/5']);
    expect(calls).toBe(6);
  });

  test('[118] does not count as progress if only durations differ', async () => {
    const guardSettings = { thresholds: { repeatedCall: 40 } };
    const of = (tool: string) => runStubborn(() => [[tool, {}]], { maxLlmCalls: 20, reads: [tool], guardSettings });
    expect((await of('tests')).guards).toEqual(['no_progress stop 7/7']);
    expect((await of('waits')).guards).toEqual(['max_llm_calls stop 20/20']);
  });

  test('[114] is allowed as polling if a count differs in addition to durations', async () => {
    const { guards } = await runStubborn(() => [['waits', {}]], { maxLlmCalls: 20, reads: ['waits'] });
    expect(guards).toEqual(['max_llm_calls stop 20/20']);
  });

  test('counts once per step, because the model has not seen a result yet', async () => {
    const { codes } = await runStubborn(() => Array.from({ length: 8 }, () => ['same', {}] as const), {
      maxLlmCalls: 2,
    });
    expect(codes.slice(1)).toEqual(Array(8).fill('-'));
  });

  test.each([2, 3, 4])('[118] ends a cycle of %i calls in its third or fourth round', async (period) => {
    const cycle = ['same', 'b', 'c', 'd'].slice(0, period);
    const calls = (n: number): readonly ScriptedCall[] => [[cycle[(n - 1) % period] ?? '', {}]];
    const only = await runStubborn(calls, { reads: NAMES });
    expect([only.finished.reason, only.calls]).toEqual(['guard', 2 * period + 4]);
    expect(only.guards.at(-1)).toMatch(/^repeated_cycle stop 3\/3$/);
    // The first call of each tool may have changed something, which allows one more round, or seven unproductive steps.
    const ran = await runStubborn(calls);
    expect(ran.finished.reason).toBe('guard');
    expect(ran.calls).toBeLessThanOrEqual(3 * period + 3);
    expect(ran.guards.at(-1)).toMatch(/^(?:repeated_cycle stop 3\/3|no_progress stop 7\/7)$/);
  });

  test('[117] asks the user at the fifth call, and restarts the count after "continue"', async () => {
    let prompts = 0;
    const host: Host = {
      isInteractive: true,
      preapproves: () => false,
      answer: async (pause) => {
        expect(pause).toMatchObject({ kind: 'guard', hint: expect.stringMatching(/same for the 5th time/) });
        return ++prompts === 1 ? 'continue' : 'stop';
      },
    };
    const { finished, calls } = await runStubborn(() => [['same', {}]], { host });
    expect(finished.reason).toBe('guard');
    expect([prompts, calls]).toEqual([2, 10]);
  });
});

describe('the same error', () => {
  test('[118] carries a hint the third time and ends the run the fifth time, after 6 model calls', async () => {
    const { of, guards, calls, finished } = await runStubborn((n) => [['fails', { n }]]);
    const results = of('tool_result')
      .slice(1)
      .map((event) => event.result as { retryable?: boolean });
    expect(results.map((result) => result.retryable)).toEqual([undefined, undefined, false, false, false]);
    expect(guards).toEqual(['error_streak warn 3/3', 'error_streak warn 4/3', 'error_streak stop 5/5']);
    expect([calls, finished.reason]).toEqual([6, 'guard']);
    expect(of('guard').at(-1)?.evidence).toEqual(
      of('tool_result')
        .slice(1)
        .map((event) => event.seq),
    );
  });

  test.each<[string, (n: number) => ScriptedCall]>([
    ['INVALID_RESOURCE_PATH', (n) => ['load_skill_resource', { skill_name: 'demo', file_path: `../${n}` }]],
    ['SKILL_NOT_FOUND', (n) => ['load_skill', { skill_name: `s${n}` }]],
    ['TOOL_NOT_FOUND', (n) => [`tool_${n}`, {}]],
    ['INVALID_ARGUMENTS', (n) => ['load_skill', { n }]],
    ['INVALID_ARGUMENTS', (n) => ['same', `{"broken ${n}`]],
  ])('[118] ends the run after at most 6 model calls: %s', async (code, call) => {
    const { calls, codes, finished } = await runStubborn((n) => [call(n)]);
    expect(new Set(codes.slice(1))).toEqual(new Set([code]));
    expect(finished.reason).toBe('guard');
    expect(calls).toBeLessThanOrEqual(6);
  });

  test('[118] is counted from scratch after a success of the tool', async () => {
    const { guards } = await runStubborn(
      (n) => [n % 3 === 0 ? ['load_skill', { skill_name: 'demo', n }] : ['load_skill', { skill_name: `s${n}` }]],
      { maxLlmCalls: 6 },
    );
    expect(guards.filter((guard) => guard.startsWith('error_streak'))).toEqual([]);
  });
});
