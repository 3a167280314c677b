import { describe, expect, it } from 'vitest';
import { readDocument } from '../documents/document.ts';
import { toldFiles } from './told-files.ts';

const told = (text: string, file = 'SKILL.md') => toldFiles(readDocument(`/${file}`, text), file);

describe('files that a text tells the model to read', () => {
  it.each([
    'Read `references/heat.md`.',
    'First, read all of `references/heat.md` before the water boils.',
    '1. Open [the table](references/heat.md) and follow it.',
    'Follow `references/heat.md`. Run `scripts/pot.py`.',
    '## Steps\n\nDo this:\n\n- Load `references/heat.md`',
  ])('in every task: %s', (text) => {
    expect(told(text)).toEqual([{ paths: ['references/heat.md'], isConditional: false }]);
  });

  it.each([
    'If the water boils, read `references/heat.md`.',
    'Read `references/heat.md` when the water boils.',
    'For green tea, see `references/heat.md`.',
    'See `references/heat.md`. Run `scripts/pot.py`.',
    'On errors, follow `references/heat.md`.',
    'To boil it, read `references/heat.md`.',
    '1. Boil it → Read `references/heat.md`',
    'For green tea and\nwhite tea, read `references/heat.md`.',
    'Optionally read `references/heat.md`.',
    '| green | Read `references/heat.md` |',
    '## When it fails\n\nRead `references/heat.md`.',
    'Only for green tea:\n\n- Read `references/heat.md`',
  ])('under a condition: %s', (text) => {
    expect(told(text)).toEqual([{ paths: ['references/heat.md'], isConditional: true }]);
  });

  it.each([
    'The table is in `references/heat.md`.',
    'Run `scripts/pot.py`.',
    '```bash\n# Review the template\ncp assets/cup.md tea.md\n```',
    'Read `package.json`.',
    'Read `~/notes/heat.md`.',
    'Read the files in `references/`.',
    'Write your notes to `references/heat.md`.',
  ])('not: %s', (text) => expect(told(text)).toEqual([]));

  it('of another text are relative to it or to the skill', () => {
    expect(told('Read `references/heat.md`.', 'references/a.md')).toEqual([
      { paths: ['references/heat.md', 'references/references/heat.md'], isConditional: false },
    ]);
  });
});
