/** Removal of folders that commands filled in order to make it fail, block, or reach something else. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { removeFolder, removeFolderNow } from './remove-folder.ts';

const isWindows = process.platform === 'win32';

/** Makes a chain of folders in `folder`, deeper than a path can be long. */
function makeDeep(folder: string, levels: number, name: string): void {
  const code = `const fs = require('fs');
    for (let i = 0; i < ${levels}; i++) { fs.mkdirSync('${name}'); process.chdir('${name}'); }
    fs.writeFileSync('file', 'text');`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  onTestFinished(() => void spawnSync('rm', ['-rf', folder]));
}

/** By what is special: fills a folder. */
const CONTENTS: Readonly<Record<string, (folder: string) => unknown>> = defined({
  'no content': () => undefined,
  'many files': (folder) => {
    for (let i = 0; i < 3_000; i++) writeFileSync(join(folder, `file-${i}`), '');
  },
  'levels of read-only folders': (folder) => {
    writeFiles(folder, { 'a/b/c/file': '', 'a/file': '' });
    for (const [path, mode] of [
      ['a/b/c', 0o500],
      ['a/b', 0],
      ['a', 0o555],
      ['', 0],
    ] as const)
      chmodSync(join(folder, path), mode);
  },
  'levels deeper than a path can be long': isWindows ? undefined : (folder) => makeDeep(folder, 1_500, 'dddd'),
  'deep levels with long names': isWindows ? undefined : (folder) => makeDeep(folder, 300, 'd'.repeat(200)),
  'several deep chains': isWindows
    ? undefined
    : (folder) => {
        for (const name of ['a', 'b', 'c']) {
          mkdirSync(join(folder, name));
          makeDeep(join(folder, name), 200, name);
        }
      },
  'a pipe': isWindows ? undefined : (folder) => spawnSync('mkfifo', [join(folder, 'pipe')]),
  // macOS refuses such names.
  'names that are not text':
    process.platform === 'linux'
      ? (folder) => {
          const inner = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x64, 0xff, 0xfe])]);
          mkdirSync(inner);
          writeFileSync(Buffer.concat([inner, Buffer.from('/'), Buffer.from([0xc3])]), '');
        }
      : undefined,
});

describe.each([
  ['removeFolder', removeFolder],
  ['removeFolderNow', removeFolderNow],
] as const)('%s', (_, remove) => {
  test.each(Object.entries(CONTENTS))('removes a folder with %s', async (__, fill) => {
    const folder = join(temporaryFolder(), 'x');
    mkdirSync(folder);
    fill(folder);
    expect([await remove(folder), existsSync(folder)]).toEqual([undefined, false]);
  });

  test('removes links, and touches nothing that they lead to', async () => {
    const outside = writeFiles(temporaryFolder(), { 'inner/kept': '' });
    chmodSync(join(outside, 'inner'), 0o555);
    onTestFinished(() => chmodSync(join(outside, 'inner'), 0o755));
    const parent = writeFiles(temporaryFolder(), { 'x/y/file': '' });
    for (const path of ['x/link', 'x/y/link', 'link']) symlinkSync(join(outside, 'inner'), join(parent, path), 'dir');
    symlinkSync('..', join(parent, 'x/up'), 'dir');
    symlinkSync('nowhere', join(parent, 'x/dangling'));
    expect([await remove(join(parent, 'x')), await remove(join(parent, 'link'))]).toEqual([undefined, undefined]);
    expect(readdirSync(parent)).toEqual([]);
    expect(readdirSync(join(outside, 'inner'))).toEqual(['kept']);
    if (!isWindows) expect(statSync(join(outside, 'inner')).mode & 0o777).toBe(0o555);
  });

  test('does nothing without a folder', async () => {
    expect(await remove(join(temporaryFolder(), 'absent'))).toBeUndefined();
  });

  // No user can remove anything there.
  test.skipIf(process.platform !== 'linux')('says what remains', async () => {
    const folder = '/proc/self/attr';
    expect(await remove(folder)).toBe(`${folder} could not be removed completely: remove it yourself.`);
  });
});

test('removeFolder does not block the event loop', async () => {
  const folder = join(temporaryFolder(), 'x');
  mkdirSync(folder);
  for (let i = 0; i < 30_000; i++) writeFileSync(join(folder, `file-${i}`), '');
  let turns = 0;
  let hasEnded = false;
  const count = (): void => {
    turns++;
    if (!hasEnded) setImmediate(count);
  };
  setImmediate(count);
  await removeFolder(folder);
  hasEnded = true;
  expect(turns).toBeGreaterThan(3);
});
