import { expect, it } from 'vitest';
import { findRequestedLines } from './file-requests.ts';
import { findMentions } from './mentions.ts';

const linesOf = (path: string, text: string): readonly string[] =>
  findMentions(path, text.split('\n')).map(({ line, column, endColumn }) => `${line}:${column}-${endColumn}`);

it('finds a path only as a complete path', () => {
  expect(linesOf('references/guide.md', 'See [it](./references/guide.md), or `references/guide.md`.')).toEqual([
    '0:11-30',
    '0:37-56',
  ]);
  expect(linesOf('./references/guide.md', 'x\n(references/guide.md)')).toEqual(['1:1-20']);
  expect(linesOf('references/guide.md', 'other/references/guide.mdx and my-references/guide.md5')).toEqual([]);
  expect(linesOf('references/guide.md', 'Read references/guide.md.')).toEqual(['0:5-24']);
});

it('falls back to the file name, in any folder', () => {
  expect(linesOf('scripts/sum.py', 'Run `sum.py`, not presum.py.')).toEqual(['0:5-11']);
  expect(linesOf('sum.py', 'Run `scripts/sum.py`.')).toEqual(['0:13-19']);
  // A file with this name in another skill matches by its name only.
  expect(linesOf('references/guide.md', '../other/references/guide.md')).toEqual(['0:20-28']);
  expect(linesOf('references/LICENSE', 'LICENSE')).toEqual([]);
  expect(linesOf('', 'x')).toEqual([]);
});

it('groups requests by line, with each event once', () => {
  const requests = [
    { path: 'references/a.md', seq: 4 },
    { path: 'references/b.md', seq: 7 },
    { path: 'references/a.md', seq: 9 },
    { path: 'references/gone.md', seq: 11 },
  ];
  expect(
    findRequestedLines(requests, 'First references/a.md\n\nThen references/b.md, and references/a.md again.'),
  ).toEqual([
    { line: 0, seqs: [4, 9] },
    { line: 2, seqs: [4, 7, 9] },
  ]);
});
