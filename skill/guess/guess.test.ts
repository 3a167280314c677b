import { describe, expect, it } from 'vitest';
import { readDocument } from '../documents/document.ts';
import { readDocuments } from '../documents/read.ts';
import { ROOT, skillWith } from '../testing/skill-in-memory.ts';
import { causeOf, guessesOf } from './guess.ts';

const guesses = (body: string): string[] =>
  guessesOf(readDocument('/s/SKILL.md', body)).map(({ tool, path }) => `${tool} ${path}`);

describe('what a weak model asks for', () => {
  it('the paths that are written, in reading order, then what the prose makes it guess', () => {
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

  it('nothing where a path anywhere in the text plainly is the thing meant', () => {
    expect(guesses('See the user guide.\n\n# Files\n\n- `references/guide-for-users.md`')).toEqual([
      'load_skill_resource references/guide-for-users.md',
    ]);
    expect(guesses('Use a script from `scripts/`.\n\n- `scripts/a.py`')).toEqual(['run_skill_script scripts/a.py']);
  });

  it('not what is no bundled file', () => {
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

describe('the cause of a miss', () => {
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

  it('is the mention whose words it was made of', () => {
    const body = 'Run the setup script. Then see the user guide for more.';
    expect(cause(body, 'references/user_guide.md', ['references/guide-for-users.md'])).toEqual({
      text: 'the user guide',
      suggestions: ['references/guide-for-users.md'],
      document: 'SKILL.md',
    });
    expect(cause(body, 'scripts/setup.js')?.text).toBe('the setup script');
  });

  it('is a reference to that very path before any mention', () => {
    expect(cause('See the user guide. See `references/user_guide.md`.', 'references/user_guide.md')?.text).toBe(
      'references/user_guide.md',
    );
  });

  it('is found in a reference file too, and in words that the linter is silent about', () => {
    const more = { [`${ROOT}/references/a.md`]: 'The pricing guide was here.' };
    expect(cause('', 'references/pricing_guide.md', [], more)).toMatchObject({
      text: 'The pricing guide',
      document: 'references/a.md',
    });
  });

  it('is unknown where nothing is like it', () => {
    expect(
      cause('See the user guide and `references/a.md`. Use files from `assets/`.', 'references/kubernetes.md'),
    ).toBeUndefined();
    expect(cause('', 'references/x.md')).toBeUndefined();
    expect(cause('See the user guide.', '')).toBeUndefined();
  });
});
