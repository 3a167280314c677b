import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { DONE, resource, resume, step } from './agent-run.ts';
import { skillwright } from './command.ts';
import { createWorkspace, hasExited, readLog, runAndKill, runInWorkspace } from './workspace.ts';

const TOOLS = `
const object = { type: 'object', properties: {} };
export default {
  held: { description: 'Waits.', inputSchema: object, needsApproval: true, execute: (input) => { log('held', JSON.stringify(input)); return { did: input }; } },
  heldSlow: { description: 'Waits, then hangs.', inputSchema: object, needsApproval: true, execute: () => { log('slow', process.pid); console.log('at work'); return new Promise(() => {}); } },
  slow: { description: 'Hangs.', inputSchema: object, execute: () => { log('slow', process.pid); console.log('at work'); return new Promise((resolve) => setTimeout(resolve, 60000)); } },
  busy: { description: 'Never yields.', inputSchema: object, execute: () => { log('busy', process.pid); console.log('at work'); setTimeout(() => { for (;;); }, 30); return new Promise(() => {}); } },
  free: { description: 'Never waits.', inputSchema: object, execute: (input) => { log('free', input.n); return 'free ' + input.n; } },
};`;
const has = (type: string): string => `"type":"${type}"`;
const pauseOf = (folder: string): string => {
  const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').split('\n');
  return JSON.parse(lines.find((line) => line.includes(has('pause'))) ?? '{}').id;
};

describe('kill -9', () => {
  test('at a pause: the answer still counts', async () => {
    const cwd = createWorkspace(TOOLS);
    const result = await runAndKill(cwd, [step(['held', { n: 1 }], ['free', { n: 2 }]), DONE], has('pause'));
    const next = await resume(result, ['--approve', pauseOf(result.runFolder)]);
    expect([next.end.reason, result.requests.length]).toEqual(['final', 2]);
    expect(readLog(cwd).toSorted()).toEqual(['free 2', 'held {"n":1}']);
  });

  test.for(['llm_request', 'llm_response', 'tool_result'])('at %s: it continues', async (type) => {
    const cwd = createWorkspace(TOOLS);
    const result = await runAndKill(cwd, [step(['free', { n: 1 }], ['free', { n: 2 }]), DONE], has(type));
    const next = await resume(result);
    expect(next.end.reason).toBe('final');
    for (const n of [1, 2]) expect(readLog(cwd).filter((line) => line === `free ${n}`).length).toBeLessThanOrEqual(1);
    expect(next.ofType('run_resumed')).toMatchObject([{ by: 'crash' }]);
  });

  test('at run_started: the agent is treated as named, and its modules are loaded', async () => {
    const cwd = createWorkspace(TOOLS);
    const result = await runAndKill(cwd, [step(['free', { n: 1 }]), DONE], has('run_started'));
    const next = await resume(result);
    expect([next.end.reason, next.stderr, readLog(cwd)]).toEqual(['final', '', ['free 1']]);
  });

  test('during a tool call: not run again, reported as interrupted, its process ends', async () => {
    const cwd = createWorkspace(TOOLS);
    const result = await runAndKill(cwd, [step(['slow', {}], ['free', { n: 1 }]), DONE], 'at work');
    const pid = Number(
      readLog(cwd)
        .find((line) => line.startsWith('slow'))
        ?.split(' ')[1],
    );
    expect(await hasExited(pid)).toBe(true);
    const next = await resume(result);
    expect(next.ofType('tool_result').find((one) => one.tool === 'slow')).toMatchObject({ error_code: 'INTERRUPTED' });
    expect(readLog(cwd).filter((line) => line.startsWith('slow'))).toHaveLength(1);
    // It started concurrently with the slow one: the kill came after it had run, or before it did anything.
    const free = next.ofType('tool_result').find((one) => one.tool === 'free');
    const ranOnce = readLog(cwd).filter((line) => line.startsWith('free')).length;
    expect(ranOnce).toBe(free?.error_code === 'INTERRUPTED' && ranOnce === 0 ? 0 : 1);
    expect([next.end.reason, result.requests.length]).toEqual(['final', 2]);
  });

  test('during an approved tool call: the approval is used up', async () => {
    const cwd = createWorkspace(TOOLS);
    const result = await runInWorkspace(cwd, [step(['heldSlow', {}]), DONE]);
    const id = `${result.ofType('pause')[0]?.id}`;
    const command = ['resume', result.runFolder.split('/').at(-1) ?? '', '--json'];
    const killedRun = await skillwright([...command, '--approve', id], {
      cwd,
      killAtLine: 'at work',
    });
    expect(killedRun.signal).toBe('SIGKILL');
    const again = await skillwright([...command, '--deny', id], { cwd });
    expect([again.code, again.stdout]).toEqual([2, '']);
    const next = await resume(result);
    expect(next.ofType('tool_result')).toMatchObject([{ tool: 'heldSlow', error_code: 'INTERRUPTED' }]);
    expect([readLog(cwd).length, next.end.reason, result.requests.length]).toEqual([1, 'final', 2]);
  });

  test('twice, with a torn last line: the journal is complete again', async () => {
    const cwd = createWorkspace(TOOLS);
    const result = await runAndKill(cwd, [step(['free', { n: 1 }]), step(['slow', {}]), DONE], has('tool_result'));
    appendFileSync(join(result.runFolder, 'journal.jsonl'), '{"seq":999,"type":"tool_res');
    const command = ['resume', result.runFolder.split('/').at(-1) ?? '', '--json'];
    const killedRun = await skillwright(command, { cwd, killAtLine: 'at work' });
    expect(killedRun.signal).toBe('SIGKILL');
    appendFileSync(join(result.runFolder, 'journal.jsonl'), Buffer.from('{"seq":"ä').subarray(0, -1));
    const next = await resume(result);
    expect(next.end.reason).toBe('final');
    expect(readLog(cwd)).toEqual(['free 1', expect.stringMatching(/^slow /)]);
  });
});

