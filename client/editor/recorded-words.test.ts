import { describe, expect, it } from 'vitest';
import type { Cause } from '../../runtime/protocol/events.ts';
import { cause, SKILL } from './harness/causes.ts';
import { findWords, unchangedWords } from './recorded-words.ts';

/** Returns a cause as recorded by a journal without `lines`. */
function withoutLines({ lines: _, ...rest }: Cause): Cause {
  return rest;
}

const WORDS = { line: 2, column: 14, endLine: 2, endColumn: 28 };

describe('words on unchanged lines', () => {
  it('are found in place and after their line has moved', () => {
    expect(findWords(cause(3), SKILL)).toEqual({ kind: 'same', words: WORDS });
    const added = ['---', '---', ...SKILL];
    expect(findWords(cause(3), added)).toEqual({ kind: 'same', words: { ...WORDS, line: 4, endLine: 4 } });
    expect(unchangedWords(cause(3), SKILL.slice(2))).toEqual({ ...WORDS, line: 0, endLine: 0 });
  });

  it('are the nearest if the line occurs several times', () => {
    const twice = ['See the user guide.', 'x', 'x', 'x', 'See the user guide.', 'x'];
    const at = { column: 5, endColumn: 19, lines: 'See the user guide.' };
    expect(unchangedWords(cause(4, { ...at, line: 4, endLine: 4 }), twice)?.line).toBe(4);
    expect(unchangedWords(cause(2, { ...at, line: 2, endLine: 2 }), twice)?.line).toBe(0);
  });

  it('are those with the same neighboring lines if an identical line took their position', () => {
    const twins = ['# One', 'See the user guide.', '', '# Two', '', 'See the user guide.', 'Done.'];
    const second = cause(3, {
      line: 6,
      endLine: 6,
      column: 5,
      endColumn: 19,
      lines: 'See the user guide.',
      before: '# Two',
      after: 'Done.',
    });
    const moved = ['a', 'b', 'c', 'd', ...twins];
    expect(moved[5]).toBe(moved[9]);
    expect(unchangedWords(second, moved)?.line).toBe(9);
  });

  it('can span several lines', () => {
    const lines = ['See the', 'user guide.'];
    const place = { line: 1, column: 5, endLine: 2, endColumn: 11 };
    const over = cause(3, { ...place, text: 'the\r\nuser guide', lines: lines.join('\n') });
    const moved = { line: 1, column: 4, endLine: 2, endColumn: 10 };
    expect(unchangedWords(over, ['', ...lines])).toEqual(moved);
    expect(unchangedWords(withoutLines(over), ['', ...lines])).toEqual(moved);
    expect(findWords(over, ['', 'See the', 'users.'])).toEqual({ kind: 'gone' });
    expect(findWords(over, ['', 'See the', 'user guide, always.'])).toEqual({ kind: 'edited', words: moved });
  });

  it('are found by their columns if the journal has no lines', () => {
    const old = withoutLines(cause(3));
    expect(unchangedWords(old, SKILL)?.line).toBe(2);
    expect(unchangedWords(old, ['', ...SKILL])?.line).toBe(3);
    expect(unchangedWords(old, SKILL.with(2, 'For style, see the user guide.'))).toBeUndefined();
  });
});

describe('words on edited lines', () => {
  // The quick fix keeps the words themselves.
  const fixed = SKILL.with(2, 'For tone, see the user guide (`references/guide.md`).');

  it('are found as edited, not as unchanged', () => {
    expect(unchangedWords(cause(3), fixed)).toBeUndefined();
    expect(findWords(cause(3), ['', '', ...fixed])).toEqual({
      kind: 'edited',
      words: { ...WORDS, line: 4, endLine: 4 },
    });
  });

  it('are gone if only other lines contain them', () => {
    expect(findWords(cause(3), SKILL.toSpliced(2, 1))).toEqual({ kind: 'gone' });
    expect(findWords(cause(3), [])).toEqual({ kind: 'gone' });
  });
});

it.each([{ line: Number.NaN }, { line: -3 }, { line: 1e15, endLine: 1e15 }, { column: 0 }, { endColumn: 1.5 }])(
  'handles the invalid range of a malicious journal (%j)',
  (more) => {
    for (const one of [cause(3, more), withoutLines(cause(3, more)), cause(3, { ...more, text: '', lines: 'x' })]) {
      const found = findWords(one, SKILL);
      if (found.kind !== 'gone') expect(SKILL[found.words.line]).toContain('the user guide');
    }
  },
);
