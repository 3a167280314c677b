import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { createDemo, DONE, expectContract, resource, runAgainst, step } from './agent-run.ts';

const KEY = 'canary-sk-0123456789abcdef';

/** Returns all text that a run left anywhere below its working folder. */
function readAllText(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map((path) => join(folder, String(path)))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe('a key', () => {
  const keyed = ['--api-key-env', 'MY_KEY'];
  const env = { MY_KEY: KEY, OPENAI_API_KEY: `${KEY}-other` };

  test('is sent only to the endpoint that it was given for', async () => {
    const echo = [step(resource(`references/${KEY}.md`)), { text: `Your key is ${KEY}.` }];
    const result = await runAgainst(echo, ['--skills', createDemo(), ...keyed], { env });
    expect(result.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(result.stdout + result.stderr + readAllText(result.cwd)).not.toContain(KEY);
  });

  test('does not appear in an error either', async () => {
    const refused = { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } }) };
    const result = await runAgainst([refused], ['--skills', createDemo(), ...keyed], { env });
    expect(result.end).toMatchObject({ reason: 'model_error', error: expect.stringMatching(/key|401/i) });
    expect(result.stdout + result.stderr + readAllText(result.cwd)).not.toContain(KEY);
  });

  test('is not sent unless it is named, regardless of the environment', async () => {
    const result = await runAgainst([DONE], ['--skills', createDemo()], { env });
    expect(JSON.stringify(result.requests[0]?.headers)).not.toContain(KEY);
    expect(result.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('a model that', () => {
  test('sends arguments that are not a JSON object: the raw text is recorded, the call answered, the run continues', async () => {
    const broken = [
      '{"skill_name": "de',
      'null',
      '[]',
      '"demo"',
      '',
      '{}}',
      `{"skill_name":"demo","x":${'['.repeat(5000)}`,
    ];
    const calls = step(...broken.map((args) => ['load_skill', args] as const), ['load_skill', { skill_name: 'demo' }]);
    const result = await runAgainst([calls, DONE], ['--skills', createDemo()]);
    expect(result.ofType('tool_call')[0]?.args).toBe(broken[0]);
    const codes = result.results().map((one) => one.error_code);
    expect(codes).toEqual([...broken.map(() => 'INVALID_ARGUMENTS'), undefined]);
    expect(result.end).toMatchObject({ reason: 'final' });
  });

  test('calls invalid tool names', async () => {
    const names = ['rm', '__proto__', 'constructor', 'load_skill ', 'x'.repeat(300), '../load_skill'];
    const result = await runAgainst(
      [step(...names.map((name) => [name, {}] as const)), DONE],
      ['--skills', createDemo()],
    );
    expect(result.results().map((one) => one.error_code)).toEqual(names.map(() => 'TOOL_NOT_FOUND'));
    expect(result.end).toMatchObject({ reason: 'final' });
  });

  test('calls a tool without a name: that call is answered, the others run', async () => {
    const calls = step(['', {}], resource('references/guide.md'));
    const result = await runAgainst([calls, DONE], ['--skills', createDemo()]);
    expect(result.results().map((one) => one.error_code)).toEqual(['TOOL_NOT_FOUND', undefined]);
    expect(result.end.reason).toBe('final');
  });

  test('makes two hundred calls in one step', async () => {
    const many = step(...Array.from({ length: 200 }, (_, n) => resource(`references/${n}.md`)));
    const result = await runAgainst([many, DONE], ['--skills', createDemo()]);
    expect(result.ofType('tool_result')).toHaveLength(200);
    expect(result.end).toMatchObject({ reason: 'final', llmCalls: 2 });
  });

  test('never replies with any text: the run ends', async () => {
    const result = await runAgainst([{ text: '' }], ['--skills', createDemo()]);
    expect(result.requests.length).toBeLessThanOrEqual(5);
    expect(['final', 'model_error']).toContain(result.end.reason);
  });

  test('replies with 5 MB', async () => {
    const result = await runAgainst([{ text: 'All of it. '.repeat(480_000) }], ['--skills', createDemo()]);
    expect(['final', 'model_error']).toContain(result.end.reason);
  });

  test('sends an endless line: the run ends, and Stop works', async () => {
    const line = { frames: ['data: "', ...Array<string>(40).fill('x'.repeat(1_000_000))] };
    const started = Date.now();
    const result = await runAgainst([line], ['--skills', createDemo()]);
    expect(result.end).toMatchObject({ reason: 'model_error', error: expect.stringMatching(/16 MiB in one line/) });
    expect(Date.now() - started).toBeLessThan(scaledLimit(15_000));
  });

  test('sends status 200, then an overload error: retried', async () => {
    const busy = { frames: [': one moment\n\n', 'data: {"error":{"message":"Provider is busy","code":503}}\n\n'] };
    const result = await runAgainst([busy, DONE], ['--skills', createDemo()]);
    expect([result.end.reason, result.requests.length]).toEqual(['final', 2]);
    expect(result.ofType('note')[0]?.message).toMatch(/503 Provider is busy\. Attempt 2 of 4/);
  });

  test('breaks off: retried, or a clear error; no partial call runs', async () => {
    const result = await runAgainst([{ cut: true }, DONE], ['--skills', createDemo()]);
    if (result.end.reason === 'final') expect(result.end).toMatchObject({ text: 'Done.' });
    else expect(result.end).toMatchObject({ reason: 'model_error', error: expect.any(String) });
    const half = [
      `data: {"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"load_skill","arguments":"{\\"skill_name\\":\\"demo\\"}"}}]}}]}\n\n`,
    ];
    const cut = await runAgainst([{ frames: half }, DONE], ['--skills', createDemo()]);
    expect(cut.ofType('tool_result').filter((one) => one.error_code === undefined)).toEqual([]);
  });

  test('sends something other than a stream: an error, not a crash', async () => {
    const frames = ['data: {"choices": [{"delta": \n\n', 'data: \u0000\u0001\n\n', '<html>'];
    const result = await runAgainst([{ frames }], ['--skills', createDemo()]);
    expect(result.end).toMatchObject({ reason: 'model_error', error: expect.stringMatching(/\w/) });
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>\u001b[31mHello</html>' };
    const html = await runAgainst([page], ['--skills', createDemo()]);
    expect(html.end).toMatchObject({ reason: 'model_error' });
    expect(html.stderr).not.toContain('\u001b');
  });

  test('requests a delay: waits as long as requested, once', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' } };
    const startedAt = Date.now();
    const result = await runAgainst([busy, DONE], ['--skills', createDemo()]);
    expect(result.end).toMatchObject({ reason: 'final', llmCalls: 1 });
    expect(result.requests).toHaveLength(2);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
  });

  test('fails: repeated 500 is an error, exit 5; 400 is not retried', async () => {
    const broken = { status: 500, headers: { 'retry-after': '0' }, body: '{"error":{"message":"It broke."}}' };
    const result = await runAgainst([broken], ['--skills', createDemo()]);
    expect(result.end).toMatchObject({ reason: 'model_error', error: expect.stringMatching(/500|It broke/) });
    expect(result.requests.length).toBeLessThanOrEqual(6);
    const wrong = await runAgainst([{ status: 400 }], ['--skills', createDemo()]);
    expect([wrong.code, wrong.requests.length]).toEqual([5, 1]);
  });

  test.for(['SIGINT', 'SIGTERM'] as const)(
    'never replies: %s ends the run within 200 ms, cancelled',
    async (signal) => {
      let signaledAt = 0;
      const result = await runAgainst([{ silent: true }], ['--skills', createDemo()], {
        onLine: (line, child) => {
          if (!line.includes('"llm_request"')) return;
          setTimeout(() => {
            signaledAt = Date.now();
            child.kill(signal);
          }, 150);
        },
      });
      expect(result.code).toBe(130);
      expect(result.end).toMatchObject({ reason: 'cancelled' });
      expect(Date.parse(result.end.time) - signaledAt).toBeLessThan(scaledLimit(200));
      expectContract(result.events);
    },
  );
});
