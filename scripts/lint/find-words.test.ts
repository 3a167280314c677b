import { describe, expect, it, test } from 'vitest';
import { findAvoidedWords } from './find-words.ts';
import { AVOIDED_WORDS } from './words-to-avoid.ts';

describe('each entry of the list', () => {
  test.each(AVOIDED_WORDS)('$wrong', ({ instead, wrong, right }) => {
    expect(findAvoidedWords(wrong).map((found) => found.instead)).toEqual([instead]);
    expect(findAvoidedWords(right)).toEqual([]);
  });
});

describe('findAvoidedWords', () => {
  it('reports line and column, and the alternatives', () => {
    expect(findAvoidedWords('const a = 1;\n// Read anew each time.\n')).toEqual([
      { line: 2, column: 9, text: 'anew', instead: 'again, from scratch' },
    ]);
  });

  it('reads doc comments that start on their second line', () => {
    expect(findAvoidedWords('/**\n * Whether it is open.\n */')).toMatchObject([{ line: 1 }]);
    expect(findAvoidedWords('/**\n * Returns whether it is open.\n */')).toEqual([]);
  });

  it('ignores regular expressions, which are data', () => {
    expect(findAvoidedWords('const NEW = /\\b(?:anew|again)\\b/i;')).toEqual([]);
  });

  it('ignores the API of VS Code', () => {
    expect(findAvoidedWords('return vscode.ViewColumn.Beside;')).toEqual([]);
  });

  it('ignores code in Markdown', () => {
    expect(findAvoidedWords('The field `begun`.\n\n```sh\ngo on\n```\n', true)).toEqual([]);
    expect(findAvoidedWords('A run that was begun.', true)).toHaveLength(1);
  });

  it('allows any word on a line with `words-ok`, and on the line after such a comment', () => {
    expect(findAvoidedWords("const kind = 'begun'; // words-ok: a value of the journal")).toEqual([]);
    expect(findAvoidedWords("// words-ok: a value of the journal\nconst kind = 'begun';\nlet begun;")).toMatchObject([
      { line: 3 },
    ]);
  });
});
