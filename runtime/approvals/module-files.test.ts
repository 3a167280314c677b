import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/folders.ts';
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
    'data/table.csv': "'./beside.csv'",
    'data/beside.csv': '',
    'beside.mjs': '',
  });
}

const filesOf = (folder: string) => readModuleFiles(join(folder, 'tools.mjs'));
const hashOf = (folder: string) => filesOf(folder)?.hash;

test('the module and what it leads to, once each; packages, folders and what is not there are left', () => {
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
  expect(read?.whole).toBe(true);
});

test.each(['tools.mjs', 'lib/one.mjs', 'deep/three.mjs', 'lib/late one.mjs', 'old/index.js', 'data/table.csv'])(
  'another content is another hash: %s',
  (file) => {
    const folder = module();
    const before = hashOf(folder);
    expect(hashOf(folder)).toBe(before);
    writeFileSync(join(folder, file), `${file === 'tools.mjs' ? MODULE : ''}\n// changed`);
    expect(hashOf(folder)).not.toBe(before);
  },
);

test('a file that nothing leads to changes nothing; one that comes where it was looked for does; another place is another module', () => {
  const folder = module();
  const before = hashOf(folder);
  writeFileSync(join(folder, 'beside.mjs'), '// changed');
  expect(hashOf(folder)).toBe(before);
  mkdirSync(join(folder, 'not'));
  writeFileSync(join(folder, 'not/there.mjs'), '');
  expect(hashOf(folder)).not.toBe(before);
  rmSync(join(folder, 'not'), { recursive: true });
  const moved = join(temporaryFolder(), 'moved');
  renameSync(folder, moved);
  expect(hashOf(moved)).not.toBe(before);
});

test.skipIf(process.platform === 'win32')('a link counts as what it leads to', () => {
  const folder = module();
  const elsewhere = writeFiles(temporaryFolder(), { 'real.js': "import './own.js';", 'own.js': '' });
  rmSync(join(folder, 'two.js'));
  symlinkSync(join(elsewhere, 'real.js'), join(folder, 'two.js'));
  const before = hashOf(folder);
  writeFileSync(join(elsewhere, 'own.js'), '// changed');
  expect(hashOf(folder)).not.toBe(before);
});

test('a module that is not there has no files; of one that is too large, it is said so', () => {
  expect(readModuleFiles(join(temporaryFolder(), 'none.mjs'))).toBeUndefined();
  const path = join(module(), 'tools.mjs');
  expect(readModuleFiles(path, { files: 3, bytes: 1e6 })).toMatchObject({ whole: false });
  expect(readModuleFiles(path, { files: 99, bytes: MODULE.length + 10 })).toMatchObject({ whole: false });
  expect(readModuleFiles(path, { files: 99, bytes: 10 })).toMatchObject({ whole: false });
});
