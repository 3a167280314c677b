import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { resource, runAgainst } from './run-replies.ts';
import { type Reply, startModelServer } from './run-server.ts';
import { createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';

describe('over HTTP', () => {
  test('loads a skill, reads a file, runs a script and answers; --json prints the journal', async () => {
    const runs = createTemporaryFolder();
    const result = await runAgainst(
      [
        { calls: [['list_skills', {}]] },
        { calls: [['load_skill', { skill_name: 'demo' }]] },
        {
          calls: [
            ['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }],
            ['run_skill_script', { skill_name: 'demo', file_path: 'hello.sh' }],
          ],
        },
        { text: 'Hello.' },
      ],
      ['--yes', '--runs', runs],
    );
    expect(result.stderr).toBe('');
    expect(result.finished).toMatchObject({
      reason: 'final',
      text: 'Hello.',
      llmCalls: 4,
      usage: { inputTokens: 44, outputTokens: 28 },
    });
    expect(result.code).toBe(0);
    const [id = ''] = readdirSync(runs).filter((name) => !name.startsWith('.'));
    expect(result.ofType('run_started')[0]?.run).toBe(id);
    expect(readFileSync(join(runs, id, 'journal.jsonl'), 'utf8')).toBe(result.stdout);
    expect(result.requests.every((request) => request.path === '/v1/chat/completions' && request.body.stream)).toBe(
      true,
    );
    expect(result.ofType('script')).toMatchObject([{ path: 'scripts/hello.sh', exitCode: 0 }]);
  });

  test('[72] the rules are in every request', async () => {
    const { requests } = await runAgainst([
      { calls: [['list_skills', {}]] },
      resource('references/guide.md'),
      { text: 'x' },
    ]);
    expect(requests).toHaveLength(3);
    for (const { body } of requests) {
      expect(body.messages[0]).toMatchObject({
        role: 'system',
        content: expect.stringMatching(/do not retry that path/),
      });
      expect(body.messages.filter((message) => message.role === 'system')).toHaveLength(1);
    }
  });

  test('a key is sent only if its variable is named, and is never recorded', async () => {
    const runs = createTemporaryFolder();
    const key = 'sk-canary-1f9b7c';
    const env = { OPENAI_API_KEY: key, MY_KEY: key };
    expect((await runAgainst([{ text: 'x' }], [], { env })).requests[0]?.headers.authorization).toBeUndefined();
    const keyed = await runAgainst([{ text: `Your key is ${key}.` }], ['--api-key-env', 'MY_KEY', '--runs', runs], {
      env,
    });
    expect(keyed.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const [id = ''] = readdirSync(runs).filter((name) => !name.startsWith('.'));
    expect(readFileSync(join(runs, id, 'journal.jsonl'), 'utf8') + keyed.stdout + keyed.stderr).not.toContain(key);
    expect((await runAgainst([{ text: 'x' }], ['--api-key-env', 'NOT_SET'])).code).toBe(2);
  });

  test('retries a 429 response after the requested delay', async () => {
    const start = performance.now();
    const result = await runAgainst([{ status: 429, headers: { 'retry-after': '1' } }, { text: 'Hello.' }]);
    expect(performance.now() - start).toBeGreaterThan(1000);
    expect(result.finished).toMatchObject({ reason: 'final', llmCalls: 1 });
    expect(result.ofType('note')[0]?.message).toMatch(/429 .*Attempt 2 of 4 in 1.0 s/);
  });

  test.each<[string, Reply, RegExp]>([
    ['a truncated stream', { cut: true }, /closed before the response was complete/],
    ['an empty reply', { text: '' }, /response was empty/],
    ['5 MB', { text: 'x'.repeat(5_000_000) }, /longer than 2,000,000 characters/],
    ['a missing key', { status: 401 }, /--api-key-env.*without a key/],
    [
      'an unknown model',
      { status: 404, body: '{"error":{"message":"no such model"}}' },
      /not found at http:.*no such model/,
    ],
    ['broken frames', { frames: ['data: {nonsense\n\n', 'data: [DONE]\n\n'] }, /response was interrupted/],
    ['no frames', { frames: [] }, /contains nothing from a model/],
    ['an error frame', { frames: ['data: {"error":{"message":"overloaded"}}\n\n'] }, /overloaded/],
  ])('%s is a model error with a clear message', async (_, reply, message) => {
    const result = await runAgainst([reply]);
    expect(result.finished).toMatchObject({ reason: 'model_error', error: expect.stringMatching(message) });
    expect([result.code, result.stderr]).toEqual([5, '']);
  });

  test('an unreachable endpoint is a model error', async () => {
    const result = await runCli([
      'run',
      'x',
      '--skills',
      createDemoSkill(),
      '--model',
      'openai-compatible/m',
      '--base-url',
      'http://127.0.0.1:9/v1',
      '--json',
    ]);
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/127.0.0.1:9 cannot be reached/),
    });
    expect(result.code).toBe(5);
  });

  test('arguments that are not JSON cause an error, and are sent back as an empty object', async () => {
    const { requests, ofType, code } = await runAgainst([
      { calls: [['load_skill', '{"skill_name": "de']] },
      { text: 'x' },
    ]);
    expect(ofType('tool_result')).toMatchObject([{ error_code: 'INVALID_ARGUMENTS' }]);
    expect(ofType('tool_call')[0]?.args).toBe('{"skill_name": "de');
    expect(JSON.stringify(requests[1]?.body.messages)).toContain('"arguments":"{}"');
    expect(code).toBe(0);
  });

  test('a result above 64 kB is stored as a blob next to the journal, and sent in full', async () => {
    const big = 'x'.repeat(100_000);
    const skills = createDemoSkill(undefined, { 'demo/references/big.md': big });
    const server = await startModelServer([resource('references/big.md'), { text: 'x' }]);
    onTestFinished(() => server.close());
    const runs = createTemporaryFolder();
    const result = await runCli([
      'run',
      'x',
      '--skills',
      skills,
      '--model',
      'openai-compatible/m',
      '--base-url',
      server.url,
      '--json',
      '--runs',
      runs,
    ]);
    const blob = result.ofType('tool_result')[0]?.result as unknown as { blob: string; size: number };
    expect(blob).toEqual({ blob: expect.any(String), size: expect.any(Number) });
    expect(existsSync(join(runs, result.ofType('run_started')[0]?.run ?? '', blob.blob))).toBe(true);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain(big);
  });
});
