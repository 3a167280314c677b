import { describe, expect, it } from 'vitest';
import { ROOT, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { readDocument } from '../documents/document.ts';
import { predictMiss } from './predict-miss.ts';

/** Returns the mentions whose first guesses miss, each with the first file that was probably meant, other than by name. */
function provokedMisses(body: string, files: readonly string[]): string[] {
  const { skill } = skillWith(body, files);
  return skill.manifest.mentions.flatMap((mention) => {
    const verdict = predictMiss(mention, skill);
    return verdict.kind === 'silent' || verdict.byName
      ? []
      : [[mention.text, ...verdict.meant.slice(0, 1)].join(' → ')];
  });
}

describe('reports', () => {
  it.each([
    [
      'a folder without any named files',
      'Run the verifier from this skill’s `resources/` directory.',
      ['resources/check_a.py'],
      'resources/ → resources/check_a.py',
    ],
    [
      'the provided template',
      'Start from the provided template.',
      ['assets/report-template.html'],
      'the provided template → assets/report-template.html',
    ],
    [
      'a guide with a different file name',
      'See the shortcuts reference.',
      ['references/eventhouse-shortcuts-reference.md'],
      'the shortcuts reference → references/eventhouse-shortcuts-reference.md',
    ],
    [
      'a file named by the last word',
      'For the tone, see the user guide.',
      ['references/guide.md'],
      'the user guide → references/guide.md',
    ],
    [
      'prose instead of a link',
      '- the billing rules guide: who pays what',
      ['references/rules-of-billing-v2.md'],
      'the billing rules guide → references/rules-of-billing-v2.md',
    ],
    [
      'a guide described by its subject',
      'Follow the guide on tax rates step by step.',
      ['references/tax-rates.md', 'references/other.md'],
      'the guide on tax rates → references/tax-rates.md',
    ],
    [
      'an instruction to open a file',
      'Check the rounding notes first.',
      ['references/rounding.md'],
      'the rounding notes → references/rounding.md',
    ],
    [
      'a file name of one word',
      'Load the rounding file now.',
      ['references/rounding.txt'],
      'the rounding file → references/rounding.txt',
    ],
    [
      'the location of rules',
      'The rules are in the bundled rounding guide.',
      ['references/rounding.md'],
      'the bundled rounding guide → references/rounding.md',
    ],
    [
      'a template without template in its name',
      'Start from the provided yearly report template.',
      ['assets/yearly-report.md'],
      'the provided yearly report template → assets/yearly-report.md',
    ],
    [
      'names under a folder that does not contain them',
      'See the `references/` directory:\n\n- **data-preparation.md** - cleaning',
      [],
      'data-preparation.md',
    ],
    ['a promise of scripts', 'This skill includes helper scripts for everything.', [], 'helper scripts'],
  ])('%s', (_, body, files, expected) => {
    expect(provokedMisses(body, files)).toEqual([expected]);
  });
});

describe('does not report', () => {
  it.each([
    [
      'a file whose path is given elsewhere',
      'See the shortcuts reference.\n\n## Files\n\n- `references/eventhouse-shortcuts-reference.md`',
      ['references/eventhouse-shortcuts-reference.md'],
    ],
    ['a correct first guess', 'See the user guide.', ['references/user_guide.md']],
    [
      'a part of the same text',
      'Use the template below. Go through the checklist above.',
      ['assets/template-a.md', 'references/checklist-b.md'],
    ],
    [
      'a folder whose files are listed',
      'Templates are in `assets/`: `a.html` and `b.html`.',
      ['assets/a.html', 'assets/b.html'],
    ],
    ['a folder with a pattern', 'Read the theme from `themes/`: `themes/<name>.md`.', ['themes/dark.md']],
    ['a folder as a link, which a model opens', 'See [more examples](examples/).', ['examples/one.hjson']],
    ['a folder to list', 'Run `ls references/` and list the files in `references/`.', ['references/a.md']],
    [
      'the user’s own',
      'Follow the project’s style guide and your deploy script.',
      ['references/style-b-guide.md', 'scripts/deploy-x.sh'],
    ],
    [
      'a plain noun without an instruction to open it',
      'The rounding notes matter. Keep the rounding file small.',
      ['references/rounding.md'],
    ],
    ['a file with a common name', 'Read the log file.', ['references/log-levels.md']],
    ['content that follows', 'Use the setup script:\n\n```bash\nnpx setup\n```', ['scripts/setup_all.py']],
    ['a folder of tests', 'Fixtures are in `tests/fixtures/`: run all that is available.', ['tests/fixtures/a.md']],
    ['a file of another skill', 'Call the icons skill, whose bundled helper reads it.', ['scripts/scan.js']],
    ['the description of a document', '- Running an evaluation with the provided scripts', ['scripts/evaluate.py']],
    [
      'names in a table of replacements',
      '| Before | After |\n|---|---|\n| docs/ | references/ |\n| config.json | settings.yaml |',
      ['references/a.md'],
    ],
    [
      'a mention with its path on the next line',
      'For the full coverage matrix, see\n[it](../shared/rates.md).',
      ['references/coverage-matrix.md'],
    ],
    ['words across a preposition', 'Never feed its report into a validator packet.', ['scripts/report-validator-x.ts']],
    ['a package’s documentation', 'See the official React documentation.', ['references/react-x.md']],
    [
      'unspecific nouns',
      'Review documentation. Write scripts. Use a template.',
      ['scripts/x.py', 'assets/template-a.md'],
    ],
  ])('%s', (_, body, files) => {
    expect(provokedMisses(body, files)).toEqual([]);
  });
});

describe('in a document other than SKILL.md', () => {
  const guide = (body: string, files: readonly string[], document = 'references/start.md') => {
    const { skill } = skillWith('', files, { [`${ROOT}/${document}`]: body });
    const read = readDocument(`${ROOT}/${document}`, body);
    return read.mentions.flatMap((mention) => {
      const verdict = predictMiss(mention, skill, read);
      return verdict.kind === 'silent' ? [] : [mention.text];
    });
  };

  it.each([
    ['exactly one file that matches these words', 'Use the vector search guide.', ['references/a/vector-search.md'], 1],
    [
      'a script that the model has read about',
      'Ask before running the script.',
      ['scripts/check.sh', 'scripts/run.sh'],
      0,
    ],
    ['any item of a kind', 'All follow the pattern: a/b.', ['references/patterns.md'], 0],
    ['an argument of a command', 'Sets the access policy for a destination.', ['references/iot/access-policies.md'], 0],
    ['a subject that is not a text', 'See the signal catalog of it.', ['references/iot/signal-catalogs.md'], 0],
    ['a reference to something else', 'It follows the location reference.', ['references/a/location-reference.md'], 0],
    ['a folder in passing', '| Arrow | matching | `plugins/arrow/` |', ['plugins/arrow/x.md'], 0],
    ['a folder to read from', 'Read the matching file in `plugins/arrow/`.', ['plugins/arrow/x.md'], 1],
    ['a name in a list', '### scripts/\n\n- `check.py` – checks', ['scripts/run.py'], 1],
    ['a manual that is not a text file', 'See it in the Search Index manual.', ['data/search-index.yaml'], 0],
    ['a folder of the user’s, in a list', '* pack/\n\n  * scripts/\n\n    * check.sh', ['scripts/run.sh'], 0],
    ['a file named by one word', 'Please refer to the user guide.', ['tables/USER.md'], 0],
    ['a guide named by one word', 'Read the tax guide.', ['references/tax.md'], 1],
    [
      'a file named by one word in a folder of tables',
      'Please refer to the user guide.',
      ['references/tables/USER.md'],
      0,
    ],
    [
      'a guide named by one longer word',
      'For that, read the reconciliation guide.',
      ['references/reconciliation.md'],
      1,
    ],
    ['a file named by one word and the noun', 'See the **defense guide**.', ['references/a/defense-guide.md'], 1],
    ['a file with more words in its name', 'See the vector search guide.', ['references/a/vector-search-errors.md'], 0],
    [
      'one of several similar files',
      'See the search guide.',
      ['references/vector-search.md', 'references/search-ui.md'],
      0,
    ],
  ])('%s', (_, body, files, count) => expect(guide(body, files)).toHaveLength(count));

  it('ignores notes for the skill’s maintainers', () => {
    const body = 'Use the vector search guide.';
    expect(guide(body, ['references/a/vector-search.md'], 'SPEC.md')).toEqual([]);
  });
});
