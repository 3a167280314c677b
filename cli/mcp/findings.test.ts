import { expect, test } from 'vitest';
import { applyEdits } from '../../server/rules/rule/safe-fixes.ts';
import { Lines } from '../../server/workspace/lines.ts';
import { exactEdits } from './findings.ts';

/** Applies replacements of lines as an agent's tool does: each old text is found at its line. */
function replaceExactly(text: string, edits: readonly { line: number; old: string; new: string }[]): string {
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
] as const)('edits %s become replacements with the same effect', (_, all) => {
  const edits = all.map(([start, end, text]) => ({ range: { start, end }, text }));
  const replacements = [...exactEdits(new Lines(TEXT), edits)];
  expect(replaceExactly(TEXT, replacements)).toBe(applyEdits(TEXT, edits));
  for (const { old } of replacements) expect(old).toBe(Buffer.from(old).toString());
});

test('have as many words around them as make them unique', () => {
  const text = 'Read `a.md` and `b.md`, then `a.md` again.\nRead `c.md`.\n';
  const edited = (old: string, from = 0) => {
    const start = text.indexOf(old, from);
    return [...exactEdits(new Lines(text), [{ range: { start, end: start + old.length }, text: 'x.md' }])];
  };
  expect(edited('b.md')).toEqual([{ line: 1, old: '`b.md`,', new: '`x.md`,' }]);
  expect(edited('a.md')).toEqual([{ line: 1, old: 'Read `a.md` and', new: 'Read `x.md` and' }]);
  expect(edited('a.md', 20)).toEqual([{ line: 1, old: 'then `a.md` again.', new: 'then `x.md` again.' }]);
  expect(edited('c.md')).toEqual([{ line: 2, old: '`c.md`.', new: '`x.md`.' }]);
});

test('of two findings on a line can both be made, one after the other', () => {
  const text = 'Read `a.md` first. For prices, see the price list.\n';
  const lines = new Lines(text);
  const [first] = exactEdits(lines, [{ range: { start: 6, end: 10 }, text: 'b.md' }]);
  const at = text.indexOf('list') + 4;
  const [second] = exactEdits(lines, [{ range: { start: at, end: at }, text: ' (`p.md`)' }]);
  const made = [first, second].reduce((all, edit) => all.replace(edit?.old ?? '', () => edit?.new ?? ''), text);
  expect(made).toBe('Read `b.md` first. For prices, see the price list (`p.md`).\n');
});
