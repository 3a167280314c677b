import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readModuleFiles } from './module-files.ts';

const MODULE = `import { one } from './lib/one.mjs';
export * from "./two.js";
const data = new URL('./data/table.csv', import.meta.url);
const late = () => import(\`./lib/late%20one.mjs?v=1\`);
const old = createRequire(import.meta.url)('./old');
import zod from 'zod';
const none = './not/there.mjs';
const folder = './data/';
export default {};`;

function module(): string {
  return writeFiles(temporaryFolder(), {
    'tools.mjs': MODULE,
    'lib/one.mjs': "import '../deep/three.mjs'; import '../tools.mjs';",
    'lib/late one.mjs': '',
    'deep/three.mjs': '',
    'two.js': '',
    'old/index.js': '',
    'data/table.csv': "'./other.csv'",
    'data/other.csv': '',
    'other.mjs': '',
  });
}

const filesOf = (folder: string) => readModuleFiles(join(folder, 'tools.mjs'));
const hashOf = (folder: string) => filesOf(folder)?.hash;

test('reads the module and its dependencies once each, without packages, folders and missing files', () => {
  const read = filesOf(module());
  expect([...(read?.files.keys() ?? [])].sort()).toEqual(
    [
      'data/table.csv',
      'deep/three.mjs',
      'lib/late one.mjs',
      'lib/one.mjs',
      'old/index.js',
      'tools.mjs',
      'two.js',
    ].sort(),
  );
  expect(read?.isComplete).toBe(true);
});

test.each(['tools.mjs', 'lib/one.mjs', 'deep/three.mjs', 'lib/late one.mjs', 'old/index.js', 'data/table.csv'])(
  'a changed file changes the hash: %s',
  (file) => {
    const folder = module();
    const before = hashOf(folder);
    expect(hashOf(folder)).toBe(before);
    writeFileSync(join(folder, file), `${file === 'tools.mjs' ? MODULE : ''}\n// changed`);
    expect(hashOf(folder)).not.toBe(before);
  },
);

test('ignores unreferenced files, includes a dependency that appears later, and distinguishes modules by location', () => {
  const folder = module();
  const before = hashOf(folder);
  writeFileSync(join(folder, 'other.mjs'), '// changed');
  expect(hashOf(folder)).toBe(before);
  mkdirSync(join(folder, 'not'));
  writeFileSync(join(folder, 'not/there.mjs'), '');
  expect(hashOf(folder)).not.toBe(before);
  rmSync(join(folder, 'not'), { recursive: true });
  const moved = join(temporaryFolder(), 'moved');
  renameSync(folder, moved);
  expect(hashOf(moved)).not.toBe(before);
});

test.skipIf(process.platform === 'win32')('resolves links', () => {
  const folder = module();
  const elsewhere = writeFiles(temporaryFolder(), { 'real.js': "import './own.js';", 'own.js': '' });
  rmSync(join(folder, 'two.js'));
  symlinkSync(join(elsewhere, 'real.js'), join(folder, 'two.js'));
  const before = hashOf(folder);
  writeFileSync(join(elsewhere, 'own.js'), '// changed');
  expect(hashOf(folder)).not.toBe(before);
});

test('returns undefined for a missing module, and marks one that is too large as incomplete', () => {
  expect(readModuleFiles(join(temporaryFolder(), 'none.mjs'))).toBeUndefined();
  const path = join(module(), 'tools.mjs');
  expect(readModuleFiles(path, { files: 3, bytes: 1e6 })).toMatchObject({ isComplete: false });
  expect(readModuleFiles(path, { files: 99, bytes: MODULE.length + 10 })).toMatchObject({ isComplete: false });
  expect(readModuleFiles(path, { files: 99, bytes: 10 })).toMatchObject({ isComplete: false });
});
