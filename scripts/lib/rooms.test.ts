import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Arrow, betweenFolders, betweenNeighbors, cyclesIn, importsOf } from './imports.ts';

const all = importsOf(join(import.meta.dirname, '../..'));

/** True for tests and their helpers, which may import everything. */
const isTest = (file: string): boolean => /\.test\.tsx?$|(?:^|\/)testing(?:\/|\.ts$)/.test(file);
const product = all.filter(([from]) => !isTest(from));

/** The imports that each top-level part may have from others: a part, a folder, or a file. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  skill: [],
  server: ['skill/'],
  runtime: ['skill/'],
  // From `skill/` only the token estimate.
  client: ['server/protocol.ts', 'runtime/protocol/', 'skill/index.ts'],
  cli: ['skill/', 'server/', 'runtime/'],
  // For `npm run generate`, which loads what the parts declare.
  scripts: ['skill/', 'server/', 'runtime/'],
  test: ['client/', 'runtime/', 'scripts/'],
  bench: ['skill/', 'server/', 'runtime/', 'client/', 'scripts/', 'test/'],
};

const partOf = (file: string): string => file.split('/')[0] ?? '';

describe('imports, including types, have no cycles', () => {
  it('between files', () => {
    expect(product.length).toBeGreaterThan(2_000);
    expect(cyclesIn(product)).toEqual([]);
  });

  it('between folders at any depth', () => {
    const arrows = betweenFolders(product);
    expect(arrows.length).toBeGreaterThan(1_000);
    expect(cyclesIn(arrows)).toEqual([]);
  });

  it('between sibling folders including their subfolders', () => {
    const arrows = betweenNeighbors(product);
    expect(arrows.length).toBeGreaterThan(1_000);
    expect(cyclesIn(arrows)).toEqual([]);
  });

  it('between parts, which import only what the table allows', () => {
    const between = product.filter(([from, to]) => from.includes('/') && partOf(from) !== partOf(to));
    expect(between.length).toBeGreaterThan(200);
    const forbidden = between.filter(
      ([from, to]) => !MAY_IMPORT[partOf(from)]?.some((allowed) => to.startsWith(allowed)),
    );
    expect(forbidden.map(([from, to]) => `${from} → ${to}`)).toEqual([]);
  });
});

it('imports skill/ only through its two entry files', () => {
  const others = all.filter(([from, to]) => to.startsWith('skill/') && !from.startsWith('skill/'));
  expect(others.length).toBeGreaterThan(100);
  const past = others.filter(([, to]) => to !== 'skill/index.ts' && to !== 'skill/disk.ts');
  expect(past.map(([from, to]) => `${from} → ${to}`)).toEqual([]);
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
