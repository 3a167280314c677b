import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { miscounts } from '../../test/equipment/runtime/fuzz/recount.ts';
import { faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { type Line, type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { Tool } from '../loop/interfaces/tools.ts';
import { failure } from '../loop/interfaces/tools.ts';

/**
 * Runs an agent with tools: `edit` may change something, `look` is read-only, `shell` reports for each call whether it
 * changed anything.
 */
async function agent(calls: (n: number) => readonly ScriptedCall[], maxLlmCalls = 60) {
  let count = 0;
  const tools: Readonly<Record<string, Pick<Tool, 'execute' | 'readOnly'>>> = {
    edit: { execute: ({ fails }) => (fails === true ? failure('NO', 'no') : { kind: 'result', value: 'ok' }) },
    look: { execute: () => ({ kind: 'result', value: 'as ever' }), readOnly: true },
    tests: { execute: () => ({ kind: 'result', value: { failed: 3 } }) },
    failing: { execute: () => failure('TESTS_FAILED', '3 failed') },
    news: { execute: () => ({ kind: 'result', value: ++count }), readOnly: true },
    shell: {
      execute: ({ command }, context) => {
        context.actions.readOnly = command !== 'write';
        return { kind: 'result', value: 'done' };
      },
    },
  };
  const pool = Object.entries(tools).map(([name, tool]) => ({ name, description: '', inputSchema: {}, ...tool }));
  const skill = skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [${Object.keys(tools)}]\n---\n`,
  });
  const model = scriptedModel((request, n): Line => {
    if (n === 1) return { calls: [['load_skill', { skill_name: 'demo' }]] };
    return request.tools ? { calls: calls(n - 1) } : { text: 'I give up.' };
  });
  const ran = await runOnce({ model, skills: [skill], pool, maxLlmCalls });
  expect(faultsOf(ran)).toEqual([]);
  expect(miscounts(ran.events, ran.runs)).toEqual([]);
  /** Model calls without the one that loads the skill. */
  return { ...ran, calls: ran.finished.llmCalls - 1 };
}
const CAPPED = ['max_llm_calls stop 60/60'];

describe('changes', () => {
  test.each<[string, (n: number) => readonly ScriptedCall[]]>([
    ['an edit, then the same tests', (n) => [n % 2 ? ['edit', { n }] : ['tests', {}]]],
    ['an edit, then the same failing tests', (n) => [n % 2 ? ['edit', { n }] : ['failing', {}]]],
    ['two searches for each edit', (n) => [n % 3 === 0 ? ['edit', { n }] : ['look', {}]]],
    [
      'an edit and tests in parallel',
      (n) => [
        ['edit', { n }],
        ['tests', {}],
      ],
    ],
    ['a command that writes', (n) => [n % 2 ? ['shell', { command: 'write', n }] : ['look', {}]]],
  ])('[114] [118] lets the model repeat %s without limit', async (_, calls) => {
    expect((await agent(calls)).guards).toEqual(CAPPED);
  });

  test.each<[string, (n: number) => readonly ScriptedCall[]]>([
    ['another read', (n) => [n % 2 ? ['look', { n }] : ['tests', {}]]],
    ['a command that only reads', (n) => [n % 2 ? ['shell', { command: 'ls', n }] : ['tests', {}]]],
    ['an edit that fails', (n) => [n % 2 ? ['edit', { n, fails: true }] : ['tests', {}]]],
    ['the same edit again', (n) => [n % 2 ? ['edit', {}] : ['tests', {}]]],
    ['loading a skill', (n) => [n % 2 ? ['load_skill', { skill_name: 'demo' }] : ['tests', {}]]],
  ])('[114] does not count %s as a change, and ends the run at the repeated call', async (_, calls) => {
    const { finished, calls: made } = await agent(calls);
    expect(finished.reason).toBe('guard');
    expect(made).toBeLessThanOrEqual(11);
  });

  test('[114] counts the first call even if it made a change', async () => {
    const { guards, calls } = await agent(() => [['tests', {}]]);
    expect(guards).toEqual(['repeated_call deny 3/3', 'repeated_call deny 4/3', 'repeated_call stop 5/5']);
    expect(calls).toBe(6);
  });

  test('[118] resets the error streak after a change, but not after a read', async () => {
    const reads = await agent((n) => [n % 2 ? ['look', { n }] : ['failing', { n }]]);
    expect(reads.guards.at(-1)).toBe('error_streak stop 5/5');
    const edits = await agent((n) => [n % 3 ? ['failing', { n }] : ['edit', { n }]]);
    expect(edits.guards).toEqual(CAPPED);
  });

  test('records in the journal which calls may have changed something', async () => {
    const { of } = await agent(
      (n) => [
        ['edit', { n }],
        ['look', { n }],
        ['edit', { n, fails: true }],
        ['shell', { command: 'ls' }],
        ['shell', { command: 'write' }],
      ],
      2,
    );
    expect(of('tool_result').map(({ tool, changes }) => [tool, changes])).toEqual([
      ['load_skill', undefined],
      ['edit', true],
      ['look', undefined],
      ['edit', undefined],
      ['shell', undefined],
      ['shell', true],
    ]);
  });
});

describe('seven rounds of one cycle', () => {
  const cycle =
    (period: number) =>
    (n: number): readonly ScriptedCall[] => [['news', { at: n % period }]];

  test.each([2, 3, 7, 10])(
    '[114] of %i steps that change nothing end in no_progress, even with new results',
    async (period) => {
      const { guards, calls, finished, of } = await agent(cycle(period), 90);
      expect(guards).toEqual(['no_progress stop 7/7']);
      expect([finished.reason, calls]).toEqual(['guard', 7 * period + 2]);
      expect(of('tool_result').at(-1)).toMatchObject({
        denied: true,
        error_code: 'NO_PROGRESS',
        result: { error: expect.stringMatching(new RegExp(`7 rounds of ${period} steps made the same calls`)) },
      });
      expect(of('guard')[0]?.evidence).toHaveLength(7 * period);
    },
  );

  test('[114] treats repeating a single step with new results as polling, parallel calls included', async () => {
    expect((await agent(cycle(1))).guards).toEqual(CAPPED);
    expect(
      (
        await agent(() => [
          ['news', { a: 1 }],
          ['news', { b: 1 }],
        ])
      ).guards,
    ).toEqual(CAPPED);
  });

  test('[114] are counted from the last change or the last step outside the cycle', async () => {
    const edits = (n: number): readonly ScriptedCall[] => (n % 12 ? cycle(2)(n) : [['edit', { n }]]);
    expect((await agent(edits)).guards).toEqual(CAPPED);
    const varied = (n: number): readonly ScriptedCall[] => (n % 12 ? cycle(2)(n) : [['look', { n }]]);
    expect((await agent(varied)).guards).toEqual(CAPPED);
  });
});
