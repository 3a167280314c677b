import { describe, expect, test } from 'vitest';
import { isLong } from '../equipment/skill/long.ts';
import { keepCalling, resource, runAgainst, runSimulated, script } from './run-replies.ts';
import type { Reply } from './run-server.ts';
import { createDemoSkill, runCli } from './run-support.ts';

describe('guards', () => {
  test('[40] one path repeatedly: at most 4 model calls', async () => {
    const { finished, code, requests } = await runAgainst(keepCalling(() => resource('references/a.md')));
    expect(finished).toMatchObject({ reason: 'guard', text: 'I could not find it.' });
    expect(finished?.llmCalls).toBeLessThanOrEqual(4);
    expect([code, requests.length]).toEqual([3, finished?.llmCalls]);
  });

  test('[40] new paths: at most 5', async () => {
    const { finished } = await runAgainst(keepCalling((n) => resource(`references/${n}.md`)));
    expect(finished?.reason).toBe('guard');
    expect(finished?.llmCalls).toBeLessThanOrEqual(5);
  });

  test('[40] scripts: at most 4', async () => {
    const { finished } = await runAgainst(keepCalling((n) => script(`scripts/${n}.py`)));
    expect(finished?.reason).toBe('guard');
    expect(finished?.llmCalls).toBeLessThanOrEqual(4);
  });

  test('[39] eight concurrent misses count as one', async () => {
    const eight: Reply = {
      calls: Array.from(
        { length: 8 },
        (_, i) => ['load_skill_resource', { skill_name: 'demo', file_path: `references/${i}.md` }] as const,
      ),
    };
    const { ofType, finished } = await runAgainst([eight, { text: 'x' }]);
    expect(new Set(ofType('tool_result').map((event) => event.error_code))).toEqual(new Set(['RESOURCE_NOT_FOUND']));
    expect(finished?.reason).toBe('final');
  });

  // Below, a simulated model reaches it.
  test.runIf(isLong)('off: a model that ignores errors reaches the limit of 500', async () => {
    const { finished, code, ofType } = await runAgainst(
      keepCalling(() => resource('references/a.md')),
      ['--guards', 'off'],
    );
    expect(finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 500 });
    expect(code).toBe(4);
    expect(ofType('guard')).toMatchObject([{ rule: 'max_llm_calls', count: 500, threshold: 500 }]);
  });

  test('[83] a lower limit is exact', async () => {
    const { finished, requests } = await runAgainst(
      keepCalling(() => resource('references/a.md')),
      ['--guards', 'off', '--max-llm-calls', '6'],
    );
    expect([finished?.llmCalls, requests.length]).toEqual([6, 6]);
  });
});

describe('options', () => {
  const same = keepCalling(() => ({ calls: [['list_skills', {}]] }));
  const nine = ['--max-llm-calls', '9'];

  test('[114] [117] any tool with the same arguments and result: at most 6 model calls', async () => {
    const { finished, code } = await runAgainst(same);
    expect([code, finished?.llmCalls]).toEqual([3, 6]);
  });

  test('[118] two alternating errors: at most 10', async () => {
    const { finished, ofType } = await runAgainst(
      keepCalling((n) => ({ calls: [['load_skill', n % 2 ? { skill_name: `s${n}` } : { n }]] })),
    );
    expect(finished?.reason).toBe('guard');
    expect(finished?.llmCalls).toBeLessThanOrEqual(10);
    expect(ofType('guard').at(-1)?.evidence.length).toBeGreaterThan(0);
  });

  test.each<[string, readonly string[], number, number]>([
    ['a tool may repeat', ['--allow-loops', 'list_skills'], 4, 9],
    ['another tool may repeat', ['--allow-loops', 'load_*'], 3, 6],
    ['all may', ['--allow-loops'], 4, 9],
    ['a threshold', ['--guard-threshold', 'repeatedCall=2', '--guard-threshold', 'denials=2'], 3, 4],
  ])('[119] %s: %o', async (_, options, exit, most) => {
    const { finished, code, ofType } = await runAgainst(same, [...nine, ...options]);
    expect([code, finished?.llmCalls]).toEqual([exit, most]);
    expect(ofType('run_started')[0]?.guardSettings).toBeDefined();
  });

  test.each([['nonsense=3'], ['repeatedCall=1'], ['repeatedCall']])(
    '--guard-threshold %s is wrong use',
    async (text) => {
      const { code, stderr } = await runCli(['run', 'x', '--skills', createDemoSkill(), '--guard-threshold', text]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/threshold/);
    },
  );
});

describe('the simulated models', () => {
  test('stubborn, guards off: 500 calls', async () => {
    const { finished, code } = await runSimulated('stubborn', ['--guards', 'off']);
    expect(finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 500, usage: { estimated: true } });
    expect(code).toBe(4);
  });

  test.each([
    ['stubborn', 6],
    ['stubborn-variants', 7],
    ['stubborn-scripts', 8],
  ])('%s, guarded: ends with reason guard, after at most %i calls including list and load', async (mode, most) => {
    const { finished, code, ofType } = await runSimulated(mode);
    expect(finished?.reason).toBe('guard');
    expect(finished?.llmCalls).toBeLessThanOrEqual(most);
    expect(finished?.text).toMatch(/simulated/i);
    expect(code).toBe(3);
    expect(ofType('run_started')[0]?.simulated).toBe(true);
  });

  test('weak: guesses paths from the words; the guard names the words', async () => {
    const { ofType, finished } = await runSimulated('weak');
    const paths = ofType('tool_call').map((event) => (event.args as { file_path?: string }).file_path);
    expect(paths).toContain('references/user_guide.md');
    expect(ofType('guard')[0]?.cause).toMatchObject({
      line: 6,
      column: 5,
      text: 'the user guide',
      lines: expect.stringMatching(/^[^\n]*the user guide[^\n]*$/),
      before: expect.stringMatching(/\S/),
      suggestions: ['references/guide.md'],
    });
    expect(finished?.reason).toBe('guard');
  });

  test('heeding: finishes', async () => {
    const { finished, code, ofType } = await runSimulated('heeding');
    expect([finished?.reason, code]).toEqual(['final', 0]);
    expect(ofType('tool_result').filter((event) => event.error_code)).toHaveLength(1);
  });

  test('a valid skill: reads, runs, finishes', async () => {
    const { finished, ofType } = await runSimulated(
      'weak',
      [],
      'Read [the guide](references/guide.md), then run `scripts/hello.sh`.',
    );
    expect(finished?.reason).toBe('final');
    expect(ofType('tool_result').map((event) => event.error_code)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('the same run twice is identical', async () => {
    const stable = (stdout: string): string =>
      stdout.replace(/"(?:time|run|invocation)":"[^"]*"|"durationMs":[\d.]+|"(?:root|file|folder)":"[^"]*"/g, '');
    const [one, two] = [await runSimulated('weak'), await runSimulated('weak')];
    expect(stable(one.stdout)).toBe(stable(two.stdout));
  });
});
