import { expect, test } from 'vitest';
import { boundBody } from './bounded-body.ts';

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

test('complete events pass unchanged, whatever their number', async () => {
  const pieces = Array.from({ length: 9 }, (_, n) => `${'x'.repeat(MIB / 2)}${n}\n\n`);
  expect(await boundBody(response(pieces), MIB).text()).toBe(pieces.join(''));
});

test('an endless line errors the body', async () => {
  const endless = response(['an event\n\n', ...Array<string>(3).fill('x'.repeat(MIB / 2))]);
  await expect(boundBody(endless, MIB).text()).rejects.toThrow('the endpoint sent more than 1 MiB in one line');
});

test('an endless error response errors the body, whatever its lines', async () => {
  const endless = response(Array<string>(9).fill(`${'x'.repeat(MIB / 4)}\n`), 500);
  await expect(boundBody(endless, MIB).text()).rejects.toThrow('more than 1 MiB as an error');
});

test('keeps status and headers, and a missing body', async () => {
  const bounded = boundBody(new Response('no', { status: 429, headers: { 'retry-after': '3' } }));
  expect([bounded.status, bounded.headers.get('retry-after'), await bounded.text()]).toEqual([429, '3', 'no']);
  expect(boundBody(new Response(null, { status: 204 })).status).toBe(204);
});

test('events of a few lines pass with any line endings; one with too many lines errors the body', async () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const valid = `data: {}${end}: why not${end}${end}`.repeat(20_000);
    expect(await boundBody(response([valid])).text()).toBe(valid);
    // Splits the last one at every offset.
    const split = [`data: {}${end}`.repeat(9_900), ...Array.from(`data: {}${end}`.repeat(101))];
    await expect(boundBody(response(split)).text()).rejects.toThrow('more than 10000 lines in one event');
  }
});

test.each([648, 650])('JSON of %i levels passes unchanged at any split of its chunks', async (levels) => {
  const event = `data: ${'{"[{\\"{":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}\n\n`;
  expect(await boundBody(response(Array.from(event))).text()).toBe(event);
  expect(await boundBody(response([event.repeat(9)])).text()).toBe(event.repeat(9));
});

test('deeper levels are replaced, the JSON stays valid and the next event is complete', async () => {
  const event = (levels: number): string => `data: {"a":${'['.repeat(levels)}1${']'.repeat(levels)},"b":"[[["}\n\n`;
  for (const pieces of [[event(5000), event(3)], Array.from(event(5000) + event(3))]) {
    const [first = '', second] = (await boundBody(response(pieces)).text()).split('\n\n');
    const read = JSON.parse(first.slice('data: '.length));
    expect(read.b).toBe('[[[');
    expect(JSON.stringify(read.a)).toBe(`${'['.repeat(649)}null${']'.repeat(649)}`);
    expect(`${second}\n\n`).toBe(event(3));
  }
});

test('unclosed brackets do not affect the next event', async () => {
  const text = await boundBody(response([`data: ${'['.repeat(5000)}\n\ndata: {"a":[1]}\n\n`])).text();
  expect(text.split('\n\n')[1]).toBe('data: {"a":[1]}');
});

test('an endless event errors the body, whatever the length of its lines', async () => {
  const lines = `data: ${'x'.repeat(MIB / 4)}\n`;
  await expect(boundBody(response(Array<string>(9).fill(lines)), MIB).text()).rejects.toThrow('1 MiB in one event');
  const ended = Array<string>(9).fill(`${lines}${lines}\n`);
  expect(await boundBody(response(ended), MIB).text()).toBe(ended.join(''));
});

test('lines that end in CR only are counted as one line, because the next parser buffers them until LF', async () => {
  const endless = response(Array<string>(9).fill(`: ${'x'.repeat(MIB / 4)}\r\r`));
  await expect(boundBody(endless, MIB).text()).rejects.toThrow('1 MiB in one line');
});

test('other tasks get a turn while a buffered stream is read', async () => {
  const reader = boundBody(response(Array<string>(64).fill('data: {}\n\n'.repeat(1000)))).body?.getReader();
  let read = 0;
  const ticks = new Promise<number>((resolve) => setImmediate(() => resolve(read)));
  while ((await reader?.read())?.done === false) read++;
  expect(read).toBeGreaterThanOrEqual(64);
  expect(await ticks).toBeLessThan(8);
});
