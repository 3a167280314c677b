import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { longRun } from '../../test/equipment/runtime/long-run.ts';
import { closedAddress, startOtlpServer } from '../../test/equipment/runtime/otlp-server.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';
import { SpanBuilder } from '../otlp/span-builder.ts';
import type { RunEvent } from '../protocol/events.ts';
import { parseEndpoint } from './endpoint.ts';
import { openPush, type RunPush } from './push-run.ts';
import { SpanSender } from './span-sender.ts';

const endpoint = (url: string) => ({ url: `${url}/v1/traces`, headers: { authorization: 'Bearer abc' } });

/** Runs an agent whose spans are sent to `url`. */
async function pushRun(url: string) {
  let push: RunPush | undefined;
  const pending: Parameters<RunPush['add']>[0][] = [];
  const ran = await runOnce({
    model: scriptedModel([{ calls: [['absent', {}]] }, { text: 'Done.' }]),
    onEvent: (event) => pending.push(event),
  });
  push = openPush({ endpoint: endpoint(url), run: ran.run, folder: dirname(ran.journal) });
  for (const event of pending) push.add(event);
  return { ran, push };
}

describe('a run sent to an OTLP endpoint', () => {
  it('arrives complete, valid and in order, with the headers', async () => {
    const server = await startOtlpServer();
    const { ran, push } = await pushRun(server.url);
    expect(await push.close('final')).toBeUndefined();
    expect(server.events()).toEqual(readJournal(ran.journal).events as unknown as AnyEvent[]);
    expect(server.faults).toEqual([]);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer abc', 'content-type': 'application/json' },
    });
  });

  it('has the model and conversation of the run, but only the new spans, after it is resumed', async () => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'writer' };
    const started = { run: 'r', model: 'scripted/quick', prompt: 'Brew tea.', skills: [], guards: 'default' };
    const response = { call: 1, text: 'Done.', toolCalls: [], usage: {}, finish: 'stop' };
    const all = [
      { ...base, seq: 1, type: 'run_started', ...started, maxLlmCalls: 0, simulated: false },
      { ...base, seq: 2, type: 'llm_request', call: 1, tools: [], parent: 1 },
      { ...base, seq: 3, type: 'llm_response', ...response, parent: 2 },
      { ...base, seq: 4, type: 'run_finished', reason: 'paused', llmCalls: 1, text: '', usage: {}, parent: 1 },
      { ...base, seq: 5, type: 'run_resumed', by: 'person', parent: 1 },
      { ...base, seq: 6, type: 'llm_request', call: 2, tools: [], parent: 1 },
      { ...base, seq: 7, type: 'llm_response', ...response, call: 2, parent: 6 },
      { ...base, seq: 8, type: 'run_finished', reason: 'final', llmCalls: 2, text: 'Done.', usage: {}, parent: 1 },
    ];
    const lines = all.map((event) => `${JSON.stringify(event)}\n`);
    const folder = writeFiles(temporaryFolder(), { 'journal.jsonl': lines.join('') });
    const server = await startOtlpServer();
    const push = openPush({ endpoint: endpoint(server.url), run: 'r', folder });
    for (const event of all.slice(4)) push.add(event as unknown as RunEvent);
    expect(await push.close('final')).toBeUndefined();
    expect(server.spanNames().toSorted()).toEqual(['chat quick', 'invoke_agent writer']);
    expect(server.events()).toEqual(all.slice(4));
  });

  it('is sent in batches, and again if the endpoint is busy', async () => {
    const server = await startOtlpServer((request) => (request === 2 ? 503 : 200));
    const sender = new SpanSender(endpoint(server.url));
    const builder = new SpanBuilder({ run: 'r' });
    const events = longRun(400);
    for (const event of events) sender.add(builder.add(event));
    sender.add(builder.finish());
    await expect.poll(() => server.events().length, { timeout: 20_000, interval: 50 }).toBe(events.length);
    expect(server.requests.length).toBeGreaterThan(4);
    expect(await sender.close(1000)).toEqual({ sent: 400, dropped: 0, problem: 'it answered 503' });
    expect(server.events()).toEqual(events);
    expect(server.faults).toEqual([]);
  });

  it.each([
    [400, 'it answered 400'],
    // A redirect is not followed: it could lead the headers elsewhere.
    [307, 'it answered 307'],
  ])('is dropped after a final refusal: %i', async (status, problem) => {
    const server = await startOtlpServer(() => status);
    const { push } = await pushRun(server.url);
    const origin = new URL(server.url).origin;
    expect(await push.close('final')).toBe(
      `Check the OTLP endpoint ${origin}: 4 of 4 spans were not sent, ${problem}.`,
    );
    expect(server.requests).toHaveLength(1);
  });

  // Without the header it is sent after 625 ms at most. A date has no milliseconds.
  it.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('is sent again only when a busy endpoint has asked for it, in %s', async (_, value) => {
    const after = value();
    const times: number[] = [];
    const answer = (request: number): number => {
      times.push(Date.now());
      return request === 1 ? 429 : 200;
    };
    const server = await startOtlpServer(answer, '{}', { 'retry-after': after });
    const sender = new SpanSender(endpoint(server.url));
    const builder = new SpanBuilder({ run: 'r' });
    for (const event of longRun(2)) sender.add(builder.add(event));
    sender.add(builder.finish());
    await expect.poll(() => times.length, { timeout: 5_000, interval: 20 }).toBe(2);
    const [first = 0, second = 0] = times;
    // Timers can be early by a millisecond.
    expect(second).toBeGreaterThanOrEqual((after === '1' ? first + 1000 : Date.parse(after)) - 5);
    expect(await sender.close(1000)).toMatchObject({ dropped: 0 });
  });

  it('is dropped without another request if a busy endpoint asks to wait beyond the end of the run', async () => {
    const server = await startOtlpServer(() => 503, '{}', { 'retry-after': '60' });
    const sender = new SpanSender(endpoint(server.url));
    const builder = new SpanBuilder({ run: 'r' });
    for (const event of longRun(600)) sender.add(builder.add(event));
    sender.add(builder.finish());
    await expect.poll(() => server.requests.length).toBe(1);
    expect(await sender.close(1_500)).toEqual({ sent: 0, dropped: 600, problem: 'it answered 503' });
    expect(server.requests).toHaveLength(1);
  });

  it('is sent without a delay between batches that are full', async () => {
    const times: number[] = [];
    const server = createServer((request, response) => {
      times.push(performance.now());
      request.resume().on('end', () => response.end('{}'));
    });
    const url = await new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });
    onTestFinished(() => void server.close());
    const sender = new SpanSender(endpoint(url));
    const builder = new SpanBuilder({ run: 'r' });
    for (const event of longRun(1280)) sender.add(builder.add(event));
    sender.add(builder.finish());
    await expect.poll(() => times.length, { timeout: 10_000, interval: 20 }).toBe(10);
    // With a delay of half a second between them it would take 4.5 s.
    expect((times[9] ?? 0) - (times[0] ?? 0)).toBeLessThan(4_000);
    expect(await sender.close(1000)).toEqual({ sent: 1280, dropped: 0 });
  });

  it.each([
    ['{"partialSuccess":{"rejectedSpans":"3","errorMessage":"Bearer abc"}}', 'it rejected them', 3],
    ['{"partialSuccess":{"rejectedSpans":99}}', 'it rejected them', 4],
  ])('is reported as far as the endpoint rejects spans: %s', async (answer, problem, rejected) => {
    const server = await startOtlpServer(() => 200, answer);
    const { push } = await pushRun(server.url);
    const origin = new URL(server.url).origin;
    expect(await push.close('final')).toBe(
      `Check the OTLP endpoint ${origin}: ${rejected} of 4 spans were not sent, ${problem}.`,
    );
  });

  it.each(['', 'tea', '{"partialSuccess":{}}', '{"partialSuccess":{"rejectedSpans":"-1"}}', `"${'x'.repeat(1e6)}"`])(
    'is complete if the endpoint rejects nothing: %.50s',
    async (answer) => {
      const server = await startOtlpServer(() => 200, answer);
      const { push } = await pushRun(server.url);
      expect(await push.close('final')).toBeUndefined();
    },
  );

  it('is dropped if nothing listens or the endpoint hangs, in bounded time and memory', async () => {
    const hanging = await startOtlpServer(() => 'hang');
    for (const [url, ms, problem] of [
      [await closedAddress(), 60_000, 'the request failed (ECONNREFUSED)'],
      [hanging.url, 300, 'it did not answer in time'],
    ] as const) {
      const sender = new SpanSender(endpoint(url));
      const builder = new SpanBuilder({ run: 'r' });
      for (const event of longRun(6000)) sender.add(builder.add(event));
      const result = await sender.close(ms);
      expect(result).toEqual({ sent: 0, dropped: expect.any(Number), problem });
      expect(result.dropped).toBeGreaterThan(5000);
    }
    // Not one request for each batch: the deadline ended the first.
    expect(hanging.requests).toHaveLength(1);
  }, 90_000);
});

