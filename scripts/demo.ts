/**
 * Takes the pictures of README.md and docs/ and records the animation: `npm run demo`. The suite `pictures` of
 * `test/editor/` stores the pictures in `.cache/screenshots/pictures`; this script copies them to `docs/images`. The suite
 * `demo` stores the animation's frames in `.cache/screenshots/demo`, named `NN-MILLISECONDS.png`; this script encodes them
 * as `docs/images/demo.gif`. `npm run demo -- pictures` or `demo` runs one of the suites, `-- --encode` none.
 */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { encodeGif, type Frame } from './demo/gif.ts';
import { cache, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const images = join(root, 'docs/images');
const SUITES = ['pictures', 'demo'];
const screenshotsOf = (suite: string): string => join(cache, 'screenshots', suite);
const folder = screenshotsOf('demo');
const output = join(images, 'demo.gif');
const MAX_BYTES = 2_000_000;

const named = SUITES.filter((suite) => process.argv.includes(suite));
const suites = named.length > 0 ? named : SUITES;
if (!process.argv.includes('--encode')) {
  for (const suite of suites) rmSync(screenshotsOf(suite), { recursive: true, force: true });
  const runner = join(root, 'scripts/vscode-host/run-suites.ts');
  const code = await run(process.execPath, [runner, ...suites], { env: { EDITOR_HOST: 'browser' } });
  if (code !== 0) process.exit(code);
}
if (suites.includes('pictures'))
  for (const name of readdirSync(screenshotsOf('pictures')))
    copyFileSync(join(screenshotsOf('pictures'), name), join(images, name));
if (!suites.includes('demo')) process.exit(0);
const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
const pictures = names.sort().map((name) => ({ name, png: decode(readFileSync(join(folder, name))) }));
const { width, height } = pictures[0]?.png ?? { width: 0, height: 0 };
const frames = pictures.map(
  ({ name, png }): Frame => ({
    rgba: toRgba(Uint8Array.from(png.data), png.channels),
    milliseconds: Number(/-(\d+)\.png$/.exec(name)?.[1] ?? 1_000),
  }),
);
const bytes = encodeGif(frames, width, height);
writeFileSync(output, bytes);
const seconds = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000;
console.log(`${output}: ${frames.length} frames, ${width} × ${height}, ${seconds} s, ${bytes.length} bytes`);
if (bytes.length > MAX_BYTES) {
  console.error(`Larger than ${MAX_BYTES} bytes: take fewer frames, or a smaller window.`);
  process.exitCode = 1;
}

/** Adds an opaque alpha channel where a picture has none. */
function toRgba(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 4) return data;
  const rgba = new Uint8Array((data.length / channels) * 4).fill(255);
  for (let at = 0; at * channels < data.length; at++) rgba.set(data.subarray(at * channels, at * channels + 3), at * 4);
  return rgba;
}
