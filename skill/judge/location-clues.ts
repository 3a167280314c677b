/** Clues of where else the path, its folder or files of its kind are. */
import { dirname, extension, join } from '../files/paths.ts';
import { type Clue, clue, inDocument, inSkill } from './clue.ts';
import { pathInSkill } from './situation-tests.ts';

/** Where its folder, or another skill's file of this path, is. */
export const FOLDER_LOCATION_CLUES: readonly Clue[] = [
  clue(
    'near.document',
    'the folder of the document has its first folder',
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

/** Where the file itself, or files of its kind, are. */
export const FILE_LOCATION_CLUES: readonly Clue[] = [
  clue(
    'near.repository-file',
    'the repository has it, seen from its root or from a folder of its own name',
    ({ path, repositoryHasFile }) =>
      path.includes('/') && (repositoryHasFile(path) || repositoryHasFile(path.slice(path.indexOf('/') + 1))),
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/guides/b.md')],
    [inSkill('See `⟦guides/b.md⟧`.', '/repo/guides/c.md')],
  ),
  clue(
    'near.kind-elsewhere',
    'the skill has files of its kind in other folders alone',
    ({ path, kin, kinds }) => kin.length === 0 && extension(path) !== '' && kinds.has(extension(path)),
    [inSkill('See `⟦guides/b.md⟧`.', 'rules/c.md')],
    [inSkill('See `⟦guides/b.md⟧`.', 'guides/c.md')],
  ),
];
