/** Clues about other locations of the path, of its folder, or of similar files. */
import { dirname, extension, join } from '../files/paths.ts';
import { type Clue, clue, inDocument, inSkill } from './clue.ts';
import { pathInSkill } from './situation-tests.ts';

/** Clues about the location of its folder, and about the same path in another skill. */
export const FOLDER_LOCATION_CLUES: readonly Clue[] = [
  clue(
    'near.document',
    'its first folder is in the folder of the document',
    (situation) => {
      const own = dirname(pathInSkill(situation));
      return (
        !situation.isManifest &&
        situation.path.includes('/') &&
        own !== '' &&
        situation.skill.bundle.folders.has(join(own, situation.first))
      );
    },
    [inDocument('guides/a.md', 'See `⟦rules/b.md⟧`.', 'guides/rules/c.md')],
    [inDocument('guides/a.md', 'See `⟦rules/b.md⟧`.', 'rules/c.md')],
  ),
  clue(
    'near.repository',
    'the repository has its first folder at its root',
    ({ path, first, repositoryHas }) => path.includes('/') && first !== '..' && repositoryHas(first),
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/guides/a.md')],
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/rules/a.md')],
  ),
  clue(
    'near.skills',
    'another skill has a file of this path',
    ({ path, othersHave }) => path.includes('/') && !path.endsWith('/') && othersHave(path),
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/b.md')],
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/c.md')],
  ),
];

/** Clues about the location of the file itself, or of similar files. */
export const FILE_LOCATION_CLUES: readonly Clue[] = [
  clue(
    'near.repository-file',
    'the repository has it, relative to its root or without its first folder',
    ({ path, repositoryHasFile }) =>
      path.includes('/') && (repositoryHasFile(path) || repositoryHasFile(path.slice(path.indexOf('/') + 1))),
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/guides/b.md')],
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/guides/c.md')],
  ),
  clue(
    'near.kind-elsewhere',
    'the skill has files of the same kind in other folders only',
    ({ path, kin, kinds }) => kin.length === 0 && extension(path) !== '' && kinds.has(extension(path)),
    [inSkill('See `⟦guides/b.md⟧`.', 'rules/c.md')],
    [inSkill('See `⟦guides/b.md⟧`.', 'guides/c.md')],
  ),
];
