import { expect, test } from 'vitest';
import { withEarlyError } from './early-error.ts';

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

test.each([503, '429', 502])('a first event that is an error %s is that status', async (code) => {
  const told = await withEarlyError(stream([': keep alive\n\n', error(code).slice(0, 9), error(code).slice(9)]));
  expect([told.status, told.headers.get('retry-after')]).toEqual([Number(code), '7']);
  expect(await told.json()).toMatchObject({ error: { message: 'busy' } });
});

test.each([
  ['an answer', ['data: {"choices":[]}\n\n', error(503)]],
  ['an error without a status', [error('server_error'), 'data: [DONE]\n\n']],
  ['no event', ['half a li']],
  ['nothing', []],
])('%s passes whole', async (_, pieces) => {
  const passed = await withEarlyError(stream(pieces));
  expect([passed.status, await passed.text()]).toEqual([200, pieces.join('')]);
});

test('a connection that breaks is broken for who reads', async () => {
  const passed = await withEarlyError(stream(['data: {"choi'], new Error('reset')));
  await expect(passed.text()).rejects.toThrow('reset');
});

test('what is no stream is not looked into', async () => {
  const page = new Response('<html>', { headers: { 'content-type': 'text/html' } });
  expect(await withEarlyError(page)).toBe(page);
});
