import { join } from 'node:path';
import { expect, test } from 'vitest';
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
