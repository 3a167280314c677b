import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { writeFiles } from '../../test/equipment/runtime/folders.ts';
import { bundles } from './bundles.mjs';
import { licenses } from './licenses.mjs';

/** Packages that others contain in their own files. */
const INSIDE = [
  'content-type',
  'ajv-formats',
  'path-browserify',
  '@modelcontextprotocol/core-internal',
  'llhttp',
  'zod-to-json-schema',
];

it('has a license text of every bundled package, also of those inside of others', { timeout: 120_000 }, async () => {
  const built = await Promise.all(bundles.map(({ options }) => esbuild.build({ ...options, write: false })));
  const sections = licenses(built.flatMap(({ metafile }) => metafile ?? [])).split(`\n${'─'.repeat(80)}\n\n`);
  const titles = sections.map((section) => section.split('\n')[0]);
  for (const name of ['zod', 'preact', 'undici', ...INSIDE])
    expect(titles).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)));
  for (const section of sections) expect(section.length).toBeGreaterThan(500);
  const text = sections.join('\n');
  // Of files that packages copied, with their licenses in comments.
  for (const holder of ['The Fastify Team', 'TypeFox', 'Jimmy Wärting', 'Einar Otto Stangvik'])
    expect(text).toContain(holder);
});

/** Writes a package with these files, and returns the notices of a bundle with its `dist/index.js`. */
function noticesOf(files: Readonly<Record<string, string>>): () => string {
  const top = mkdtempSync(join(tmpdir(), 'skillwright-licenses-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const folder = 'node_modules/@scope/outer';
  writeFiles(join(top, folder), {
    'package.json': JSON.stringify({ name: '@scope/outer', version: '1.2.3', license: 'MIT' }),
    ...files,
  });
  const output = { inputs: { [`${folder}/dist/index.js`]: { bytesInOutput: 1 } } };
  return () => licenses([{ outputs: { 'dist/a.js': output } } as unknown as esbuild.Metafile], top);
}

const map = (...sources: readonly string[]) => JSON.stringify({ version: 3, sources, mappings: '' });
const PNPM = '../node_modules/.pnpm/inner@1.0.0/node_modules/inner/index.js';

it.each<[what: string, files: Readonly<Record<string, string>>]>([
  ['a package without a license', { 'dist/index.js': '' }],
  ['a package in a source map', { LICENSE: 'Free.', 'dist/index.js': '', 'dist/index.js.map': map(PNPM) }],
  [
    'a package in an inline source map',
    {
      LICENSE: 'Free.',
      'dist/index.js': `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map('webpack://outer/./node_modules/inner/a.js')).toString('base64')}`,
    },
  ],
  ['a package in a region', { LICENSE: 'Free.', 'dist/index.js': `//#region ${PNPM}\nlet a;\n` }],
])('fails for %s', (_, files) => {
  expect(noticesOf(files)).toThrow(/scripts\/lib\/licenses\/(?:inner|@scope\/outer)\.txt/);
});

it('takes the license of a repository for its other packages, and includes notices in comments', () => {
  const notices = noticesOf({
    LICENSE: 'Free.',
    'dist/index.js': '/*! Copyright Ada */\n//#region ../inner/src/a.ts\n',
  })();
  expect(notices).toContain('@scope/outer 1.2.3 (MIT)\n\nFree.\n\n/*! Copyright Ada */\n');
  expect(notices).toContain('@scope/inner (in @scope/outer)\n\nFree.\n');
});
