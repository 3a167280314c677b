import pc from 'picocolors';
import { expect, test } from 'vitest';
import type { FileChange } from '../protocol/events.ts';
import { prettyChanges } from './pretty-changes.ts';

const linesFor = (changes: readonly FileChange[], more = 0): readonly string[] =>
  prettyChanges(
    { type: 'workspace_changes', seq: 1, time: '', invocation: 'i', agent: 'a', changes, more },
    pc.createColors(false),
  ).split('\n');

test('shows each file with its diff', () => {
  const lines = linesFor([
    { path: 'a.txt', kind: 'changed', before: 'one\ntwo\n', after: 'one\n2\n' },
    { path: 'b.txt', kind: 'added', after: 'new\n' },
    { path: 'c.txt', kind: 'deleted', before: 'old' },
    { path: 'd.png', kind: 'changed', omitted: 'binary' },
  ]);
  expect(lines).toEqual([
    '4 files changed in the copy of the workspace',
    '  changed a.txt',
    '    @@ -1,2 +1,2 @@',
    '     one',
    '    -two',
    '    +2',
    '  added b.txt',
    '    @@ -0,0 +1,1 @@',
    '    +new',
    '  deleted c.txt',
    '    @@ -1,1 +0,0 @@',
    '    -old',
    '    \\ No newline at end of file',
    '  changed d.png (binary)',
  ]);
});

test('limits the lines, and counts the others', () => {
  const long = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
  const lines = linesFor(
    ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, kind: 'added', after: long })),
    1,
  );
  expect(lines[0]).toBe('6 files changed in the copy of the workspace');
  expect(lines.length).toBeLessThan(220);
  expect(lines.slice(-3)).toEqual(['  added e', '    … 101 more lines', '  … 1 more file']);
});

test('escapes terminal control sequences in names and contents', () => {
  const lines = linesFor([{ path: 'a\u001b[2J', kind: 'added', after: '\u001b]0;title\u0007\n' }]);
  for (const control of ['\u001b', '\u0007']) expect(lines.join('')).not.toContain(control);
});

test('gives up on texts that differ everywhere', () => {
  const text = (mark: string): string => Array.from({ length: 6_000 }, (_, index) => `${mark}${index}\n`).join('');
  const start = process.cpuUsage();
  const lines = linesFor([{ path: 'a', kind: 'changed', before: text('a'), after: text('b') }]);
  expect(lines.at(-1)).toContain('differ too much');
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5_000);
});
