import { describe, expect, test } from 'vitest';
import { type AgentRun, createDemo, DONE, resource, runAgainst, script, step } from './contract/agent-run.ts';
import type { ModelRequest, Reply } from './run-server.ts';

/**
 * The two loops for which the guards were created, on the built command line: a model that requests a missing resource
 * or script and ignores the errors.
 */
const LOOPS = [
  { what: 'load_skill_resource', one: () => resource('references/user_guide.md'), code: 'RESOURCE_NOT_FOUND' },
  { what: 'run_skill_script', one: () => script('scripts/setup.py'), code: 'SCRIPT_NOT_FOUND' },
] as const;
const NEW_PATHS = [
  { what: 'load_skill_resource', one: (n: number) => resource(`references/guide_${n}.md`), code: 'RESOURCE_NOT_FOUND' },
  { what: 'run_skill_script', one: (n: number) => script(`scripts/setup_${n}.py`), code: 'SCRIPT_NOT_FOUND' },
] as const;

const CAP = 12;
const keepCalling =
  (call: (n: number) => readonly [string, object]) =>
  (request: ModelRequest, n: number): Reply =>
    request.body.tools?.length ? step(call(n)) : DONE;
const play = (call: (n: number) => readonly [string, object], preset: string): Promise<AgentRun> =>
  runAgainst(keepCalling(call), ['--skills', createDemo(), '--yes', '--guards', preset, '--max-llm-calls', `${CAP}`]);
const codes = (runResult: AgentRun): unknown[] => runResult.results().map((one) => one.error_code);
const message = (runResult: AgentRun, index: number): string => JSON.stringify(runResult.results()[index]?.result);

describe.each(LOOPS)('$what, one path repeatedly', ({ one, code }) => {
  test('[31] [47] off: loops until the limit of model calls, with the same result each time', async () => {
    const runResult = await play(one, 'off');
    expect(codes(runResult)).toEqual(Array(CAP).fill(code));
    expect(new Set(runResult.results().map((result) => JSON.stringify(result.result))).size).toBe(1);
    expect(runResult.end).toMatchObject({ reason: 'max_llm_calls', llmCalls: CAP });
    expect(runResult.ofType('guard').map((event) => event.rule)).toEqual(['max_llm_calls']);
  });

  test('[32] [34] [48] adk: the second result is FATAL and says not to retry; it is advice, so a model that ignores it still loops', async () => {
    const runResult = await play(one, 'adk');
    expect(codes(runResult)).toEqual([code, ...Array(CAP - 1).fill(`${code}_FATAL`)]);
    for (const words of ['failure #2', 'Do not retry', 'stop']) expect(message(runResult, 1)).toContain(words);
    expect(message(runResult, 5)).toContain('failure #6');
    expect(runResult.end).toMatchObject({ reason: 'max_llm_calls', llmCalls: CAP });
  });

  test('[32] [40] [48] default: FATAL is enforced: the run ends with an answer after 4 model calls', async () => {
    const runResult = await play(one, 'default');
    expect(codes(runResult)).toEqual([code, `${code}_FATAL`, `${code}_FATAL`]);
    expect(message(runResult, 1)).toContain('failure #2');
    expect(runResult.ofType('guard').map((event) => event.verdict)).toEqual(['warn', 'fatal', 'stop']);
    expect(runResult.requests.at(-1)?.body.tools ?? []).toEqual([]);
    expect(runResult.end).toMatchObject({ reason: 'guard', llmCalls: 4, text: 'Done.' });
  });

  test.each(['default', 'adk'])('%s: a model that follows FATAL finishes', async (preset) => {
    const heeding = (request: ModelRequest): Reply =>
      JSON.stringify(request.body.messages).includes('_FATAL') ? DONE : step(one());
    const runResult = await runAgainst(heeding, ['--skills', createDemo(), '--yes', '--guards', preset]);
    expect(runResult.end).toMatchObject({ reason: 'final', llmCalls: 3 });
  });
});

describe.each(NEW_PATHS)('$what, new paths', ({ one, code, what }) => {
  test('off: loops until the limit', async () => {
    const runResult = await play(one, 'off');
    expect(codes(runResult)).toEqual(Array(CAP).fill(code));
    expect(runResult.end.reason).toBe('max_llm_calls');
  });

  test('[33] [48] adk: the second miss is FATAL, for any path', async () => {
    expect(codes(await play(one, 'adk'))).toEqual([code, ...Array(CAP - 1).fill(`${code}_FATAL`)]);
  });

  test('[33] [40] default: ends after 5 model calls for resources, 4 for scripts', async () => {
    const runResult = await play(one, 'default');
    const soft = what === 'load_skill_resource' ? 2 : 1;
    expect(codes(runResult)).toEqual([...Array(soft).fill(code), `${code}_FATAL`, `${code}_FATAL`]);
    expect(runResult.end).toMatchObject({ reason: 'guard', llmCalls: soft + 3 });
  });
});
