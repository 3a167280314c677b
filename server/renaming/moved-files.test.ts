import { expect, it } from 'vitest';
import { memoryFiles, readBundle } from '../../skill/index.ts';
import { movedFiles } from './moved-files.ts';
import { Moves } from './moves.ts';

const fs = memoryFiles({ '/w/s/SKILL.md': 'x', '/w/s/a/one.md': '1', '/w/s/a/two.md': '2', '/w/s/b.md': 'b' });

const look = (all: ConstructorParameters<typeof Moves>[0]) => {
  const moved = movedFiles(fs, new Moves(all), new Map());
  return [...readBundle(moved, '/w/s').files].map((path) => {
    const read = moved.read(`/w/s/${path}`);
    return `${path}: ${read.kind === 'text' ? read.text : read.kind}`;
  });
};

it('has files only at their new paths', () => {
  expect(look([{ from: '/w/s/a/one.md', to: '/w/s/new/deep/uno.md' }])).toEqual([
    'SKILL.md: x',
    'b.md: b',
    'a/two.md: 2',
    'new/deep/uno.md: 1',
  ]);
});

it('has folders with their contents, except files moved out of them', () => {
  const moves = [
    { from: '/w/s/a', to: '/w/s/c' },
    { from: '/w/s/a/two.md', to: '/w/s/two.md' },
  ];
  expect(look(moves)).toEqual(['SKILL.md: x', 'b.md: b', 'two.md: 2', 'c/one.md: 1']);
});

it('swaps two files', () => {
  const swap = [
    { from: '/w/s/a/one.md', to: '/w/s/a/two.md' },
    { from: '/w/s/a/two.md', to: '/w/s/a/one.md' },
  ];
  expect(look(swap)).toEqual(['SKILL.md: x', 'b.md: b', 'a/one.md: 2', 'a/two.md: 1']);
});

it('has nothing at the old paths', () => {
  const moved = movedFiles(fs, new Moves([{ from: '/w/s/b.md', to: '/w/s/c.md' }]), new Map([['/w/s/c.md', 'new']]));
  expect([moved.kind('/w/s/b.md'), moved.kind('/w/s/c.md'), moved.realPath('/w/s/c.md')]).toEqual([
    undefined,
    'file',
    '/w/s/c.md',
  ]);
  expect(moved.read('/w/s/c.md')).toEqual({ kind: 'text', text: 'new' });
});
