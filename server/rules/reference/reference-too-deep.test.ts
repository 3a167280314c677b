import { expect, it } from 'vitest';
import { findingsOf, HEAD } from '../../../test/equipment/server/server.ts';

type Files = Readonly<Record<string, string>>;

const deep = (manifest: string, files: Files, document: string) =>
  findingsOf({ 'SKILL.md': HEAD + manifest, ...files }, document)
    .filter(({ code }) => code === 'reference.too-deep')
    .map(({ target, severity }) => `${severity} ${target}`);
const files = {
  'references/a.md': 'See [b](b.md).',
  'references/b.md': 'See [c](c.md), back to [a](a.md).',
  'references/c.md': '',
};

it('reports a document that SKILL.md does not reference, at its first reference', () => {
  expect(deep('Read `references/a.md`.', files, 'references/a.md')).toEqual(['hint b.md']);
  expect(deep('Read `references/a.md`.', files, 'references/b.md')).toEqual(['hint c.md']);
});

it('reports nothing if SKILL.md names the file or its folder', () => {
  expect(deep('Read `references/a.md` and `references/b.md`.', files, 'references/a.md')).toEqual([]);
  expect(deep('Read the matching file in `references/`.', files, 'references/a.md')).toEqual([]);
});

it('ignores scripts, templates and unreachable documents', () => {
  expect(
    deep(
      'Read `references/a.md`.',
      { 'references/a.md': 'Run `scripts/x.py`.', 'scripts/x.py': '' },
      'references/a.md',
    ),
  ).toEqual([]);
  expect(deep('', files, 'references/a.md')).toEqual([]);
  const copied = { 'assets/a.md': 'See [b](b.md).', 'assets/b.md': '' };
  expect(deep('Copy `assets/a.md`.', copied, 'assets/a.md')).toEqual([]);
});
