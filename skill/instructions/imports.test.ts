import { expect, it } from 'vitest';
import { readDocument } from '../documents/document.ts';
import { importsOf } from './imports.ts';

const found = (text: string): readonly string[] => {
  const document = readDocument('/work/CLAUDE.md', text);
  return importsOf(document).map(({ range, path }) => {
    expect(text.slice(range.start - 1, range.end).startsWith('@')).toBe(true);
    return path;
  });
};

it('finds files after @ in prose', () => {
  expect(found('See @README.md and @./docs/setup.md.\n\n- @../shared/rules.md, first\n')).toEqual([
    'README.md',
    'docs/setup.md',
    '../shared/rules.md',
  ]);
  expect(found('---\nname: x\n---\n@docs/a.md\r\n@docs/b.json\r\n')).toEqual(['docs/a.md', 'docs/b.json']);
});

it.each([
  'Write to me@example.md.',
  'Install @scope/package, and ask @someone.',
  'In code: `@docs/a.md`.',
  '```\n@docs/a.md\n```',
  '@~/notes/mine.md is my own.',
  'The alias @/docs/a.md is none.',
  '@docs/a.mdc',
])('finds nothing in: %s', (text) => expect(found(text)).toEqual([]));

it('stops at a limit', () => expect(found('@a/b.md '.repeat(2_000))).toHaveLength(500));
