/** Clues that combine two observations, one of which changes the meaning of the other. */
import { type Clue, clue, inDocument, inSkill } from './clue.ts';
import { isSpecFolder, MARKDOWN } from './situation-tests.ts';

export const COMBINED_CLUES: readonly Clue[] = [
  clue(
    'pair.code-references',
    'it is code in references/',
    ({ reference, first }) => reference.form === 'code' && first === 'references',
    [inSkill('Read `⟦references/b.md⟧`.')],
    [inSkill('See [it](⟦references/b.md⟧).')],
  ),
  clue(
    'pair.command-scripts',
    'it is a command that runs from scripts/',
    ({ isCommand, first }) => isCommand && first === 'scripts',
    [inSkill('```bash\npython ⟦scripts/b.py⟧\n```')],
    [inSkill('Read `⟦scripts/b.py⟧`.')],
  ),
  clue(
    'pair.bare-markdown',
    'it is a Markdown name without a folder',
    ({ path }) => !path.includes('/') && MARKDOWN.test(path),
    [inSkill('Read `⟦b.md⟧`.')],
    [inSkill('Read `⟦a/b.md⟧`.')],
  ),
  clue(
    'pair.spec-manifest',
    'SKILL.md names it in references/, scripts/ or assets/',
    ({ isManifest, first }) => isManifest && isSpecFolder(first),
    [inSkill('Read `⟦references/b.md⟧`.')],
    [inDocument('references/a.md', 'Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'pair.spec-alone',
    'it is in references/, scripts/ or assets/ of a skill without files',
    ({ first, skill }) => isSpecFolder(first) && skill.bundle.files.size <= 1,
    [inSkill('Read `⟦references/b.md⟧`.')],
    [inSkill('Read `⟦references/b.md⟧`.', 'a.md')],
  ),
];
