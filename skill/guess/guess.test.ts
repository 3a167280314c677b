import { describe, expect, it } from 'vitest';
import { ROOT, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { readDocument } from '../documents/document.ts';
import { readDocuments } from '../documents/read.ts';
import { causeOf, guessesOf } from './guess.ts';

const guesses = (body: string): string[] =>
  guessesOf(readDocument('/s/SKILL.md', body)).map(({ tool, path }) => `${tool} ${path}`);

describe('guessesOf', () => {
  it('returns written paths in reading order, then guesses from the prose', () => {
    expect(
      guesses('See the user guide. Run `scripts/b.py`, read [a](references/a.md) and `references/a.md`.').slice(0, 2),
    ).toEqual(['run_skill_script scripts/b.py', 'load_skill_resource references/a.md']);
    expect(guesses('For details, see the user guide.')).toEqual([
      'load_skill_resource references/user_guide.md',
      'load_skill_resource references/user-guide.md',
      'load_skill_resource references/user.md',
      'load_skill_resource references/guide.md',
    ]);
    expect(guesses('First run the setup script.').slice(0, 2)).toEqual([
      'run_skill_script scripts/setup.py',
      'run_skill_script scripts/setup.sh',
    ]);
    expect(guesses('Fill in the invoice template.')[0]).toBe('load_skill_resource assets/invoice_template.md');
  });

  it('returns no guess if a path in the text is clearly the file meant', () => {
    expect(guesses('See the user guide.\n\n# Files\n\n- `references/guide-for-users.md`')).toEqual([
      'load_skill_resource references/guide-for-users.md',
    ]);
    expect(guesses('Use a script from `scripts/`.\n\n- `scripts/a.py`')).toEqual(['run_skill_script scripts/a.py']);
  });

  it('ignores paths that are not bundled files', () => {
    expect(
      guesses(
        'Save to `assets/out.md`, edit `src/index.ts`, e.g. `references/x.md`, `references/*.md`, `../other/a.md`.',
      ),
    ).toEqual([]);
    expect(
      guesses('The user guide was written last year. Use the template below. See the [user guide](https://x.org).'),
    ).toEqual([]);
  });
});

describe('causeOf', () => {
  const cause = (body: string, missed: string, files: readonly string[] = [], more = {}) => {
    const { fs, skill } = skillWith(body, files, more);
    const found = causeOf(skill, readDocuments(fs, skill), missed);
    return (
      found && {
        text: found.text,
        suggestions: found.suggestions,
        document: found.document.path.slice(ROOT.length + 1),
      }
    );
  };

  it('returns the mention with the same words', () => {
    const body = 'Run the setup script. Then see the user guide for more.';
    expect(cause(body, 'references/user_guide.md', ['references/guide-for-users.md'])).toEqual({
      text: 'the user guide',
      suggestions: ['references/guide-for-users.md'],
      document: 'SKILL.md',
    });
    expect(cause(body, 'scripts/setup.js')?.text).toBe('the setup script');
  });

  it('suggests the file with the words of the mention if no file is similar to the missed path', () => {
    const files = ['references/severity-levels.md', 'references/style-guide.md'];
    for (const missed of ['references/severity_guide.md', 'references/severity-guide.md', 'references/severity.md'])
      expect(cause('Read the severity guide to rate the incident.', missed, files)).toMatchObject({
        text: 'the severity guide',
        suggestions: ['references/severity-levels.md'],
      });
    // No word of the mention but its kind.
    expect(cause('Start from the provided template.', 'assets/template.md', ['references/a.md'])?.suggestions).toEqual(
      [],
    );
  });

  it('prefers a reference to the exact path to any mention', () => {
    expect(cause('See the user guide. See `references/user_guide.md`.', 'references/user_guide.md')?.text).toBe(
      'references/user_guide.md',
    );
  });

  it('searches reference files too, and mentions that the linter does not report', () => {
    const more = { [`${ROOT}/references/a.md`]: 'The pricing guide was here.' };
    expect(cause('', 'references/pricing_guide.md', [], more)).toMatchObject({
      text: 'The pricing guide',
      document: 'references/a.md',
    });
  });

  it('returns undefined if nothing is similar', () => {
    expect(
      cause('See the user guide and `references/a.md`. Use files from `assets/`.', 'references/kubernetes.md'),
    ).toBeUndefined();
    expect(cause('', 'references/x.md')).toBeUndefined();
    expect(cause('See the user guide.', '')).toBeUndefined();
  });
});
