import { describe, expect, test } from 'vitest';
import type { ModelRequest, Reply } from '../run-server.ts';
import { type AgentRun, createDemo, DONE, resource, run, runAgainst, script, step } from './agent-run.ts';

const FATAL = 'RESOURCE_NOT_FOUND_FATAL';
const codes = (result: AgentRun, tool?: string): unknown[] => result.results(tool).map((one) => one.error_code);
const FILES = { 'demo/references/secret-plan.md': 'x', 'demo/assets/hidden-logo.txt': 'x' };

/** A model that keeps calling while it has tools, ignoring all results. */
const keepCalling =
  (calls: (n: number) => Reply) =>
  (request: ModelRequest, n: number): Reply =>
    request.body.tools?.length ? calls(n) : DONE;

/** Checks that a guard ended the run: one closing request without tools, a text, and no file names leaked. */
function expectStopped(result: AgentRun): void {
  expect(result.end).toMatchObject({ reason: 'guard', text: 'Done.' });
  expect(result.requests.at(-1)?.body.tools ?? []).toEqual([]);
  expect(result.requests.filter((request) => !request.body.tools?.length)).toHaveLength(1);
  expect(result.ofType('llm_request').at(-1)).toMatchObject({ closing: true, tools: [] });
  expect(result.ofType('guard').at(-1)).toMatchObject({ verdict: 'stop' });
  const sent = JSON.stringify([result.ofType('tool_result'), result.requests.map((request) => request.body.messages)]);
  expect(sent).not.toMatch(/secret-plan|hidden-logo/);
}

