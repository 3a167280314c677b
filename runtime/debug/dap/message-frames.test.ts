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
