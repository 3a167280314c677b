/** Clues about the wording near a path: its excuse, the number of mentions, and the fence around it. */
import { isElsewhere } from '../clues/elsewhere.ts';
import { hasOpenInstruction } from '../clues/evidence.ts';
import type { Excuse } from '../model/model.ts';
import { type Clue, clue, inSkill } from './clue.ts';

const CODE_LANGUAGE =
  /^(?:python|py|[jt]sx?|javascript|typescript|go|rust|java|ruby|c|cpp|csharp|swift|kotlin|php|sql|html|css)$/i;

const hasExcuse =
  (excuse: Excuse): Clue['matches'] =>
  ({ reference }) =>
    reference.excuse === excuse;

export const WORDING_CLUES: readonly Clue[] = [
  clue(
    'said.sent',
    'the text sends the model there',
    ({ reference, document }) => hasOpenInstruction(reference, document),
    [inSkill('Read `⟦a/b.md⟧`.')],
    [inSkill('About `⟦a/b.md⟧`.')],
  ),
  clue(
    'said.example',
    'the text calls it an example',
    hasExcuse('example'),
    [inSkill('For example, `⟦references/b.md⟧`.')],
    [inSkill('Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'said.output',
    'the text says to write it',
    hasExcuse('output'),
    [inSkill('Save it to `⟦a/b.md⟧`.')],
    [inSkill('Read `⟦a/b.md⟧`.')],
  ),
  clue(
    'said.absent',
    'the text says that it does not exist',
    hasExcuse('absent'),
    [inSkill('`⟦references/b.md⟧` (coming soon)')],
    [inSkill('Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'said.users',
    'the text calls it the user’s',
    hasExcuse('user-file'),
    [inSkill('Edit your `⟦a/b.md⟧`.')],
    [inSkill('Read `⟦a/b.md⟧`.')],
  ),
  clue(
    'said.template',
    'it is part of a text to be written',
    hasExcuse('template'),
    [inSkill('`⟦references/b.py⟧`:\n\n```python\nx = 1\n```')],
    [inSkill('Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'said.elsewhere',
    'another part of the text says where it comes from',
    ({ reference, document, skill }) => isElsewhere(reference, document, skill),
    [inSkill('Run `⟦tools/b.py⟧`.\n\n```bash\ncp x.py tools/b.py\n```')],
    [inSkill('Run `⟦tools/b.py⟧`.')],
  ),
  clue(
    'said.once',
    'the text mentions it once',
    ({ occurrences }) => occurrences <= 1,
    [inSkill('Read `⟦a/b.md⟧`.')],
    [inSkill('Read `⟦a/b.md⟧`. Then `a/b.md` again.')],
  ),
  clue(
    'fence.code',
    'it is in a fence with code',
    ({ language }) => language !== undefined && CODE_LANGUAGE.test(language),
    [inSkill('```python\nopen("⟦references/b.md⟧")\n```')],
    [inSkill('```\n⟦references/b.md⟧\n```')],
  ),
  clue(
    'fence.plain',
    'it is in a fence without a language',
    ({ language }) => language === '',
    [inSkill('```\nsee ⟦references/b.md⟧\n```')],
    [inSkill('Read `⟦references/b.md⟧`.')],
  ),
];
