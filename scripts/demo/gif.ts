import { createRequire } from 'node:module';
import { defined } from '../../skill/index.ts';

// A CommonJS package whose exports Node and Vitest would present differently.
const { applyPalette, GIFEncoder, quantize }: typeof import('gifenc') = createRequire(import.meta.url)('gifenc');

/** One image of an animation. */
export interface Frame {
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly rgba: Uint8Array;
  readonly milliseconds: number;
}

/** The last of 256 palette entries, for pixels that are unchanged since the previous frame. */
const UNCHANGED = 255;

/**
 * Encodes frames of one size as a GIF that repeats. All frames share one palette, so that equal colors stay equal from
 * frame to frame. Pixels that a frame leaves unchanged are transparent in it.
 */
export function encodeGif(frames: readonly Frame[], width: number, height: number): Uint8Array {
  const all = new Uint8Array(Buffer.concat(frames.map(({ rgba }) => rgba)));
  const palette = quantize(all, UNCHANGED);
  const allPixels = applyPalette(all, palette);
  while (palette.length <= UNCHANGED) palette.push([0, 0, 0]);
  const gif = GIFEncoder();
  for (const [index, { rgba, milliseconds }] of frames.entries()) {
    const size = width * height;
    const pixels = allPixels.slice(index * size, (index + 1) * size);
    const previous = frames[index - 1]?.rgba;
    if (previous !== undefined) markUnchanged(pixels, rgba, previous);
    gif.writeFrame(
      pixels,
      width,
      height,
      defined({
        palette: previous === undefined ? palette : undefined,
        delay: milliseconds,
        dispose: 1,
        transparent: previous !== undefined,
        transparentIndex: UNCHANGED,
      }),
    );
  }
  gif.finish();
  return gif.bytes();
}

function markUnchanged(pixels: Uint8Array, rgba: Uint8Array, previous: Uint8Array): void {
  for (let at = 0; at < pixels.length; at++) {
    const offset = at * 4;
    const isUnchanged = [0, 1, 2].every((channel) => rgba[offset + channel] === previous[offset + channel]);
    if (isUnchanged) pixels[at] = UNCHANGED;
  }
}
