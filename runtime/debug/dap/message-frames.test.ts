import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { MessageFrames } from './message-frames.ts';

const frame = (body: string, header = `Content-Length: ${Buffer.byteLength(body)}`) => `${header}\r\n\r\n${body}`;

/** Passes chunks through. Returns what is passed on, and what is reported. */
async function pass(...chunks: readonly string[]) {
  const skipped: string[] = [];
  const frames = new MessageFrames((message) => skipped.push(message));
  for (const chunk of chunks) frames.write(chunk);
  frames.end();
  const passed = Buffer.concat(await frames.toArray()).toString();
  return { passed, skipped: skipped.length };
}

it('passes on complete messages, however they are divided, with other header fields removed', async () => {
  const both = `${frame('{"a":"ä"}')}${frame('{}', 'X: 1\r\nContent-Length: 2\r\nY: 2')}`;
  const expected = `${frame('{"a":"ä"}')}${frame('{}')}`;
  expect(await pass(both)).toEqual({ passed: expected, skipped: 0 });
  expect(await pass(...both)).toEqual({ passed: expected, skipped: 0 });
  expect((await pass(both, 'Content-Length: 9\r\n\r\n{')).passed).toBe(expected);
});

it.each(['abc', '-1', '', '1e3', '99999999999', '2 apples'])(
  'skips a message with the length "%s", and passes on the next one',
  async (length) => {
    const broken = frame('{"lost":1}', `Content-Length: ${length}`);
    expect(await pass(broken, frame('{}'))).toEqual({ passed: frame('{}'), skipped: 1 });
  },
);

it('keeps no more than a header of input that never has one', async () => {
  const long = 'x'.repeat(1_000_000);
  expect(await pass(long, '\r\n\r\n', frame('{}'))).toEqual({ passed: frame('{}'), skipped: 1 });
});

it('reports what it skips once, until the next valid message', async () => {
  const broken = '\r\n\r\n'.repeat(1000);
  const passed = frame('{}') + frame('{}');
  expect(await pass(broken, frame('{}'), broken, frame('{}'))).toEqual({ passed, skipped: 2 });
});

/** Returns the milliseconds of the processor that it takes to pass on chunks, the least of three times. */
async function timeOf(chunks: () => Iterable<Buffer>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const start = process.cpuUsage();
    const ignore = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(chunks(), new MessageFrames(() => undefined), ignore);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function* divided(text: string, size: number): Iterable<Buffer> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

it.each<[what: string, attack: (size: number) => string]>([
  ['a long message', (size) => frame('x'.repeat(size))],
  ['a message that never becomes complete', (size) => frame('x'.repeat(size), 'Content-Length: 16000000')],
  ['a header without end', (size) => 'x'.repeat(size)],
])('reads %s in small pieces in linear time', async (_, attack) => {
  const size = 250_000;
  const short = await timeOf(() => divided(attack(size), 64));
  const long = await timeOf(() => divided(attack(4 * size), 64));
  // Quadratic time would be 16 times as much.
  expect(long / Math.max(short, 20)).toBeLessThan(9);
});

it('refuses a message that is too long, and passes on the next one', async () => {
  const long = `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`;
  expect(await pass(frame(long), frame('{}'))).toEqual({ passed: frame('{}'), skipped: 1 });
});