describe('the address of an endpoint', () => {
  const parsed = (address: string, headers = '') => {
    const result = parseEndpoint(address, { OTEL_EXPORTER_OTLP_HEADERS: headers });
    return result.kind === 'endpoint' ? result.endpoint : result.message;
  };

  it('gets the path of traces, and headers from the environment', () => {
    expect(parsed('http://localhost:4318')).toEqual({ url: 'http://localhost:4318/v1/traces', headers: {} });
    expect(parsed('https://otel.example/api/', 'Authorization=Basic%20YTpi, x-team = tea')).toEqual({
      url: 'https://otel.example/api/v1/traces',
      headers: { authorization: 'Basic YTpi', 'x-team': 'tea' },
    });
    expect(parsed('https://otel.example/v1/traces')).toMatchObject({ url: 'https://otel.example/v1/traces' });
  });

  it('contains no secret and is an HTTP address', () => {
    expect(parsed('https://me:secret@otel.example')).toBe(
      'Set keys for OTLP in OTEL_EXPORTER_OTLP_HEADERS: the address may not contain any.',
    );
    expect(parsed('https://otel.example/?key=secret')).toContain('Set keys for OTLP');
    expect(parsed('ftp://me:secret@otel.example?x')).toBe(
      'Pass an address such as http://localhost:4318 for OTLP: ftp://otel.example is not one.',
    );
    for (const address of ['me:secret@host', 'http://me:sec/secret@host', 'ftp://me:?secret@host', 'host#secret'])
      expect(parsed(address)).toMatch(/^Pass an address .*: (?:\w+:\/\/)?host is not one\.$/);
    expect(parsed('http://localhost:4318', 'no equals')).toContain('Write OTEL_EXPORTER_OTLP_HEADERS as');
    expect(parsed('http://localhost:4318', 'a=%zz')).toContain('Write OTEL_EXPORTER_OTLP_HEADERS as');
  });

  it('has headers that are redacted from everything', () => {
    const secrets = secretsOfEnvironment({
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc123,authorization=Basic%20YTpzZWNyZXQ=',
    });
    expect(secrets).toEqual(expect.arrayContaining(['abc123', 'Basic YTpzZWNyZXQ=', 'YTpzZWNyZXQ=', 'secret']));
  });
});
