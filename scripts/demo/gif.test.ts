import { expect, test } from 'vitest';
import { encodeGif, type Frame } from './gif.ts';

const SIZE = 64;
/** A frame of noise, with the first `changed` pixels black. */
function frame(changed: number, milliseconds: number): Frame {
  const rgba = new Uint8Array(SIZE * SIZE * 4);
  for (let at = 0; at < rgba.length; at++) rgba[at] = at < changed * 4 ? 0 : (at * 7919) % 251;
  return { rgba, milliseconds };
}

test('encodes a repeating GIF with the size and the duration of each frame', () => {
  const bytes = Buffer.from(encodeGif([frame(0, 500), frame(5, 1_200)], SIZE, SIZE));
  expect(bytes.toString('latin1', 0, 6)).toBe('GIF89a');
  expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([SIZE, SIZE]);
  expect(bytes.includes('NETSCAPE2.0')).toBe(true);
  // Graphic control extensions: flags, then the delay in hundredths of a second.
  const extension = Buffer.from([0x21, 0xf9, 0x04]);
  const first = bytes.indexOf(extension);
  const second = bytes.indexOf(extension, first + 1);
  expect([bytes.readUInt16LE(first + 4), bytes.readUInt16LE(second + 4)]).toEqual([50, 120]);
});

test('shares one palette, so that equal colors look equal in all frames', () => {
  const bytes = Buffer.from(encodeGif([frame(0, 100), frame(5, 100)], SIZE, SIZE));
  const extension = Buffer.from([0x21, 0xf9, 0x04]);
  const second = bytes.indexOf(extension, bytes.indexOf(extension) + 1);
  // The image descriptor follows the extension of 8 bytes; the top bit of its last byte announces a local palette.
  expect(bytes[second + 8]).toBe(0x2c);
  expect((bytes[second + 17] ?? 0) & 0x80).toBe(0);
});

test('stores little more for a frame that differs in a few pixels', () => {
  const one = encodeGif([frame(0, 100)], SIZE, SIZE).length;
  const two = encodeGif([frame(0, 100), frame(5, 100)], SIZE, SIZE).length;
  expect(two - one).toBeLessThan(one / 10);
});
