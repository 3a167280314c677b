import { describe, expect, test } from 'vitest';
import type { ModelRequest, Reply } from '../run-server.ts';
import { DONE, step } from './agent-run.ts';
import { createWorkspace, readLog, runInWorkspace } from './workspace.ts';

const TOOLS = `const object = { type: 'object', properties: {} };
let n = 0;
const tool = (name, execute, readOnly = true) => ({ description: 'x', inputSchema: object, readOnly, execute: (input) => { log(name); return execute(input); } });
export default {
  same: tool('same', () => 'the same'), other: tool('other', () => 'the other'), third: tool('third', (i) => 'the third'), fourth: tool('fourth', () => 4),
  edit: tool('edit', () => 'edited', false),
  poll: tool('poll', () => ({ at: n++ })), echo: tool('echo', (input) => input),
  sickly: tool('sickly', () => ({ error_code: n++ % 2 ? 'ODD' : 'EVEN', error: 'x' })), sick: tool('sick', () => ({ error_code: 'SICK', error: 'ill' })),
  flaky: tool('flaky', () => n++ % 3 === 2 ? 'well' : { error_code: 'SICK', error: 'ill ' + n }),
};`;
/** A model that keeps calling while it has tools. */
const keepCalling =
  (calls: (n: number) => Reply) =>
  (request: ModelRequest, n: number): Reply =>
    request.body.tools?.length ? calls(n) : DONE;

describe('the loop detector', () => {
  test('the same call, with keys in any order: the third does not run, at most 6 model calls', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) =>
        step(['same', n % 2 ? '{"a":1,"b":{"c":2,"d":[1,2]}}' : '{ "b":{"d":[1,2],"c":2},\n"a":1.0}']),
      ),
    );
    expect(readLog(result.cwd)).toHaveLength(2);
    expect(result.results()[2]).toMatchObject({ denied: true });
    expect(JSON.stringify(result.results()[2]?.result)).toMatch(/"retryable":false.*"hint":/);
    expect(result.end.reason).toBe('guard');
    expect(result.requests.length).toBeLessThanOrEqual(6);
  });

  test('also if the calls are not consecutive', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => step(n % 3 ? ['echo', { n }] : ['same', {}])),
      ['--max-llm-calls', '40'],
    );
    expect(readLog(result.cwd).filter((line) => line === 'same').length).toBe(2);
    expect([result.end.reason, result.results('same').length]).toEqual(['guard', 5]);
  });

  test('repeated test runs with edits in between are not a loop', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => (n > 30 ? DONE : step(n % 2 ? ['edit', { n }] : ['same', {}]))),
    );
    expect([result.end.reason, result.results('same').length, result.ofType('guard')]).toEqual(['final', 15, []]);
  });

  test('polling with a new result each time, 12 times: not stopped', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => (n > 12 ? DONE : step(['poll', {}]))),
    );
    expect([result.end.reason, readLog(result.cwd).length, result.ofType('guard')]).toEqual(['final', 12, []]);
  });

  test('the same tool with other arguments and the same results, 12 times: not stopped', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => (n > 12 ? DONE : step(['same', { page: n }]))),
    );
    expect([result.end.reason, readLog(result.cwd).length]).toEqual(['final', 12]);
  });

  test('two alternating errors end as well', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => step(['sickly', { n }])),
    );
    expect(result.end.reason).toBe('guard');
    expect(result.requests.length).toBeLessThanOrEqual(12);
  });

  test('one error with any arguments: the third has a hint, the fifth ends the run', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => step(['sick', { n }])),
    );
    expect(result.end.reason).toBe('guard');
    expect(result.requests.length).toBeLessThanOrEqual(6);
    expect(result.results().map((one) => /"retryable":false.*"hint"/.test(JSON.stringify(one.result)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  test('a success resets the streak', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => (n > 12 ? DONE : step(['flaky', { n }]))),
    );
    expect([result.end.reason, readLog(result.cwd).length]).toEqual(['final', 12]);
  });

  test.for([2, 3, 4])('a cycle of %i calls ends', async (period) => {
    const tools = ['same', 'other', 'third', 'fourth'];
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => step([`${tools[n % period]}`, {}])),
    );
    expect(result.end.reason).toBe('guard');
    expect(result.requests.length).toBeLessThanOrEqual(2 * period + 4);
    expect(readLog(result.cwd).length).toBeLessThanOrEqual(2 * period);
  });

  test('repeated calls within one step count once', async () => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      step(...Array.from({ length: 8 }, () => ['same', {}] as const)),
      DONE,
    ]);
    expect(result.end.reason).toBe('final');
  });

  test('exempt, and off: nothing is denied; misses are still guarded', async () => {
    for (const args of [
      ['--allow-loops', 'sam*'],
      ['--guards', 'adk'],
    ]) {
      const result = await runInWorkspace(
        createWorkspace(TOOLS),
        keepCalling((n) => (n > 12 ? DONE : step(['same', {}]))),
        ['--max-llm-calls', '40', ...args],
      );
      expect([args, result.end.reason, readLog(result.cwd).length]).toEqual([args, 'final', 12]);
    }
  });

  test('the next prompt starts counting from zero', async () => {
    const cwd = createWorkspace(TOOLS);
    const two = await runInWorkspace(cwd, [step(['same', {}]), step(['same', {}]), DONE]);
    const on = await runInWorkspace(
      cwd,
      [step(['same', {}]), step(['same', {}]), DONE],
      ['--continue', two.runFolder.split('/').at(-1) ?? ''],
    );
    expect([on.ofType('guard'), readLog(cwd).length]).toEqual([[], 4]);
  });

  test('every decision contains its explanation', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling((n) => step(['same', {}], ['sick', { n }])),
    );
    for (const guard of result.ofType('guard')) {
      expect(guard).toMatchObject({
        rule: expect.any(String),
        count: expect.any(Number),
        threshold: expect.any(Number),
        signature: expect.any(String),
      });
      const evidence = (guard.evidence as number[]).map((seq) => result.events[seq - 1]);
      expect(evidence.length).toBeGreaterThan(0);
      for (const event of evidence) expect(event?.type).toBe('tool_result');
    }
  });

  test('thresholds are options; an invalid one is wrong use', async () => {
    const result = await runInWorkspace(
      createWorkspace(TOOLS),
      keepCalling(() => step(['same', {}])),
      ['--guard-threshold', 'repeatedCall=5'],
    );
    expect(readLog(result.cwd)).toHaveLength(4);
  });
});
