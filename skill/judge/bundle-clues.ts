/** Clues about the files and folders of the skill, its repository and its neighbors. */
import { hasExistingSiblings, isTypo } from '../clues/evidence.ts';
import { basename, dirname, stem } from '../files/paths.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { type Clue, clue, inSkill } from './clue.ts';
import type { Situation } from './situation.ts';
import { isSpecFolder } from './situation-tests.ts';

/** Minimum number of files of one kind in a folder that is a collection of them. */
const MANY = 5;

const has = ({ skill }: Situation, folder: string): boolean => skill.bundle.folders.has(folder);

export const BUNDLE_CLUES: readonly Clue[] = [
  clue(
    'bundle.alone',
    'the skill has no files except SKILL.md',
    ({ skill }) => skill.bundle.files.size <= 1,
    [inSkill('Read `⟦references/b.md⟧`.')],
    [inSkill('Read `⟦references/b.md⟧`.', 'scripts/a.py')],
  ),
  clue(
    'bundle.kin',
    'its folder has files of the same kind',
    ({ kin }) => kin.length > 0,
    [inSkill('Read `⟦a/b.md⟧`.', 'a/c.md')],
    [inSkill('Read `⟦a/b.md⟧`.', 'a/c.py')],
  ),
  clue(
    'bundle.kin-many',
    'its folder has five or more files of the same kind',
    ({ kin }) => kin.length >= MANY,
    [inSkill('Read `⟦a/b.md⟧`.', 'a/1.md', 'a/2.md', 'a/3.md', 'a/4.md', 'a/5.md')],
    [inSkill('Read `⟦a/b.md⟧`.', 'a/1.md')],
  ),
  clue(
    'bundle.name',
    'the skill has a file of this name in another folder',
    ({ names, path }) => names.has(basename(path).toLowerCase()),
    [inSkill('Read `⟦a/b.md⟧`.', 'references/b.md')],
    [inSkill('Read `⟦a/b.md⟧`.', 'references/c.md')],
  ),
  clue(
    'bundle.stem',
    'the skill has this name with another extension',
    ({ stems, names, path }) => stems.has(stem(path).toLowerCase()) && !names.has(basename(path).toLowerCase()),
    [inSkill('Read `⟦a/b.md⟧`.', 'a/b.txt')],
    [inSkill('Read `⟦a/b.md⟧`.', 'a/c.txt')],
  ),
  clue(
    'bundle.slip',
    'the skill has a file with almost the same path',
    ({ reference, document, skill }) => isTypo(reference, document, skill),
    [inSkill('Read `⟦references/invocies.md⟧`.', 'references/invoices.md')],
    [inSkill('Read `⟦references/taxes.md⟧`.', 'references/invoices.md')],
  ),
  clue(
    'bundle.company',
    'files listed next to it exist',
    ({ reference, document, skill }) => hasExistingSiblings(reference, document, skill, 6),
    [inSkill('- `references/a.md`\n- `⟦references/b.md⟧`', 'references/a.md')],
    [inSkill('- `references/a.md`\n- `⟦references/b.md⟧`', 'references/c.md')],
  ),
  clue(
    'bundle.lacks-folder',
    'the skill does not have its folder',
    (situation) => situation.path.includes('/') && !isSpecFolder(situation.first) && !has(situation, situation.first),
    [inSkill('Read `⟦guides/b.md⟧`.')],
    [inSkill('Read `⟦guides/b.md⟧`.', 'guides/a.md')],
  ),
  clue(
    'bundle.lacks-spec-folder',
    'it is in references/, scripts/ or assets/, which the skill does not have',
    (situation) => isSpecFolder(situation.first) && !has(situation, situation.first),
    [inSkill('Read `⟦references/b.md⟧`.')],
    [inSkill('Read `⟦references/b.md⟧`.', 'references/a.md')],
  ),
  clue(
    'bundle.any-spec-folder',
    'the skill has references/, scripts/ or assets/',
    (situation) => [...SPEC_FOLDERS].some((folder) => has(situation, folder)),
    [inSkill('Read `⟦guides/b.md⟧`.', 'scripts/a.py')],
    [inSkill('Read `⟦guides/b.md⟧`.', 'guides/a.py')],
  ),
  clue(
    'repository.folder',
    'the repository has its folder at its root',
    ({ path, repositoryHas }) => path.includes('/') && dirname(path) !== '' && repositoryHas(dirname(path)),
    [inSkill('Read `⟦shared/b.md⟧`.', '/repo/shared/a.md')],
    [inSkill('Read `⟦shared/b.md⟧`.', '/repo/other/a.md')],
  ),
  clue(
    'others.folder',
    'another skill has its folder',
    ({ path, othersHave }) => dirname(path).includes('/') && othersHave(dirname(path)),
    [inSkill('Read `⟦guides/tax/b.md⟧`.', '/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/tax/a.md')],
    [inSkill('Read `⟦guides/tax/b.md⟧`.')],
  ),
];
