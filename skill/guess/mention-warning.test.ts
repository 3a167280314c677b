import { describe, expect, it } from 'vitest';
import { ROOT, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { readDocument } from '../documents/document.ts';
import { warningFor } from './mention-warning.ts';

/** Returns the mentions that the linter reports. */
function reportedTexts(body: string, files: readonly string[], document?: string): string[] {
  const { skill } = skillWith(document ? '' : body, files, document ? { [`${ROOT}/${document}`]: body } : {});
  const parsed = document ? readDocument(`${ROOT}/${document}`, body) : skill.manifest;
  return parsed.mentions.flatMap((mention) =>
    warningFor(mention, skill, parsed).kind === 'silent' ? [] : [mention.text],
  );
}

describe('reports', () => {
  it.each([
    ['a guide to read', 'For the tone, see the user guide.', ['references/guide.md'], 'the user guide'],
    ['the provided template', 'Start from the provided template.', ['assets/a-template.html'], 'the provided template'],
    ['a folder to pick a file from', 'Read the matching file from `themes/`.', ['themes/dark.md'], 'themes/'],
    [
      'a folder of further examples',
      'See `examples/` for working code.',
      ['examples/one.ts', 'examples/two.ts'],
      'examples/',
    ],
    ['a list of references', '# References\n\nIn `references/`:\n\n- `tax.md` - how taxes are paid', [], 'tax.md'],
    ['a claim to include files', 'This skill includes helper scripts for everything.', [], 'helper scripts'],
  ])('%s', (_, body, files, expected) => expect(reportedTexts(body, files)).toEqual([expected]));

  it('mentions in a document other than SKILL.md', () => {
    expect(
      reportedTexts('Point them to the vector search guide.', ['references/a/vector-search.md'], 'a.md'),
    ).toHaveLength(1);
    expect(reportedTexts('Read the tax guide.', ['references/tax.md'], 'references/start.md')).toEqual([
      'the tax guide',
    ]);
  });
});

describe('does not report', () => {
  it.each([
    ['the layout of output', 'Create a plugin with:\n\n- optional:\n  - `assets/`\n  - `.mcp.json`', ['scripts/a.py']],
    [
      'a file of the user’s',
      '# templates/\n\n- **CLAUDE.md** is merged, not written over.',
      ['templates/CLAUDE-part.md'],
    ],
    ['content that follows', 'Use the progress template to keep the state:\n\n```\nx\n```', ['templates/progress.md']],
    [
      'the location of code',
      'Contracts live in `lib/contracts/`, catalogs in `lib/scan/`.',
      ['lib/contracts/a.mjs', 'lib/scan/b.mjs'],
    ],
    [
      'the description of another file',
      '- `a.md`: checks, verdicts, and the output rules.',
      ['references/deep/er/the-output-rules.md'],
    ],
  ])('%s', (_, body, files) => expect(reportedTexts(body, files)).toEqual([]));

  it('names in a template', () => {
    const body = '# References\n\nIn `references/`:\n\n- `tax.md` - how taxes are paid';
    expect(reportedTexts(body, [], 'templates/start.md')).toEqual([]);
    expect(reportedTexts(body, [], 'docs/start.md')).toEqual(['tax.md']);
  });

  it('the skill’s own name', () => {
    const named = (name: string) => `---\nname: ${name}\ndescription: Bills.\n---\nFollow the user guide first.`;
    expect(reportedTexts(named('billing'), ['references/guide.md'])).toEqual(['the user guide']);
    expect(reportedTexts(named('user-guide'), ['references/guide.md'])).toEqual([]);
  });
});