describe('Ctrl-C', () => {
  test.for(['slow', 'busy'])(
    'in a tool that is %s: cancelled within 200 ms, its process ends',
    { retry: 2 },
    async (tool) => {
      const cwd = createWorkspace(TOOLS);
      let signaledAt = 0;
      const result = await runInWorkspace(cwd, [step([tool, {}], ['free', { n: 1 }]), DONE], [], {
        onLine: (line, child) => {
          if (!line.includes('at work')) return;
          setTimeout(() => {
            signaledAt = Date.now();
            child.kill('SIGINT');
          }, 100);
        },
      });
      expect(result.end).toMatchObject({ reason: 'cancelled' });
      expect(Date.parse(result.end.time) - signaledAt).toBeLessThan(scaledLimit(200));
      expect(await hasExited(Number(readLog(cwd)[0]?.split(' ')[1]))).toBe(true);
    },
  );
});

describe('across a resume', () => {
  test('misses keep counting: soft before, FATAL after, then the end', async () => {
    const cwd = createWorkspace(TOOLS);
    const miss = resource('references/gone.md');
    const result = await runInWorkspace(cwd, [step(miss), step(['held', {}]), step(miss), step(miss), DONE]);
    const next = await resume(result, ['--approve', `${result.ofType('pause')[0]?.id}`]);
    expect(next.ofType('tool_result').map((one) => one.error_code)).toEqual([
      undefined,
      'RESOURCE_NOT_FOUND_FATAL',
      'RESOURCE_NOT_FOUND_FATAL',
    ]);
    expect([next.end.reason, next.end.llmCalls, result.requests.length]).toEqual(['guard', 5, 5]);
    for (const guard of next.ofType('guard'))
      expect(guard.evidence).toEqual(expect.arrayContaining([expect.any(Number)]));
  });

  test('misses keep counting after a kill', async () => {
    const cwd = createWorkspace(TOOLS);
    const miss = resource('references/gone.md');
    const result = await runAndKill(cwd, [step(miss), step(miss), step(miss), DONE], has('tool_result'));
    const next = await resume(result);
    expect(next.ofType('tool_result').map((one) => one.error_code)).toEqual([
      'RESOURCE_NOT_FOUND_FATAL',
      'RESOURCE_NOT_FOUND_FATAL',
    ]);
    expect(result.requests).toHaveLength(4);
  });

  test('identical calls keep counting: the third is denied', async () => {
    const cwd = createWorkspace(TOOLS);
    const same = ['free', { n: 1 }] as const;
    const result = await runInWorkspace(cwd, [step(same), step(same), step(['held', {}]), step(same), DONE]);
    // Denied, because a call that ran might have changed something, and the next call would be new.
    const next = await resume(result, ['--deny', `${result.ofType('pause')[0]?.id}`]);
    expect(next.ofType('tool_result').at(-1)).toMatchObject({ denied: true });
    expect(readLog(cwd)).toEqual(['free 1', 'free 1']);
  });

  test('the call limit keeps counting: exactly that many calls', async () => {
    const cwd = createWorkspace(TOOLS);
    let n = 0;
    const result = await runInWorkspace(cwd, () => (n++ % 2 ? step(['free', { n }]) : step(['held', { n }])), [
      '--max-llm-calls',
      '4',
    ]);
    const second = await resume(result, ['--approve', `${result.ofType('pause')[0]?.id}`]);
    expect([second.end.reason, second.end.llmCalls]).toEqual(['paused', 3]);
    const third = await resume(result, ['--approve', `${second.ofType('pause')[0]?.id}`]);
    expect(third.end).toMatchObject({ reason: 'max_llm_calls', llmCalls: 4 });
    expect(result.requests).toHaveLength(4);
  });

  test('no more calls if the limit is reached during a pause', async () => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [step(['held', {}]), DONE], ['--max-llm-calls', '1']);
    expect(result.end.reason).toBe('paused');
    const next = await resume(result, ['--approve', `${result.ofType('pause')[0]?.id}`]);
    expect([next.end.reason, result.requests.length]).toEqual(['max_llm_calls', 1]);
  });
});