describe('a model that ignores errors', () => {
  test('same path: at most 4 model calls', async () => {
    const result = await runAgainst(
      keepCalling(() => step(resource('references/gone.md'))),
      ['--skills', createDemo(FILES)],
    );
    expect(codes(result)).toEqual(['RESOURCE_NOT_FOUND', FATAL, FATAL]);
    expect(result.requests).toHaveLength(4);
    expectStopped(result);
    const [soft, fatal] = result.results().map((one) => String((one.result as { error: string }).error));
    expect(soft).not.toMatch(/retry|stop/i);
    expect(fatal).toMatch(/failure #2/);
    expect(fatal).toMatch(/Do not retry/);
    expect(fatal).toMatch(/stop/);
  });

  test('new paths: at most 5', async () => {
    const result = await runAgainst(
      keepCalling((n) => step(resource(`references/gone-${n}.md`))),
      ['--skills', createDemo(FILES)],
    );
    expect(codes(result)).toEqual(['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND', FATAL, FATAL]);
    expect(result.requests).toHaveLength(5);
    expectStopped(result);
  });

  test('one path in different spellings counts as one path', async () => {
    const spellings = ['references/gone.md', './references/gone.md', 'references//gone.md', 'references\\gone.md'];
    const result = await runAgainst(
      keepCalling((n) => step(resource(spellings[n % 4]))),
      ['--skills', createDemo(FILES)],
    );
    expect(result.requests.length).toBeLessThanOrEqual(4);
    expectStopped(result);
  });

  test.for([
    ['one script', (): string => 'gone.sh'],
    ['new scripts', (n: number): string => `gone-${n}.sh`],
  ] as const)('%s: at most 4', async ([, path]) => {
    const result = await runAgainst(
      keepCalling((n) => step(script(path(n)))),
      ['--skills', createDemo(FILES), '--yes'],
    );
    const fatal = 'SCRIPT_NOT_FOUND_FATAL';
    expect(codes(result)).toEqual(['SCRIPT_NOT_FOUND', fatal, fatal]);
    expect(result.requests).toHaveLength(4);
    expectStopped(result);
  });

  test.for([
    ['a path outside', resource('../../etc/passwd')],
    ['an unknown skill', ['load_skill', { skill_name: 'unknown' }]],
    ['an unknown tool', ['read_file', { path: 'x' }]],
    ['invalid arguments', ['load_skill_resource', '{"skill_name": ']],
  ] as const)('%s: at most 6', async ([, call]) => {
    const result = await runAgainst(
      keepCalling(() => step(call)),
      ['--skills', createDemo(FILES)],
    );
    expect(result.requests.length).toBeLessThanOrEqual(6);
    expectStopped(result);
  });

  test('other calls in the step that is stopped are still answered', async () => {
    const calls = keepCalling((n) => step(resource('references/gone.md'), script('hello.sh', { args: [`${n}`] })));
    const result = await runAgainst(calls, ['--skills', createDemo(FILES), '--yes']);
    expectStopped(result);
    expect(result.results('run_skill_script').at(-1)).toMatchObject({ result: { stdout: 'hello 3\n' } });
  });

  test('without text in the closing round, the run reports why it ended', async () => {
    const mute = (request: ModelRequest): Reply => {
      const call = step(resource('references/gone.md'));
      return request.body.tools?.length ? call : { text: '' };
    };
    const result = await runAgainst(mute, ['--skills', createDemo(FILES)]);
    expect(result.end).toMatchObject({ reason: 'guard', text: expect.stringMatching(/\w+/) });
  });

  test('tool calls in the closing round have no effect', async () => {
    const result = await runAgainst(() => step(resource('references/gone.md')), ['--skills', createDemo(FILES)]);
    expect(result.end).toMatchObject({ reason: 'guard', llmCalls: 4, text: expect.stringMatching(/\w+/) });
    expect(result.ofType('tool_call')).toHaveLength(3);
  });
});

test('the closing round counts as a model call: at the limit there is none, and the run reports why it ended', async () => {
  const calls = keepCalling(() => step(resource('references/gone.md')));
  const result = await runAgainst(calls, ['--skills', createDemo(FILES), '--max-llm-calls', '3']);
  expect(result.end).toMatchObject({ reason: 'guard', llmCalls: 3, text: expect.stringMatching(/\w+/) });
  expect(result.requests.every((request) => (request.body.tools?.length ?? 0) > 0)).toBe(true);
});

describe('counting', () => {
  test('misses of one step count once', async () => {
    const many = step(...Array.from({ length: 6 }, (_, n) => resource(`references/gone-${n % 3}.md`)), script('no.sh'));
    const result = await runAgainst([many, DONE], ['--skills', createDemo(FILES)]);
    expect(codes(result, 'load_skill_resource')).toEqual(Array(6).fill('RESOURCE_NOT_FOUND'));
    expect(result.end).toMatchObject({ reason: 'final', llmCalls: 2 });
  });

  test('a hit does not reset the count; after FATAL, hits are answered as usual', async () => {
    const result = await runAgainst(
      [
        step(resource('references/gone.md')),
        step(resource('references/guide.md')),
        step(resource('references/gone.md')),
        step(resource('references/guide.md')),
        DONE,
      ],
      ['--skills', createDemo(FILES)],
    );
    expect(codes(result)).toEqual(['RESOURCE_NOT_FOUND', undefined, FATAL, undefined]);
    expect(result.end).toMatchObject({ reason: 'final', llmCalls: 5 });
  });

  test('resources and scripts are counted separately, skills together, and the next prompt starts from zero', async () => {
    const skills = createDemo({ ...FILES, 'twin/SKILL.md': '---\nname: twin\ndescription: A second one.\n---\n' });
    const misses = [
      step(resource('references/a.md')),
      step(script('no.sh')),
      step(resource('references/b.md', 'twin')),
      step(resource('references/c.md')),
      DONE,
    ];
    const result = await runAgainst(misses, ['--skills', skills]);
    expect(codes(result)).toEqual(['RESOURCE_NOT_FOUND', 'SCRIPT_NOT_FOUND', 'RESOURCE_NOT_FOUND', FATAL]);
    expect(result.code).toBe(0);
    const more = [
      '--skills',
      skills,
      '--runs',
      `${result.cwd}/.skillwright/runs`,
      '--continue',
      result.events[0]?.run as string,
    ];
    const next = await runAgainst([step(resource('references/a.md')), DONE], more);
    expect(codes(next)).toEqual(['RESOURCE_NOT_FOUND']);
  });

  test('a failing script is not a miss', async () => {
    const fails = step(script('fail.sh'));
    const result = await runAgainst(
      [fails, fails, step(script('gone.sh')), DONE],
      ['--skills', createDemo({ 'demo/scripts/fail.sh': 'exit 1\n' }), '--yes'],
    );
    expect(codes(result).at(-1)).toBe('SCRIPT_NOT_FOUND');
  });

  test('adk: the second miss of any path is FATAL, parallel misses count one by one, and FATAL is only advice', async () => {
    const steps = [step(resource('references/a.md'), resource('references/b.md'))];
    const again = Array.from({ length: 6 }, () => step(resource('references/a.md')));
    const result = await runAgainst([...steps, ...again, DONE], ['--skills', createDemo(), '--guards', 'adk']);
    expect(codes(result)).toEqual(['RESOURCE_NOT_FOUND', ...Array(7).fill(FATAL)]);
    expect(result.end).toMatchObject({ reason: 'final', llmCalls: 8 });
  });
});

test('every decision contains its rule, count, threshold, events and the words of the skill', async () => {
  const result = await run([
    '--skills',
    createDemo(FILES, 'Read the [steps](references/stepz.md) first.'),
    '--model',
    'simulated/stubborn',
  ]);
  expect(result.end).toMatchObject({ reason: 'guard' });
  for (const guard of result.ofType('guard')) {
    expect(guard).toMatchObject({ rule: expect.any(String), count: expect.any(Number), threshold: expect.any(Number) });
    const evidence = (guard.evidence as number[]).map((seq) => result.events[seq - 1]);
    expect(evidence.length).toBeGreaterThan(0);
    for (const event of evidence)
      expect(event).toMatchObject({ type: 'tool_result', error_code: /RESOURCE_NOT_FOUND/ });
    expect(guard.cause).toMatchObject({ line: 6, column: 18, text: 'references/stepz.md' });
    expect((guard.cause as { file: string }).file).toMatch(/demo\/SKILL\.md$/);
  }
});

test('a model that follows errors finishes; with guards off, a stubborn one uses all 500 calls', async () => {
  const missing = ['--skills', createDemo({}, 'Read `references/gone.md` first.')];
  const heeding = await run([...missing, '--model', 'simulated/heeding']);
  expect(heeding.end).toMatchObject({ reason: 'final' });
  const stubborn = await run([...missing, '--model', 'simulated/stubborn', '--guards', 'off']);
  expect(stubborn.end).toMatchObject({ reason: 'max_llm_calls', llmCalls: 500 });
  expect(stubborn.results().some((one) => String(one.error_code).includes('FATAL'))).toBe(false);
});
