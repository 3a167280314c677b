import { describe, expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { createDemoSkill, runCli } from '../run-support.ts';
import { anthropic } from './anthropic.ts';
import { KEY, type Reply, runWithFormat, startFormatServer } from './format-server.ts';
import { FORMATS } from './formats.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';

describe.each(FORMATS.map((format) => [format.provider, format] as const))('%s', (_, format) => {
  const { lacks = {} } = format;
  test.each([429, 529])('%i is retried after the delay given by the provider', async (status) => {
    const result = await runWithFormat(format, [{ status, headers: { 'retry-after': '0.2' } }, { text: 'Hello.' }]);
    expect(result.finished).toMatchObject({ reason: 'final', llmCalls: 1 });
    expect(result.ofType('note')[0]?.message).toMatch(new RegExp(`${status} .*Attempt 2 of 4 in 0.2 s`));
    expect(result.requests).toHaveLength(2);
    expect(result.requests[1]?.body).toEqual(result.requests[0]?.body);
  });

  test('a stop ends the wait for a retry, and the wait for a reply', async () => {
    const waits: readonly Reply[] = [
      { status: 429, headers: { 'retry-after': '30' } },
      { frames: [], open: true },
    ];
    for (const [reply, line] of [
      [waits[0], '"type":"note"'],
      [waits[1], '"type":"llm_request"'],
    ] as const) {
      let stopped = 0;
      const result = await runWithFormat(format, reply === undefined ? [] : [reply], {
        cli: {
          onLine: (one, child) => {
            if (!one.includes(line)) return;
            // After the request was sent.
            setTimeout(() => {
              stopped = performance.now();
              child.kill('SIGINT');
            }, 150);
          },
        },
      });
      expect(performance.now() - stopped).toBeLessThan(scaledLimit(1000));
      expect([result.code, result.finished?.reason]).toEqual([130, 'cancelled']);
      expect(result.requests.length).toBeLessThanOrEqual(1);
    }
  });

  test('a full context window is reported clearly, and not retried', async () => {
    const result = await runWithFormat(format, [format.tooLong]);
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/^The conversation no longer fits the model's context window: 400 .*larger/),
    });
    expect(result.requests).toHaveLength(1);
  });

  test('a rejected key is reported without the key', async () => {
    const body = {
      error: { type: 'authentication_error', message: `invalid key ${KEY}`, code: 401, status: 'UNAUTHENTICATED' },
      type: 'error',
    };
    const result = await runWithFormat(format, [{ status: 401, body }]);
    expect(result.finished?.error).toMatch(/Check the API key: .* refused it \(401 invalid key /);
    expect(result.stdout + result.stderr).not.toContain(KEY);
  });

  test('a truncated stream: none of its calls run', async () => {
    const complete = format.frames({ text: 'Let me look.', calls: [['list_skills', {}]] }, 1);
    const result = await runWithFormat(format, [{ frames: complete.slice(0, -(format.closing ?? 3)) }]);
    expect(result.finished).toMatchObject({ reason: 'model_error', text: 'Let me look.' });
    expect(result.ofType('tool_call')).toEqual([]);
  });

  test('a broken connection is a model error', async () => {
    const calls = [['list_skills', {}]] as const;
    const result = await runWithFormat(format, [{ text: 'Let me look around.', calls, cutAfter: 4 }]);
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/closed before the response was complete/),
    });
    expect(result.ofType('tool_call')).toEqual([]);
    expect(result.requests).toHaveLength(1);
  });

  test('an error in the middle of a reply is reported verbatim', async () => {
    const started = format.frames({ text: 'Let me look around.' }, 1).slice(0, 4);
    const result = await runWithFormat(format, [{ frames: [...started, format.broken] }]);
    expect(result.finished).toMatchObject({ reason: 'model_error', error: expect.stringMatching(/overloaded/i) });
    expect(result.ofType('llm_response')[0]?.text).toContain('Let me');
  });

  if (!lacks.retryableErrors)
    test('an error before any reply is treated like a rejected request', async () => {
      const result = await runWithFormat(format, [{ frames: [format.broken] }, { text: 'Hello.' }]);
      expect(result.finished).toMatchObject({ reason: 'final', text: 'Hello.', llmCalls: 1 });
      expect(result.ofType('note')[0]?.message).toMatch(/overloaded.*Attempt 2 of 4/i);
    });

  test('a reply of 5 MB is cut off', async () => {
    const result = await runWithFormat(format, [{ text: 'x'.repeat(5_000_000) }]);
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/longer than 2,000,000/),
    });
  });

  test('an empty reply is reported', async () => {
    const result = await runWithFormat(format, [{}]);
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/response was empty/),
    });
  });

  test('a model that never responds is aborted after the configured timeout', async () => {
    const result = await runWithFormat(format, [{ frames: [], open: true }], { more: ['--model-timeout', '0.4'] });
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: 'The model sent nothing for 0.4 s, so the call was aborted.',
    });
  });

  if (!lacks.brokenArguments)
    test('arguments that are not JSON are answered as an error', async () => {
      const result = await runWithFormat(format, [
        { calls: [['load_skill', '{"skill_name": "de']] },
        { text: 'Sorry.' },
      ]);
      expect(result.ofType('tool_result')).toMatchObject([{ error_code: 'INVALID_ARGUMENTS' }]);
      expect(result.finished).toMatchObject({ reason: 'final', llmCalls: 2 });
      expect(result.requests[1]?.content.results).toHaveLength(1);
    });

  test('a redirect is followed without the key', async () => {
    const elsewhere = await runWithFormat(format, [{ text: 'never' }]);
    const result = await runWithFormat(format, [{ status: 307, headers: { location: `${elsewhere.url}/messages` } }]);
    expect(result.finished?.error).toMatch(/redirects to http:\/\/127\.0\.0\.1:\d+; redirects are not followed/);
    expect(elsewhere.requests).toHaveLength(1);
  });
});

test.each([anthropic, google, openai])(
  "$provider: the usual variable applies only to the provider's own address, and variables of its package are ignored",
  async (format) => {
    const names = ['ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'OPENAI_API_KEY'];
    const env = Object.fromEntries(names.map((name) => [name, KEY]));
    const elsewhere = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', OPENAI_BASE_URL: 'http://127.0.0.1:9' };
    const server = await startFormatServer(format, [{ text: 'Hello.' }]);
    const args = ['--model', `${format.provider}/${format.model}`, '--base-url', server.url, '--json'];
    const result = await runCli(['run', 'Hi.', '--skills', createDemoSkill(), ...args], {
      env: { ...env, ...elsewhere },
    });
    expect(result.finished?.reason).toBe('final');
    expect(JSON.stringify(server.requests.map(({ headers, body, path }) => [headers, body, path]))).not.toContain(KEY);
    expect(server.requests[0]?.headers[format.key[0]]).toBeUndefined();
  },
);
