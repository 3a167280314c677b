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

test('events that end pass as they are, however many', async () => {
  const pieces = Array.from({ length: 9 }, (_, n) => `${'x'.repeat(MIB / 2)}${n}\n\n`);
  expect(await bounded(response(pieces), MIB).text()).toBe(pieces.join(''));
});

test('a line that does not end is an error', async () => {
  const endless = response(['an event\n\n', ...Array<string>(3).fill('x'.repeat(MIB / 2))]);
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

test('events of a few lines pass, however they end; one of too many is an error', async () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const sound = `data: {}${end}: why not${end}${end}`.repeat(20_000);
    expect(await bounded(response([sound])).text()).toBe(sound);
    // The last of them cut at every place.
    const split = [`data: {}${end}`.repeat(9_900), ...Array.from(`data: {}${end}`.repeat(101))];
    await expect(bounded(response(split)).text()).rejects.toThrow('more than 10000 lines in one event');
  }
});

test.each([648, 650])('JSON of %i levels passes as it is, wherever it is cut', async (levels) => {
  const event = `data: ${'{"[{\\"{":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}\n\n`;
  expect(await bounded(response(Array.from(event))).text()).toBe(event);
  expect(await bounded(response([event.repeat(9)])).text()).toBe(event.repeat(9));
});

test('what is deeper is left out, and JSON stays JSON; the next event is whole', async () => {
  const event = (levels: number): string => `data: {"a":${'['.repeat(levels)}1${']'.repeat(levels)},"b":"[[["}\n\n`;
  for (const pieces of [[event(5000), event(3)], Array.from(event(5000) + event(3))]) {
    const [first = '', second] = (await bounded(response(pieces)).text()).split('\n\n');
    const read = JSON.parse(first.slice('data: '.length));
    expect(read.b).toBe('[[[');
    expect(JSON.stringify(read.a)).toBe(`${'['.repeat(649)}null${']'.repeat(649)}`);
    expect(`${second}\n\n`).toBe(event(3));
  }
});

test('an event that never closes what it opens takes nothing from the next', async () => {
  const text = await bounded(response([`data: ${'['.repeat(5000)}\n\ndata: {"a":[1]}\n\n`])).text();
  expect(text.split('\n\n')[1]).toBe('data: {"a":[1]}');
});

test('an event that does not end, however long or short its lines', async () => {
  const lines = `data: ${'x'.repeat(MIB / 4)}\n`;
  await expect(bounded(response(Array<string>(9).fill(lines)), MIB).text()).rejects.toThrow('1 MiB in one event');
  const ended = Array<string>(9).fill(`${lines}${lines}\n`);
  expect(await bounded(response(ended), MIB).text()).toBe(ended.join(''));
});

test('lines that end in CR alone are kept until LF comes by who reads them: together they are one line', async () => {
  const endless = response(Array<string>(9).fill(`: ${'x'.repeat(MIB / 4)}\r\r`));
  await expect(bounded(endless, MIB).text()).rejects.toThrow('1 MiB in one line');
});

test('whatever else is due has its turn while a stream is read that is there already', async () => {
  const reader = bounded(response(Array<string>(64).fill('data: {}\n\n'.repeat(1000)))).body?.getReader();
  let read = 0;
  const heard = new Promise<number>((resolve) => setImmediate(() => resolve(read)));
  while ((await reader?.read())?.done === false) read++;
  expect(read).toBeGreaterThanOrEqual(64);
  expect(await heard).toBeLessThan(8);
});
