import { describe, expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import type { ModelRequest, Reply } from '../run-server.ts';
import { type AgentRun, DONE, resource, resume, step } from './agent-run.ts';
import { skill } from './command.ts';
import { createWorkspace, readLog, runInWorkspace, toolMessages } from './workspace.ts';

const names = (request: ModelRequest | undefined): readonly string[] =>
  (request?.body.tools ?? []).map((one) => one.function.name);
/** The working folder: the agent `a` has two skills as tools, and a tool of its own. */
const SKILLS = {
  'skills/inner/SKILL.md': skill('inner', 'INNER. Read `references/own.md`, run `scripts/own.sh`.'),
  'skills/inner/references/own.md': 'its own words',
  'skills/inner/scripts/own.sh': 'echo own script\n',
  'skills/other/SKILL.md': skill('other', 'OTHER.'),
  'skills/other/references/own.md': 'canary-other',
};
const createSkills = (): string =>
  createWorkspace(
    `export default { free: { description: 'x', inputSchema: { type: 'object' }, execute: (input) => { log('free'); return 'free ' + input.n; } } };`,
    {
      instruction: 'OUTER.',
      skills: ['./skills/demo', './skills/inner', './skills/other'],
      tools: ['./tools.mjs', 'skills__inner', 'skills__other'],
    },
    SKILLS,
  );
/** Scripts the outer model step by step; every other request is answered by `inner`. */
function replyToBoth(
  outer: readonly Reply[],
  innerRequests: (request: ModelRequest, n: number) => Reply,
): (request: ModelRequest) => Reply {
  let o = 0,
    i = 0;
  return (request) =>
    JSON.stringify(request.body.messages.slice(0, 2)).includes('OUTER')
      ? (outer[o++] ?? DONE)
      : innerRequests(request, ++i);
}
const inner = (result: AgentRun): readonly ModelRequest[] =>
  result.requests.filter((one) => !JSON.stringify(one.body.messages.slice(0, 2)).includes('OUTER'));
const payload = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return text;
  }
};

