import { expect, test } from 'vitest';
import { withEarlyError } from './early-error-status.ts';

function stream(pieces: readonly string[], error?: Error): Response {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream({
    pull(controller) {
      const next = bytes.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (error === undefined) controller.close();
      else controller.error(error);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'retry-after': '7' } });
}
const error = (code: unknown): string => `data: {"error":{"message":"busy","code":${JSON.stringify(code)}}}\n\n`;

test.each([503, '429', 502])('an error %s as the first event becomes the response’s status', async (code) => {
  const received = await withEarlyError(stream([': keep alive\n\n', error(code).slice(0, 9), error(code).slice(9)]));
  expect([received.status, received.headers.get('retry-after')]).toEqual([Number(code), '7']);
  expect(await received.json()).toMatchObject({ error: { message: 'busy' } });
});

test.each([
  ['a response', ['data: {"choices":[]}\n\n', error(503)]],
  ['an error without a status', [error('server_error'), 'data: [DONE]\n\n']],
  ['an incomplete event', ['half a li']],
  ['an empty stream', []],
])('passes %s through unchanged', async (_, pieces) => {
  const passed = await withEarlyError(stream(pieces));
  expect([passed.status, await passed.text()]).toEqual([200, pieces.join('')]);
});

test('passes a read error on to the reader', async () => {
  const passed = await withEarlyError(stream(['data: {"choi'], new Error('reset')));
  await expect(passed.text()).rejects.toThrow('reset');
});

test('does not read a response that is not a stream', async () => {
  const page = new Response('<html>', { headers: { 'content-type': 'text/html' } });
  expect(await withEarlyError(page)).toBe(page);
});
