import { expect, test } from 'vitest';
import { applyEdits } from '../../server/rules/rule/safe-fixes.ts';
import { Lines } from '../../server/workspace/lines.ts';
import { lineEdits } from './findings.ts';

/** Applies replacements of lines as an agent's tool does: each old text stands at its line exactly once. */
function replaceLines(text: string, edits: readonly { line: number; old: string; new: string }[]): string {
  let changed = text;
  for (const edit of edits.toReversed()) {
    const lines = new Lines(changed);
    const from = lines.offset({ line: edit.line - 1, character: 0 });
    const at = changed.indexOf(edit.old, from);
    expect(at).toBeGreaterThanOrEqual(from);
    changed = changed.slice(0, at) + edit.new + changed.slice(at + edit.old.length);
  }
  return changed;
}

const TEXT = `one two\r\nthree four\r\n\r\nfive\r\n${'long '.repeat(300)}\nend 😀😀 x`;

test.each([
  ['in a line', [[4, 7, '2']]],
  [
    'several in a line',
    [
      [0, 3, '1'],
      [4, 7, '2'],
      [7, 7, '!'],
    ],
  ],
  [
    'in neighboring lines',
    [
      [4, 7, '2'],
      [9, 14, '3'],
    ],
  ],
  [
    'in lines apart',
    [
      [4, 7, '2'],
      [23, 27, '5'],
    ],
  ],
  ['a whole line', [[9, 21, '']]],
  ['over lines', [[4, 14, 'X\nY']]],
  [
    'an insertion at the start and the end',
    [
      [0, 0, 'a\n'],
      [TEXT.length, TEXT.length, '\nb'],
    ],
  ],
  [
    'in a long line',
    [
      [30, 34, 'LONG'],
      [600, 604, 'LONG'],
      [1200, 1201, ''],
    ],
  ],
  ['in the last line', [[TEXT.length - 1, TEXT.length, 'y']]],
] as const)('edits %s become replacements of lines with the same effect', (_, all) => {
  const edits = all.map(([start, end, text]) => ({ range: { start, end }, text }));
  const replacements = [...lineEdits(new Lines(TEXT), edits)];
  expect(replaceLines(TEXT, replacements)).toBe(applyEdits(TEXT, edits));
  for (const { old } of replacements) expect(old).toBe(Buffer.from(old).toString());
});

test('lines that are not too long are quoted whole', () => {
  const edits = [{ range: { start: 4, end: 7 }, text: '2' }];
  expect([...lineEdits(new Lines(TEXT), edits)]).toEqual([{ line: 1, old: 'one two', new: 'one 2' }]);
});
