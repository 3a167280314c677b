import { expect, it } from 'vitest';
import { type CommitChanges, LogParser } from './log-parser.ts';

const [A, B, NONE] = ['a', 'b', '0'].map((digit) => digit.repeat(40));
const LOG = [
  '\u0002c2 1700000100',
  `\n:100644 000000 ${A} ${NONE} D`,
  'old \u0002 ü.md',
  `:000000 100644 ${NONE} ${A} A`,
  'new\nname.md',
  `:100644 100644 ${A} ${B} M`,
  ':000000',
  '',
  '\u0002c1 1700000000',
  '\u0002c0 1600000000',
  '',
].join('\0');
const COMMITS: readonly CommitChanges[] = [
  {
    id: 'c2',
    time: 1_700_000_100,
    changes: [
      { kind: 'deleted', path: 'old \u0002 ü.md', blob: A ?? '' },
      { kind: 'added', path: 'new\nname.md', blob: A ?? '' },
    ],
  },
  { id: 'c1', time: 1_700_000_000, changes: [] },
];

it.each([1, 2, 7, 1_000])('reads the output in parts of %i bytes', (size) => {
  const commits: CommitChanges[] = [];
  const parser = new LogParser((commit) => commits.push(commit));
  const bytes = Buffer.from(LOG);
  for (let from = 0; from < bytes.length; from += size)
    expect(parser.read(bytes.subarray(from, from + size))).toBe(true);
  // The last one may lack files until the end is known.
  expect(commits).toEqual(COMMITS);
  parser.end();
  expect(commits).toEqual([...COMMITS, { id: 'c0', time: 1_600_000_000, changes: [] }]);
});

it('stops at an entry without an end', () => {
  const parser = new LogParser(() => {});
  expect(parser.read(Buffer.alloc(60_000, 'x'))).toBe(true);
  expect(parser.read(Buffer.alloc(60_000, 'x'))).toBe(false);
});
