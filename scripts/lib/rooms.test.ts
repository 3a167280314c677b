import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Which file imports which, types and tests included. */
function imports(): readonly (readonly [from: string, to: string])[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);
  return files.flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.(?:tsx?|mjs))'/g)].map(
      ([, path = '']) => [file, relative(root, resolve(root, dirname(file), path))] as const,
    );
  });
}

function read(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    // Deleted, and not yet committed.
    return '';
  }
}

/** Groups of folders in which each leads back to itself. */
function circles(arrows: readonly (readonly [string, string])[]): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reach = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      open.push(...(next.get(one) ?? []));
    }
    return seen;
  };
  return [...next.keys()].filter((folder) => reach(folder).has(folder));
}

const all = imports();
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('skill/testing/');

it('leads from room to room of skill/ in one direction', () => {
  const arrows = all
    .filter(([from, to]) => from.startsWith('skill/') && to.startsWith('skill/') && !isTest(from))
    .map(([from, to]) => [dirname(from), dirname(to)] as const)
    .filter(([from, to]) => from !== to);
  expect(arrows.length).toBeGreaterThan(20);
  expect(circles(arrows)).toEqual([]);
});

it('enters skill/ by its two doors alone', () => {
  const others = all.filter(([from, to]) => to.startsWith('skill/') && !from.startsWith('skill/'));
  expect(others.length).toBeGreaterThan(100);
  const past = others.filter(([, to]) => to !== 'skill/index.ts' && to !== 'skill/disk.ts');
  expect(past.map(([from, to]) => `${from} → ${to}`)).toEqual([]);
});

it('tells a circle', () => {
  expect(
    circles([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
    ]),
  ).toEqual(['a', 'b', 'c']);
});
