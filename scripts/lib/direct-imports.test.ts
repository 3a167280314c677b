import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { expect, test } from 'vitest';
import { bundles } from './bundles.mjs';
import { importDirectly } from './direct-imports.mjs';
import { root } from './paths.mjs';

const MODULE = join(root, 'runtime/journal/example.ts');

/** In a function, so that no import of this file is meant. */
const from = (path: string): string => `from '../../skill/${path}';`;

test('imports from the files behind the doors of skill/', () => {
  const text = [
    `import { makeFolders } ${from('disk.ts')}`,
    `import { isDeeperThan as deep, type ClientId, own } ${from('index.ts')}`,
    `import type { FileSystem } ${from('index.ts')}`,
    "import { join } from 'node:path';",
  ].join('\n');
  expect(importDirectly(text, MODULE).split('\n')).toEqual([
    `import { makeFolders as makeFolders } ${from('disk/folders.ts')}`,
    `import { isDeeperThan as deep } ${from('text/json-depth.ts')} import { own as own } ${from('text/own.ts')}`,
    `import type { FileSystem } ${from('index.ts')}`,
    "import { join } from 'node:path';",
  ]);
});

test('exports from the files behind the doors of skill/', () => {
  expect(importDirectly(`export { own } ${from('index.ts')}`, MODULE)).toBe(
    `export { own as own } ${from('text/own.ts')}`,
  );
});

test('keeps the number of lines', () => {
  const text = `import {\n  isDeeperThan,\n  own,\n} ${from('index.ts')}\nown();`;
  expect(importDirectly(text, MODULE).split('\n').slice(3)).toEqual(['', 'own();']);
});

test('a value that a door does not export is an error', () => {
  expect(() => importDirectly(`import { gone } ${from('index.ts')}`, MODULE)).toThrow(
    "skill/index.ts does not export a value 'gone'.",
  );
});

test('the command line starts without the rules and the Markdown parser', async () => {
  const options = bundles.find(({ name }) => name === 'cli')?.options;
  const { metafile } = await esbuild.build({ ...options, metafile: true, write: false });
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { path: next, kind } of metafile.inputs[path]?.imports ?? []) if (kind !== 'dynamic-import') reach(next);
  };
  reach('cli/program.ts');
  expect(reached).toContain('skill/text/own.ts');
  expect(
    [...reached].filter((path) => /^(?:skill\/(?!text\/)|server\/|node_modules\/(?:micromark|yaml))/.test(path)),
  ).toEqual([]);
});
