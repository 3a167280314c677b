import { APICallError, TypeValidationError } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { MODEL_LIMITS } from './limits.ts';
import { decideRetry, describeError, retryAfterMs } from './model-retry.ts';

const failed = (
  statusCode: number,
  responseHeaders: Record<string, string> = {},
  responseBody?: string,
): APICallError =>
  new APICallError(
    defined({
      message: 'Sorry',
      url: 'https://models.example/v1',
      requestBodyValues: {},
      statusCode,
      responseHeaders,
      responseBody,
    }),
  );
const middle = (): number => 0.5;

describe('Retry-After', () => {
  test.each([
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '150', 'retry-after': '1' }, 150],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:10 GMT' }, 10_000],
    [{ 'retry-after': 'Wed, 21 Oct 2020 07:28:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('%o → %s', (headers, ms) => {
    expect(retryAfterMs(headers as Record<string, string>, Date.parse('2026-10-21T07:28:00Z'))).toBe(ms);
  });
});

describe('decideRetry', () => {
  test.each([408, 429, 500, 502, 503, 529])('retries %i, doubling the wait each time', (status) => {
    const waits = [1, 2, 3].map((attempt) => decideRetry(failed(status), attempt, MODEL_LIMITS, middle));
    expect(waits.map((one) => (one.kind === 'wait' ? one.ms : one.kind))).toEqual([500, 1000, 2000]);
    expect(decideRetry(failed(status), 4, MODEL_LIMITS).kind).toBe('give-up');
  });

  test.each([400, 401, 403, 404, 413, 422])('does not retry %i', (status) => {
    expect(decideRetry(failed(status), 1, MODEL_LIMITS).kind).toBe('give-up');
  });

  test('waits as long as the provider asks, up to a limit', () => {
    expect(decideRetry(failed(429, { 'retry-after': '7' }), 1, MODEL_LIMITS)).toMatchObject({ kind: 'wait', ms: 7000 });
    const long = decideRetry(failed(429, { 'retry-after': '3600' }), 1, MODEL_LIMITS);
    expect(long).toMatchObject({ kind: 'give-up', message: expect.stringMatching(/wait 3600 s/) });
  });

  test("reads the delay in the body of Google's errors", () => {
    const body = '{"error":{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7.5s"}]}}';
    expect(decideRetry(failed(429, {}, body), 1, MODEL_LIMITS)).toMatchObject({ kind: 'wait', ms: 7500 });
  });

  test('does not retry if the quota is used up', () => {
    const body = '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}';
    expect(decideRetry(failed(429, {}, body), 1, MODEL_LIMITS).kind).toBe('give-up');
  });

  test('retries a refused connection and finally reports its cause', () => {
    const refused = new APICallError({
      message: 'Cannot connect to API',
      url: 'http://127.0.0.1:9/v1',
      requestBodyValues: {},
      isRetryable: true,
      cause: new Error('connect ECONNREFUSED'),
    });
    expect(decideRetry(refused, 1, MODEL_LIMITS).kind).toBe('wait');
    expect(decideRetry(refused, 4, MODEL_LIMITS)).toMatchObject({
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 cannot be reached: .*ECONNREFUSED/),
    });
  });
});

test('describes malformed data by the data itself, not by everything that would have been valid', () => {
  const value = { usage: { prompt_tokens: 'many' }, rest: 'x'.repeat(1000) };
  const message = describeError(
    new TypeValidationError({ value, cause: new Error('[ { "code": "invalid_union" } ]') }),
  );
  expect(message).toMatch(
    /^the endpoint sent data that does not match its format: \{"usage":\{"prompt_tokens":"many"\}/,
  );
  expect(message.length).toBeLessThan(400);
});
