import { describe, expect, it } from 'vitest';
import { skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { notableParts, skimDocument } from './skim.ts';

const FILES = ['references/guide.md', 'references/deep/more.md', 'scripts/run.py'];

/** Returns the paths that are parsed because they may be findings. */
function notablePaths(body: string): readonly string[] {
  const { fs, skill } = skillWith(body, FILES);
  const document = skimDocument(skill.manifest.path, skill.manifest.text);
  const skills = {
    named: () => [],
    at: () => undefined,
    holding: () => [],
    rootNames: () => new Map(),
    names: () => new Set<string>(),
  };
  return notableParts(document, { fs, skill, skills }).references.map(({ target }) => target);
}

describe('notable', () => {
  it.each([
    ['Read `references/none.md`.\n', ['references/none.md']],
    ['Read [it](GUIDE).\n\nRead [it](guide.md).\n', ['guide.md']],
    ['Read `skill.md`.\n', ['skill.md']],
    ['Run `python scripts/rum.py`, for `scripts/run.py`.\n', ['scripts/rum.py', 'scripts/run.py']],
    ['See [it](references/guide.md#part).\n', ['references/guide.md']],
    ['```\nreferences/\n├── guide.md\n└── none.md\n```\n', ['references/', 'guide.md', 'none.md']],
    ['Read **references/none.md**.\n', ['references/none.md']],
    ['Read [it](a(b).md).\n', ['a(b).md']],
    ['Read [it](ht,tps://x.y/).\n', ['ht,tps://x.y/']],
  ])('parses a block with a possible finding: %s', (body, targets) => expect(notablePaths(body)).toEqual(targets));

  it.each([
    'Read `references/guide.md`, then run scripts/run.py now.\n',
    'See https://example.com/references/none.md, e.g. and/or 3.5 of `foo.bar()`.\n',
    'Read [it](references/deep/more.md "title").\n',
  ])('does not parse any other block: %s', (body) => expect(notablePaths(body)).toEqual([]));
});

it('parses the entire document on demand', () => {
  const body = '# One\n\nRead `references/guide.md`.\n\n> ## Two `x`\n\nSee [one](#one).\n\nThree\n---\n';
  const { skill } = skillWith(body, FILES);
  const { path, text, headings, references, mentions, anchors, frontmatter, bodyStart } = skill.manifest;
  for (const order of ['parts first', 'document first']) {
    const document = skimDocument(path, text);
    if (order === 'document first') expect(document.references).toEqual(references);
    expect(document.headings).toEqual(headings);
    expect(document.anchors).toEqual(anchors);
    expect(document.references).toEqual(references);
    expect(document.mentions).toEqual(mentions);
    expect([document.frontmatter, document.bodyStart]).toEqual([frontmatter, bodyStart]);
  }
});
