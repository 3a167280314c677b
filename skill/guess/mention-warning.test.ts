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

  it.each([
    ['an owner', 'Answer from our tax rates sheet.', 'references/tax-rates.md'],
    ['the passive voice', 'The tax rates guide must be read before you start.', 'references/tax-rates.md'],
    ['no verb', 'Background: the tax rates document.', 'references/tax_rates.md'],
    ['an adjective', 'Read the short tax rates guide.', 'references/tax-rates.md'],
    ['another verb', 'Go through the tax rates checklist with the user.', 'references/tax-rates.md'],
    ['a table', '| Case | Read |\n|---|---|\n| new | the tax rates reference |', 'references/tax-rates.md'],
    ['quotation marks', 'Consult the “tax rates” document when in doubt.', 'references/tax-rates.md'],
    ['a clause', 'If anything is unclear, the tax rates guide has the answer.', 'references/tax-rates.md'],
    ['a subject', 'Open the file that covers tax rates.', 'references/tax-rates.md'],
    ['a name of one word', 'Unusual inputs are covered by the rounding notes.', 'references/rounding.md'],
    ['a script in the passive voice', 'The input is checked by the tax check script.', 'scripts/check-tax.sh'],
  ])('words that are exactly the name of a file, with %s', (_, body, file) => {
    expect(reportedTexts(body, [file])).toHaveLength(1);
  });

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

  it.each([
    ['a plain noun in passing', 'The rounding notes matter. Keep the rounding file small.', 'references/rounding.md'],
    ['a noun alone', 'Edit the script to change it.', 'scripts/script.sh'],
    ['something to write', 'Then write the tax rates guide.', 'references/tax-rates.md'],
    ['a document of the user’s', 'Ask the user for the tax rates document.', 'references/tax-rates.md'],
    ['the beginning of other words', 'The tax rates list process takes a day.', 'references/tax-rates.md'],
    ['a section', 'Stick to our tax rates sheet.\n\n## Tax rates\n\nLow.', 'references/tax-rates.md'],
    ['a module of a program', 'If the preflight script fails, stop.', 'scripts/lib/preflight.py'],
    ['a folder link that exists', 'See [the tax rates guide](references/tax/).', 'references/tax/tax-rates.md'],
    ['a folder that exists', 'Rates are in [tax](references/tax/).', 'references/tax/rates.md'],
  ])('%s', (_, body, file) => expect(reportedTexts(body, [file])).toEqual([]));

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