describe('a skill as a tool', () => {
  test('uses its own files and scripts, and has no other tools', async () => {
    const result = await runInWorkspace(
      createSkills(),
      replyToBoth([step(['skills__inner', { input: 'Go' }])], (_, n) =>
        n === 1
          ? step(
              resource('references/own.md', 'inner'),
              ['run_skill_script', { skill_name: 'inner', file_path: 'own.sh' }],
              ['free', {}],
              ['skills__other', {}],
              resource('references/own.md', 'other'),
              ['load_skill', { skill_name: 'other' }],
            )
          : { text: 'Inner done.' },
      ),
      ['--yes'],
    );
    expect(names(inner(result)[0])).toEqual(
      expect.not.arrayContaining(['free', 'skills__inner', 'skills__other', 'list_skills', 'load_skill']),
    );
    expect(readLog(result.cwd)).toEqual([]);
    expect(JSON.stringify(result.requests)).not.toContain('canary-other');
    expect(result.results('skills__inner')).toMatchObject([{ result: expect.stringContaining('Inner done.') }]);
    expect(result.end).toMatchObject({ reason: 'final', llmCalls: 4 });
  });

  test('at its limit: one more round without tools, then iteration_cap with the exact text', async () => {
    let n = 0;
    const result = await runInWorkspace(
      createSkills(),
      replyToBoth([step(['skills__inner', { input: 'Go' }])], (request) =>
        names(request).length
          ? step(['load_skill_resource', { skill_name: 'inner', file_path: 'references/own.md', n: n++ }])
          : { text: 'closing words' },
      ),
      ['--guards', 'off'],
    );
    expect(inner(result)).toHaveLength(11);
    expect(names(inner(result).at(-1))).toEqual([]);
    const failure = payload(toolMessages(result.requests.at(-1))[0]);
    expect(failure).toEqual({ success: false, error: 'iteration_cap', retryable: false, hint: expect.any(String) });
    const { hint } = failure as { hint: string };
    expect(hint).toContain('skills__inner');
    expect(hint).not.toContain('skills__other');
    expect(hint).toMatch(/same input/i);
    expect(hint).toMatch(/continue without this skill/i);
  });

  test('whose model fails: the exact error in the payload, and the caller continues', async () => {
    const message = 'No "quota" left: \\ für <you> & me\n\ttry 42';
    const body = JSON.stringify({ error: { message } });
    const result = await runInWorkspace(
      createSkills(),
      replyToBoth([step(['skills__inner', { input: 'Go' }])], () => ({ status: 400, body })),
    );
    const failure = payload(toolMessages(result.requests.at(-1))[0]);
    expect(failure).toMatchObject({ success: false, retryable: false });
    expect((failure as { error: string }).error).toContain(message);
    expect(result.end).toMatchObject({ reason: 'final', text: 'Done.' });
    expect(result.results()[0]).toMatchObject({ error_code: 'SKILL_TOOL_FAILED' });
  });

  test('that fails on every call: the third has a hint, the fifth ends the run', async () => {
    let n = 0;
    const result = await runInWorkspace(createSkills(), (request) =>
      !JSON.stringify(request.body.messages.slice(0, 2)).includes('OUTER')
        ? { status: 400 }
        : names(request).length
          ? step(['skills__inner', { input: `Go ${n++}` }])
          : DONE,
    );
    const outer = result.requests.length - inner(result).length;
    const last = result.requests.findLast((one) => JSON.stringify(one.body.messages.slice(0, 2)).includes('OUTER'));
    const failed = { success: false, error: expect.any(String), retryable: false, hint: expect.any(String) };
    expect(toolMessages(last).map(payload)).toEqual(Array(5).fill(failed));
    expect(result.end.reason).toBe('guard');
    expect(outer).toBeLessThanOrEqual(6);
  });

  test('is guarded inside', async () => {
    const result = await runInWorkspace(
      createSkills(),
      replyToBoth([step(['skills__inner', { input: 'Go' }])], (request) =>
        names(request).length ? step(resource('references/gone.md', 'inner')) : { text: 'Not found.' },
      ),
    );
    expect(inner(result).length).toBeLessThanOrEqual(4);
    expect(result.end.reason).toBe('final');
  });

  test('with a pause inside pauses the run, and continues where it was', async () => {
    const cwd = createSkills();
    const result = await runInWorkspace(
      cwd,
      replyToBoth([step(['skills__inner', { input: 'Go' }], ['free', { n: 1 }])], (_, n) =>
        n === 1 ? step(['run_skill_script', { skill_name: 'inner', file_path: 'own.sh' }]) : { text: 'Inner done.' },
      ),
    );
    expect(result.end.reason).toBe('paused');
    const next = await resume(result, ['--approve', `${result.ofType('pause')[0]?.id}`]);
    expect(next.ofType('script')).toHaveLength(1);
    expect(next.ofType('tool_result').find((r) => r.tool === 'skills__inner')).toMatchObject({
      result: expect.stringContaining('Inner done.'),
    });
    expect(readLog(cwd)).toEqual(['free']);
    expect([next.end.reason, inner(result).length, result.requests.length]).toEqual(['final', 2, 4]);
  });

  test('Ctrl-C inside: cancelled within 200 ms', { retry: 2 }, async () => {
    let signaledAt = 0,
      requests = 0;
    const result = await runInWorkspace(
      createSkills(),
      replyToBoth([step(['skills__inner', { input: 'Go' }])], () => ({ silent: true })),
      [],
      {
        onLine: (line, child) => {
          if (line.includes('"llm_request"') && ++requests === 2)
            setTimeout(() => {
              signaledAt = Date.now();
              child.kill('SIGINT');
            }, 100);
        },
      },
    );
    expect(result.end.reason).toBe('cancelled');
    expect(Date.parse(result.end.time) - signaledAt).toBeLessThan(scaledLimit(200));
  });
});
