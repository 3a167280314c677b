/** Clues that combine two observations, one of which changes the meaning of the other. */
import type { Clue } from '../clues/clue.ts';
import type { Situation } from './situation.ts';
import { isSpecFolder, MARKDOWN } from './situation-tests.ts';

export const COMBINED_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'pair.code-references',
    says: 'it is code in references/',
    matches: ({ reference, first }) => reference.form === 'code' && first === 'references',
    fires: ['Read `⟦references/b.md⟧`.'],
    silent: ['See [it](⟦references/b.md⟧).'],
  },
  {
    id: 'pair.command-scripts',
    says: 'it is a command that runs from scripts/',
    matches: ({ isCommand, first }) => isCommand && first === 'scripts',
    fires: ['```bash\npython ⟦scripts/b.py⟧\n```'],
    silent: ['Read `⟦scripts/b.py⟧`.'],
  },
  {
    id: 'pair.bare-markdown',
    says: 'it is a Markdown name without a folder',
    matches: ({ path }) => !path.includes('/') && MARKDOWN.test(path),
    fires: ['Read `⟦b.md⟧`.'],
    silent: ['Read `⟦a/b.md⟧`.'],
  },
  {
    id: 'pair.spec-manifest',
    says: 'SKILL.md names it in references/, scripts/ or assets/',
    matches: ({ isManifest, first }) => isManifest && isSpecFolder(first),
    fires: ['Read `⟦references/b.md⟧`.'],
    silent: [{ text: 'Read `⟦references/b.md⟧`.', in: 'references/a.md' }],
  },
  {
    id: 'pair.spec-alone',
    says: 'it is in references/, scripts/ or assets/ of a skill without files',
    matches: ({ first, skill }) => isSpecFolder(first) && skill.bundle.files.size <= 1,
    fires: ['Read `⟦references/b.md⟧`.'],
    silent: [{ text: 'Read `⟦references/b.md⟧`.', files: ['a.md'] }],
  },
];
