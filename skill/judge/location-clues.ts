/** Clues about other locations of the path, of its folder, or of similar files. */

import type { Clue } from '../clues/clue.ts';
import { dirname, extension, join } from '../files/paths.ts';
import type { Situation } from './situation.ts';
import { pathInSkill } from './situation-tests.ts';

/** Clues about the location of its folder, and about the same path in another skill. */
export const FOLDER_LOCATION_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'near.document',
    says: 'its first folder is in the folder of the document',
    matches: (situation) => {
      const own = dirname(pathInSkill(situation));
      return (
        !situation.isManifest &&
        situation.path.includes('/') &&
        own !== '' &&
        situation.skill.bundle.folders.has(join(own, situation.first))
      );
    },
    fires: [{ text: 'See `⟦rules/b.md⟧`.', in: 'guides/a.md', files: ['guides/rules/c.md'] }],
    silent: [{ text: 'See `⟦rules/b.md⟧`.', in: 'guides/a.md', files: ['rules/c.md'] }],
  },
  {
    id: 'near.repository',
    says: 'the repository has its first folder at its root',
    matches: ({ path, first, repositoryHas }) => path.includes('/') && first !== '..' && repositoryHas(first),
    fires: [{ text: 'See `⟦guides/b.md⟧`.', files: ['/repo/guides/a.md'] }],
    silent: [{ text: 'See `⟦guides/b.md⟧`.', files: ['/repo/rules/a.md'] }],
  },
  {
    id: 'near.skills',
    says: 'another skill has a file of this path',
    matches: ({ path, othersHave }) => path.includes('/') && !path.endsWith('/') && othersHave(path),
    fires: [{ text: 'See `⟦guides/b.md⟧`.', files: ['/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/b.md'] }],
    silent: [{ text: 'See `⟦guides/b.md⟧`.', files: ['/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/c.md'] }],
  },
];

/** Clues about the location of the file itself, or of similar files. */
export const FILE_LOCATION_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'near.repository-file',
    says: 'the repository has it, relative to its root or without its first folder',
    matches: ({ path, repositoryHasFile }) =>
      path.includes('/') && (repositoryHasFile(path) || repositoryHasFile(path.slice(path.indexOf('/') + 1))),
    fires: [{ text: 'See `⟦guides/b.md⟧`.', files: ['/repo/guides/b.md'] }],
    silent: [{ text: 'See `⟦guides/b.md⟧`.', files: ['/repo/guides/c.md'] }],
  },
  {
    id: 'near.kind-elsewhere',
    says: 'the skill has files of the same kind in other folders only',
    matches: ({ path, kin, kinds }) => kin.length === 0 && extension(path) !== '' && kinds.has(extension(path)),
    fires: [{ text: 'See `⟦guides/b.md⟧`.', files: ['rules/c.md'] }],
    silent: [{ text: 'See `⟦guides/b.md⟧`.', files: ['guides/c.md'] }],
  },
];
