import { expect, it } from 'vitest';
import { asksIn } from './asks.ts';
import { wordsNaming } from './naming.ts';

const linesOf = (path: string, text: string): readonly string[] =>
  wordsNaming(path, text.split('\n')).map(({ line, column, endColumn }) => `${line}:${column}-${endColumn}`);

it('a path is named where it stands as a whole', () => {
  expect(linesOf('references/guide.md', 'See [it](./references/guide.md), or `references/guide.md`.')).toEqual([
    '0:11-30',
    '0:37-56',
  ]);
  expect(linesOf('./references/guide.md', 'x\n(references/guide.md)')).toEqual(['1:1-20']);
  expect(linesOf('references/guide.md', 'other/references/guide.mdx and my-references/guide.md5')).toEqual([]);
  expect(linesOf('references/guide.md', 'Read references/guide.md.')).toEqual(['0:5-24']);
});

it('else by the name of the file alone, in whichever folder the text has it', () => {
  expect(linesOf('scripts/sum.py', 'Run `sum.py`, not presum.py.')).toEqual(['0:5-11']);
  expect(linesOf('sum.py', 'Run `scripts/sum.py`.')).toEqual(['0:13-19']);
  // The folder of another skill is no place of this path.
  expect(linesOf('references/guide.md', '../other/references/guide.md')).toEqual(['0:20-28']);
  expect(linesOf('references/LICENSE', 'LICENSE')).toEqual([]);
  expect(linesOf('', 'x')).toEqual([]);
});

it('asks are put together by line, each event once', () => {
  const asks = [
    { path: 'references/a.md', seq: 4 },
    { path: 'references/b.md', seq: 7 },
    { path: 'references/a.md', seq: 9 },
    { path: 'references/gone.md', seq: 11 },
  ];
  expect(asksIn(asks, 'First references/a.md\n\nThen references/b.md, and references/a.md again.')).toEqual([
    { line: 0, seqs: [4, 9] },
    { line: 2, seqs: [4, 7, 9] },
  ]);
});
