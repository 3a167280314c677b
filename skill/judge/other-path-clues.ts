/** Clues about whether the other paths that the text names exist. */

import type { Clue } from '../clues/clue.ts';
import { dirname, extension } from '../files/paths.ts';
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

export const OTHER_PATH_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'others.some-there',
    says: 'other files that its text names exist',
    matches: (situation) => otherPathsOf(situation).existing > 0,
    fires: [{ text: 'See `⟦references/b.md⟧` and `references/a.md`.', files: ['references/a.md'] }],
    silent: ['See `⟦references/b.md⟧` and `references/a.md`.'],
  },
  {
    id: 'others.most-there',
    says: 'most other files that its text names exist',
    matches: (situation) => {
      const { count, existing } = otherPathsOf(situation);
      return count >= 2 && existing >= count * 0.75;
    },
    fires: [
      {
        text: 'See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.',
        files: ['references/a.md', 'references/c.md'],
      },
    ],
    silent: [{ text: 'See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.', files: ['references/a.md'] }],
  },
  {
    id: 'others.none-there',
    says: 'none of the other files that its text names exist',
    matches: (situation) => {
      const { count, existing } = otherPathsOf(situation);
      return count >= 2 && existing === 0;
    },
    fires: ['See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.'],
    silent: [{ text: 'See `⟦references/b.md⟧`, `references/a.md` and `references/c.md`.', files: ['references/a.md'] }],
  },
  {
    id: 'others.many-lost',
    says: 'its text names many files that do not exist',
    matches: (situation) => otherPathsOf(situation).missing >= MANY_MISSING,
    fires: [`See \`⟦references/b.md⟧\`. ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Then \`x/${n}.md\`.`).join(' ')}`],
    silent: ['See `⟦references/b.md⟧`, then `x/1.md`.'],
  },
  {
    id: 'others.folder-there',
    says: 'other files that its text names in the same folder exist',
    matches: (situation) => sameFolder(situation).some(({ exists }) => exists),
    fires: [{ text: 'See `⟦guides/b.md⟧` and `guides/a.md`.', files: ['guides/a.md'] }],
    silent: [{ text: 'See `⟦guides/b.md⟧` and `rules/a.md`.', files: ['rules/a.md'] }],
  },
  {
    id: 'others.folder-lost',
    says: 'three other files that its text names in the same folder are missing too',
    matches: (situation) => sameFolder(situation).filter(({ exists }) => !exists).length >= 3,
    fires: ['See `⟦guides/b.md⟧`, `guides/a.md`, `guides/c.md` and `guides/d.md`.'],
    silent: ['See `⟦guides/b.md⟧` and `guides/a.md`.'],
  },
  {
    id: 'others.kind-there',
    says: 'other files of the same kind that its text names exist',
    matches: (situation) => otherPathsOf(situation).existingKinds.has(extension(situation.path)),
    fires: [{ text: 'See `⟦guides/b.md⟧` and `rules/a.md`.', files: ['rules/a.md'] }],
    silent: [{ text: 'See `⟦guides/b.md⟧` and `rules/a.py`.', files: ['rules/a.py'] }],
  },
];
