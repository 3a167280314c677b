import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FLOORS, forbiddenImports } from './import-rules.ts';
import {
  type Arrow,
  betweenFiles,
  betweenFolders,
  betweenNeighbors,
  cyclesIn,
  type Import,
  importsOf,
  isTest,
} from './imports.ts';

const all = importsOf(join(import.meta.dirname, '../..'));

describe('imports of this checkout, including types', () => {
  it('are found', () => {
    const product = betweenFiles(all).filter(([from]) => !isTest(from));
    expect(product.length).toBeGreaterThan(2_000);
    expect(betweenFolders(product).length).toBeGreaterThan(1_000);
    expect(betweenNeighbors(product).length).toBeGreaterThan(1_000);
    expect(all.filter(({ module }) => module.startsWith('node:')).length).toBeGreaterThan(500);
  });

  it('are allowed by import-rules.ts', () => {
    expect(forbiddenImports(all)).toEqual([]);
  });

  it('use each folder that has a floor', () => {
    const files = betweenFiles(all).flat();
    const unused = Object.entries(FLOORS).flatMap(([part, floors]) =>
      floors
        .flat()
        .filter((name) => name !== '.' && !files.some((file) => file.startsWith(`${part}/${name}/`)))
        .map((name) => `${part}/${name}/ is in FLOORS (import-rules.ts), but has no files: remove it there.`),
    );
    expect(unused).toEqual([]);
  });
});

describe('a forbidden import is reported with its rule and what to do', () => {
  const file = (from: string, to: string): Import => ({ from, to, module: `./${to}` });
  it.each<[Import, string]>([
    [
      file('server/check/run.ts', 'runtime/errors.ts'),
      'server/check/run.ts imports runtime/errors.ts: server/ imports only skill/. Move the code to the part that may import both, or let the caller pass in what it needs.',
    ],
    [
      file('skill/text/lines.ts', 'cli/main.ts'),
      'skill/text/lines.ts imports cli/main.ts: skill/ imports nothing of other parts. Move the code to the part that may import both, or let the caller pass in what it needs.',
    ],
    [
      file('server/check/run.test.ts', 'skill/text/lines.ts'),
      'server/check/run.test.ts imports skill/text/lines.ts: other parts import only skill/index.ts and skill/disk.ts. Import it from there, and export it there if it is missing.',
    ],
    [
      file('runtime/models/keys/keys.ts', 'runtime/loop/loop.ts'),
      'runtime/models/keys/keys.ts imports runtime/loop/loop.ts: a folder imports only from lower floors, and runtime/loop/ (floor 9) is not below runtime/models/ (floor 8). Move the code down, let the caller pass it in, or change FLOORS in scripts/lib/import-rules.ts if that makes no cycle.',
    ],
    [
      file('runtime/attic/box.ts', 'runtime/errors.ts'),
      'runtime/attic/ has no floor: add it to FLOORS in scripts/lib/import-rules.ts.',
    ],
    [
      { from: 'runtime/clients/shell.ts', module: 'node:fs' },
      'runtime/clients/shell.ts imports node:fs: Commands of an agent can replace every file and folder of a copy at any time. Read it through runtime/confined/.',
    ],
    [
      { from: 'server/rules/run.test.ts', module: 'vscode' },
      'server/rules/run.test.ts imports vscode: Only client/ knows VS Code: the language server and the runtime also run without it. Move the code to client/, or let the extension send what it needs as a message.',
    ],
    [
      { from: 'skill/files/find.ts', module: 'node:path' },
      'skill/files/find.ts imports node:path: Only skill/disk/ knows Node, so that the rest also runs on files in memory. Read files through FileSystem (skill/files/files.ts), or move the code to skill/disk/.',
    ],
  ])('%j', (one, message) => {
    expect(forbiddenImports([one])).toEqual([message]);
  });

  it('in a cycle', () => {
    expect(forbiddenImports([file('cli/one.ts', 'cli/two.ts'), file('cli/two.ts', 'cli/one.ts')])).toEqual([
      'cli/one.ts → cli/two.ts: this import is part of a cycle of files. Move what both need to a file or folder below them.',
      'cli/two.ts → cli/one.ts: this import is part of a cycle of files. Move what both need to a file or folder below them.',
    ]);
  });

  it('but not in tests, the files of copies, and skill/disk/', () => {
    expect(
      forbiddenImports([
        file('runtime/models/keys/keys.test.ts', 'runtime/loop/loop.ts'),
        { from: 'runtime/clients/shell.test.ts', module: 'node:fs' },
        { from: 'runtime/evals/runner/client-process.ts', module: 'node:fs' },
        { from: 'skill/disk/disk-files.ts', module: 'node:fs' },
      ]),
    ).toEqual([]);
  });
});

describe('cycles', () => {
  const files: readonly Arrow[] = [
    ['a/one.ts', 'b/two.ts'],
    ['b/two.ts', 'c/inner/three.ts'],
    ['c/four.ts', 'a/one.ts'],
    ['c/four.ts', 'd/five.ts'],
    ['c/four.ts', 'c/six.ts'],
  ];

  it('returns the arrows of a cycle', () => {
    const letters: readonly Arrow[] = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
    ];
    expect(cyclesIn(letters)).toEqual(['a → b', 'b → c', 'c → a']);
    expect(cyclesIn(letters.slice(1))).toEqual([]);
  });

  it('distinguishes cycles of folders from cycles of files', () => {
    expect(cyclesIn(files)).toEqual([]);
    expect(cyclesIn(betweenFolders(files))).toEqual([]);
    expect(cyclesIn(betweenFolders([...files, ['c/inner/three.ts', 'c/four.ts']]))).toHaveLength(4);
  });

  it('finds cycles that only folders with their subfolders have', () => {
    expect(cyclesIn(betweenNeighbors(files))).toEqual(['a → b', 'b → c', 'c → a']);
  });

  it('ignores imports between a folder and its parents', () => {
    expect(betweenNeighbors([['a/one.ts', 'a/b/two.ts']])).toEqual([]);
    expect(betweenNeighbors([['a/b/two.ts', 'a/one.ts']])).toEqual([]);
    expect(betweenNeighbors([['a/b/two.ts', 'a/c/d/three.ts']])).toEqual([['a/b', 'a/c']]);
  });
});
