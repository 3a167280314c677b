/** Clues about whether the other paths that the text names exist. */
import { dirname, extension } from '../files/paths.ts';
import { type Clue, clue, inSkill } from './clue.ts';
import { type NamedPath, pathsIn } from './paths-in.ts';
import type { Situation } from './situation.ts';

/** Minimum number of other missing paths that count as many. */
const MANY_MISSING = 8;

/** The other paths of a text. The counts exclude the path itself. */
interface Others {
  /** Extensions of the paths that exist, including the path itself. */
  readonly existingKinds: ReadonlySet<string>;
  readonly count: number;
  readonly existing: number;
  readonly missing: number;
  /** The other paths in the same folder. */
  readonly sameFolder: readonly NamedPath[];
}

let last: { readonly situation: Situation; readonly others: Others } | undefined;

/** Counts the other paths once for all clues of a situation. */
function otherPathsOf(situation: Situation): Others {
  if (last?.situation === situation) return last.others;
  const { document, skill, path } = situation;
  const { all, existing: allExisting, byPath, byFolder, existingKinds } = pathsIn(document, skill);
  const own = byPath.get(path);
  const count = all.length - (own === undefined ? 0 : 1);
  const existing = allExisting - (own?.exists === true ? 1 : 0);
  const inFolder = byFolder.get(dirname(path)) ?? [];
  const sameFolder = own === undefined ? inFolder : inFolder.filter((one) => one !== own);
  const found = { existingKinds, count, existing, missing: count - existing, sameFolder };
  last = { situation, others: found };
  return found;
}

const sameFolder = (situation: Situation): readonly NamedPath[] => otherPathsOf(situation).sameFolder;

export const OTHER_PATH_CLUES: readonly Clue[] = [
  clue(
    'others.some-there',
    'other files that its text names exist',
    (situation) => otherPathsOf(situation).existing > 0,
    [inSkill('See `⟦references/b.md⟧` and `references/a.md`.', 'references/a.md')],
    [inSkill('See `⟦references/b.md⟧` and `references/a.md`.')],
  ),
  clue(
    'others.most-there',
    'most other files that its text names exist',
    (situation) => {
      const { count, existing } = otherPathsOf(situation);
      return count >= 2 && existing >= count * 0.75;
    },
    [
      inSkill(
        'See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.',
        'references/a.md',
        'references/c.md',
      ),
    ],
    [inSkill('See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.', 'references/a.md')],
  ),
  clue(
    'others.none-there',
    'none of the other files that its text names exist',
    (situation) => {
      const { count, existing } = otherPathsOf(situation);
      return count >= 2 && existing === 0;
    },
    [inSkill('See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.')],
    [inSkill('See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.', 'references/a.md')],
  ),
  clue(
    'others.many-lost',
    'its text names many files that do not exist',
    (situation) => otherPathsOf(situation).missing >= MANY_MISSING,
    [inSkill(`See \`⟦references/b.md⟧\`. ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Then \`x/${n}.md\`.`).join(' ')}`)],
    [inSkill('See `⟦references/b.md⟧`, then `x/1.md`.')],
  ),
  clue(
    'others.folder-there',
    'other files that its text names in the same folder exist',
    (situation) => sameFolder(situation).some(({ exists }) => exists),
    [inSkill('See `⟦guides/b.md⟧` and `guides/a.md`.', 'guides/a.md')],
    [inSkill('See `⟦guides/b.md⟧` and `rules/a.md`.', 'rules/a.md')],
  ),
  clue(
    'others.folder-lost',
    'three other files that its text names in the same folder are missing too',
    (situation) => sameFolder(situation).filter(({ exists }) => !exists).length >= 3,
    [inSkill('See `⟦guides/b.md⟧`, `guides/a.md`, `guides/c.md` and `guides/d.md`.')],
    [inSkill('See `⟦guides/b.md⟧` and `guides/a.md`.')],
  ),
  clue(
    'others.kind-there',
    'other files of the same kind that its text names exist',
    (situation) => otherPathsOf(situation).existingKinds.has(extension(situation.path)),
    [inSkill('See `⟦guides/b.md⟧` and `rules/a.md`.', 'rules/a.md')],
    [inSkill('See `⟦guides/b.md⟧` and `rules/a.py`.', 'rules/a.py')],
  ),
];
