import { expect, test } from 'vitest';
import { bounded } from './bounded-body.ts';

const MIB = 1024 * 1024;

function response(pieces: readonly string[], status = 200): Response {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream({
    start(controller) {
      for (const one of bytes) controller.enqueue(one);
      controller.close();
    },
  });
  return new Response(body, { status });
}

test('lines that end pass as they are, however many', async () => {
  const pieces = Array.from({ length: 9 }, (_, n) => `${'x'.repeat(MIB / 2)}${n}\n`);
  expect(await bounded(response(pieces), MIB).text()).toBe(pieces.join(''));
});

test('a line that does not end is an error', async () => {
  const endless = response(['a line\n', ...Array<string>(3).fill('x'.repeat(MIB / 2))]);
  await expect(bounded(endless, MIB).text()).rejects.toThrow('the endpoint sent more than 1 MiB in one line');
});

test('an error that does not end, whatever its lines', async () => {
  const endless = response(Array<string>(9).fill(`${'x'.repeat(MIB / 4)}\n`), 500);
  await expect(bounded(endless, MIB).text()).rejects.toThrow('more than 1 MiB as an error');
});

test('status and headers stay; no body is no body', async () => {
  const kept = bounded(new Response('no', { status: 429, headers: { 'retry-after': '3' } }));
  expect([kept.status, kept.headers.get('retry-after'), await kept.text()]).toEqual([429, '3', 'no']);
  expect(bounded(new Response(null, { status: 204 })).status).toBe(204);
});
