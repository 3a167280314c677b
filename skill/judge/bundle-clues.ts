/** Clues about the files and folders of the skill, its repository and its neighbors. */

import type { Clue } from '../clues/clue.ts';
import { hasExistingSiblings, isTypo } from '../clues/evidence.ts';
import { basename, dirname, stem } from '../files/paths.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import type { Situation } from './situation.ts';
import { isSpecFolder } from './situation-tests.ts';

/** Minimum number of files of one kind in a folder that is a collection of them. */
const MANY = 5;

const has = ({ skill }: Situation, folder: string): boolean => skill.bundle.folders.has(folder);

export const BUNDLE_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'bundle.alone',
    says: 'the skill has no files except SKILL.md',
    matches: ({ skill }) => skill.bundle.files.size <= 1,
    fires: ['Read `⟦references/b.md⟧`.'],
    silent: [{ text: 'Read `⟦references/b.md⟧`.', files: ['scripts/a.py'] }],
  },
  {
    id: 'bundle.kin',
    says: 'its folder has files of the same kind',
    matches: ({ kin }) => kin.length > 0,
    fires: [{ text: 'Read `⟦a/b.md⟧`.', files: ['a/c.md'] }],
    silent: [{ text: 'Read `⟦a/b.md⟧`.', files: ['a/c.py'] }],
  },
  {
    id: 'bundle.kin-many',
    says: 'its folder has five or more files of the same kind',
    matches: ({ kin }) => kin.length >= MANY,
    fires: [{ text: 'Read `⟦a/b.md⟧`.', files: ['a/1.md', 'a/2.md', 'a/3.md', 'a/4.md', 'a/5.md'] }],
    silent: [{ text: 'Read `⟦a/b.md⟧`.', files: ['a/1.md'] }],
  },
  {
    id: 'bundle.name',
    says: 'the skill has a file of this name in another folder',
    matches: ({ names, path }) => names.has(basename(path).toLowerCase()),
    fires: [{ text: 'Read `⟦a/b.md⟧`.', files: ['references/b.md'] }],
    silent: [{ text: 'Read `⟦a/b.md⟧`.', files: ['references/c.md'] }],
  },
  {
    id: 'bundle.stem',
    says: 'the skill has this name with another extension',
    matches: ({ stems, names, path }) =>
      stems.has(stem(path).toLowerCase()) && !names.has(basename(path).toLowerCase()),
    fires: [{ text: 'Read `⟦a/b.md⟧`.', files: ['a/b.txt'] }],
    silent: [{ text: 'Read `⟦a/b.md⟧`.', files: ['a/c.txt'] }],
  },
  {
    id: 'bundle.slip',
    says: 'the skill has a file with almost the same path',
    matches: ({ reference, document, skill }) => isTypo(reference, document, skill),
    fires: [{ text: 'Read `⟦references/invocies.md⟧`.', files: ['references/invoices.md'] }],
    silent: [{ text: 'Read `⟦references/taxes.md⟧`.', files: ['references/invoices.md'] }],
  },
  {
    id: 'bundle.company',
    says: 'files listed next to it exist',
    matches: ({ reference, document, skill }) => hasExistingSiblings(reference, document, skill, 6),
    fires: [{ text: '- `references/a.md`\n- `⟦references/b.md⟧`', files: ['references/a.md'] }],
    silent: [{ text: '- `references/a.md`\n- `⟦references/b.md⟧`', files: ['references/c.md'] }],
  },
  {
    id: 'bundle.lacks-folder',
    says: 'the skill does not have its folder',
    matches: (situation) =>
      situation.path.includes('/') && !isSpecFolder(situation.first) && !has(situation, situation.first),
    fires: ['Read `⟦guides/b.md⟧`.'],
    silent: [{ text: 'Read `⟦guides/b.md⟧`.', files: ['guides/a.md'] }],
  },
  {
    id: 'bundle.lacks-spec-folder',
    says: 'it is in references/, scripts/ or assets/, which the skill does not have',
    matches: (situation) => isSpecFolder(situation.first) && !has(situation, situation.first),
    fires: ['Read `⟦references/b.md⟧`.'],
    silent: [{ text: 'Read `⟦references/b.md⟧`.', files: ['references/a.md'] }],
  },
  {
    id: 'bundle.any-spec-folder',
    says: 'the skill has references/, scripts/ or assets/',
    matches: (situation) => [...SPEC_FOLDERS].some((folder) => has(situation, folder)),
    fires: [{ text: 'Read `⟦guides/b.md⟧`.', files: ['scripts/a.py'] }],
    silent: [{ text: 'Read `⟦guides/b.md⟧`.', files: ['guides/a.py'] }],
  },
  {
    id: 'repository.folder',
    says: 'the repository has its folder at its root',
    matches: ({ path, repositoryHas }) => path.includes('/') && dirname(path) !== '' && repositoryHas(dirname(path)),
    fires: [{ text: 'Read `⟦shared/b.md⟧`.', files: ['/repo/shared/a.md'] }],
    silent: [{ text: 'Read `⟦shared/b.md⟧`.', files: ['/repo/other/a.md'] }],
  },
  {
    id: 'others.folder',
    says: 'another skill has its folder',
    matches: ({ path, othersHave }) => dirname(path).includes('/') && othersHave(dirname(path)),
    fires: [
      { text: 'Read `⟦guides/tax/b.md⟧`.', files: ['/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/tax/a.md'] },
    ],
    silent: ['Read `⟦guides/tax/b.md⟧`.'],
  },
];
