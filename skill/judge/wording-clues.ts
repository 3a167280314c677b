/** Clues about the wording near a path: its excuse, the number of mentions, and the fence around it. */

import type { Clue } from '../clues/clue.ts';
import { isElsewhere } from '../clues/elsewhere.ts';
import { hasOpenInstruction } from '../clues/evidence.ts';
import type { Excuse } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';
import type { Situation } from './situation.ts';

const SCRIPTING = ['python', 'py', '[jt]sx?', 'javascript', 'typescript'];
const COMPILED = ['go', 'rust', 'java', 'ruby', 'c', 'cpp', 'csharp', 'swift', 'kotlin', 'php', 'sql', 'html', 'css'];
const CODE_LANGUAGE = new RegExp(`^${anyOf([...SCRIPTING, ...COMPILED])}$`, 'i');

const hasExcuse =
  (excuse: Excuse): Clue<Situation>['matches'] =>
  ({ reference }) =>
    reference.excuse === excuse;

export const WORDING_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'said.sent',
    says: 'the text sends the model there',
    matches: ({ reference, document }) => hasOpenInstruction(reference, document),
    fires: ['Read `⟦a/b.md⟧`.'],
    silent: ['About `⟦a/b.md⟧`.'],
  },
  {
    id: 'said.example',
    says: 'the text calls it an example',
    matches: hasExcuse('example'),
    fires: ['For example, `⟦references/b.md⟧`.'],
    silent: ['Read `⟦references/b.md⟧`.'],
  },
  {
    id: 'said.output',
    says: 'the text says to write it',
    matches: hasExcuse('output'),
    fires: ['Save it to `⟦a/b.md⟧`.'],
    silent: ['Read `⟦a/b.md⟧`.'],
  },
  {
    id: 'said.absent',
    says: 'the text says that it does not exist',
    matches: hasExcuse('absent'),
    fires: ['`⟦references/b.md⟧` (coming soon)'],
    silent: ['Read `⟦references/b.md⟧`.'],
  },
  {
    id: 'said.users',
    says: 'the text calls it the user’s',
    matches: hasExcuse('user-file'),
    fires: ['Edit your `⟦a/b.md⟧`.'],
    silent: ['Read `⟦a/b.md⟧`.'],
  },
  {
    id: 'said.template',
    says: 'it is part of a text to be written',
    matches: hasExcuse('template'),
    fires: ['`⟦references/b.py⟧`:\n\n```python\nx = 1\n```'],
    silent: ['Read `⟦references/b.md⟧`.'],
  },
  {
    id: 'said.elsewhere',
    says: 'another part of the text says where it comes from',
    matches: ({ reference, document, skill }) => isElsewhere(reference, document, skill),
    fires: ['Run `⟦tools/b.py⟧`.\n\n```bash\ncp x.py tools/b.py\n```'],
    silent: ['Run `⟦tools/b.py⟧`.'],
  },
  {
    id: 'said.once',
    says: 'the text mentions it once',
    matches: ({ occurrences }) => occurrences <= 1,
    fires: ['Read `⟦a/b.md⟧`.'],
    silent: ['Read `⟦a/b.md⟧`. Then `a/b.md` again.'],
  },
  {
    id: 'fence.code',
    says: 'it is in a fence with code',
    matches: ({ language }) => language !== undefined && CODE_LANGUAGE.test(language),
    fires: ['```python\nopen("⟦references/b.md⟧")\n```'],
    silent: ['```\n⟦references/b.md⟧\n```'],
  },
  {
    id: 'fence.plain',
    says: 'it is in a fence without a language',
    matches: ({ language }) => language === '',
    fires: ['```\nsee ⟦references/b.md⟧\n```'],
    silent: ['Read `⟦references/b.md⟧`.'],
  },
];
