/** Clues about folders that a text names, and about file names listed under the name of a folder. */

import type { Clue } from '../clues/clue.ts';
import { basename } from '../files/paths.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { hasWords } from '../text/occurrences.ts';
import type { MentionSituation } from './mention-situation.ts';

const TEXT_FILE = /\.(?:mdx?|markdown|txt|html?|ya?ml|json)$/i;
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb)$/i;
const MANY = 8;
const PROJECT_TEXTS = ['claude', 'agents', 'gemini', 'skill', 'readme', 'changelog'];
const SAMPLE_NAMES = ['source', 'input', 'output', 'template\\d*', 'reference_name', 'example\\w*', 'name', 'file'];
/** Files that any project may have, so they may be the user's own. */
const PROJECT_FILE = new RegExp(
  anyOf([
    `^${anyOf(PROJECT_TEXTS)}\\.md$`,
    '^\\.',
    '^(?:package|tsconfig|plugin|settings)\\.json$',
    '^[A-Z]\\w+\\.js$',
    `^${anyOf(SAMPLE_NAMES)}\\.\\w+$`,
  ]),
  'i',
);
const isFolder = ({ group }: MentionSituation): boolean => group === 'folder';
const isName = ({ group }: MentionSituation): boolean => group === 'name';
const folderOf = ({ mention }: MentionSituation): string => mention.folder ?? '';
const isMostly = (files: readonly string[], kind: RegExp): boolean =>
  files.length > 0 && files.filter((file) => kind.test(file)).length * 2 > files.length;

/** Strips the markup that opens a code span or a link at the end. */
const trimMarkup = (text: string): string => text.replace(/(?<![`[(])[`[(]*$/, '');

/** Returns true if a list shows a layout of files to create: the folder is one item of it and the name another. */
export const isLayout = (situation: MentionSituation): boolean =>
  isName(situation) && situation.mention.weak === true && !/^[ \t]*\|/.test(situation.before);

export const FOLDER_CLUES: readonly Clue<MentionSituation>[] = [
  {
    id: 'folder',
    says: 'it names a folder',
    matches: isFolder,
    fires: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'folder.weak',
    says: 'the folder is named without a verb that refers the model to it',
    matches: (situation) => isFolder(situation) && situation.mention.weak === true,
    fires: [{ text: 'The available themes are in `⟦themes/⟧`.', files: ['themes/a.md'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.one-of-it',
    says: 'the text says to pick one file of the folder: "the matching …", "the corresponding …"',
    matches: (situation) =>
      isFolder(situation) &&
      /\b(?:matching|corresponding|relevant|appropriate|selected|each|one of|right|specific)\b[^.!?]*$/i.test(
        situation.before,
      ),
    fires: [{ text: 'Read the matching file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
    silent: [{ text: 'See `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.for-more',
    says: 'the text says what the folder is for: "for …", "… for more"',
    matches: (situation) =>
      isFolder(situation) &&
      (/^[`)\]*_]*(?:\([^)]*\))?[ \t]+(?:(?:directory|folder)[ \t]+)?for\b/i.test(situation.after) ||
        /\bfor\b[^.!?]*$/i.test(situation.before)),
    fires: [{ text: 'See `⟦examples/⟧` for working code.', files: ['examples/a.ts'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.copied',
    says: 'the folder is copied, moved or checked as a whole',
    matches: (situation) =>
      isFolder(situation) &&
      /\b(?:copy|copies|cp|move|render|verify|mount|install|enumerating|include)\b[^.!?]*$/i.test(situation.before),
    fires: [{ text: 'Copy `⟦templates/site/⟧` into the project.', files: ['templates/site/a.html'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.lives',
    says: 'the text says where something is located',
    matches: (situation) =>
      isFolder(situation) &&
      /\b(?:lives?|lies|stored|located|kept|implementation|catalogs?|contracts?)\b[^.!?;]*$/i.test(situation.before),
    fires: [{ text: 'The implementation lives in `⟦scripts/core/⟧`.', files: ['scripts/core/a.py'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.spec',
    says: 'the folder is in references/, scripts/ or assets/',
    matches: (situation) => isFolder(situation) && SPEC_FOLDERS.has(folderOf(situation).split('/')[0] ?? ''),
    fires: [{ text: 'Read a file in `⟦references/x/⟧`.', files: ['references/x/a.md'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.project',
    says: 'such a folder is common in projects',
    matches: (situation) =>
      isFolder(situation) &&
      /^(?:docs|src|lib|tests?|apps|packages|agents|commands|data|bin)(?:\/|$)/i.test(folderOf(situation)),
    fires: [{ text: 'Look at the plans in `⟦docs/plans/⟧`.', files: ['docs/plans/a.md'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.texts',
    says: 'most of its files are text',
    matches: (situation) => isFolder(situation) && isMostly(situation.inside, TEXT_FILE),
    fires: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.svg'] }],
  },
  {
    id: 'folder.code',
    says: 'most of its files are source code outside scripts/',
    matches: (situation) =>
      isFolder(situation) && folderOf(situation) !== 'scripts' && isMostly(situation.inside, SOURCE_FILE),
    fires: [{ text: 'See `⟦lib/scan/⟧`.', files: ['lib/scan/a.mjs'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.many',
    says: 'it has many files',
    matches: (situation) => isFolder(situation) && situation.inside.length > MANY,
    fires: [
      { text: 'Read a file in `⟦themes/⟧`.', files: Array.from({ length: 9 }, (_, index) => `themes/${index}.md`) },
    ],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
  {
    id: 'folder.among',
    says: 'the line also names another folder or file',
    matches: (situation) =>
      isFolder(situation) &&
      // In code or as a link's target. The markup of the folder itself is removed first.
      /`[^`/.]*[/.][^`]*`|\]\(/.test(
        `${trimMarkup(situation.before)} ${situation.after.replace(/^`|^\]\([^)]*\)/, '')}`,
      ),
    fires: [{ text: 'Take `a.md`, and read a file in `⟦themes/⟧`.', files: ['themes/b.md'] }],
    silent: [{ text: 'Read a file in `⟦themes/⟧`.', files: ['themes/a.md'] }],
  },
];

export const NAME_CLUES: readonly Clue<MentionSituation>[] = [
  {
    id: 'name',
    says: 'it is a file name under the name of a folder',
    matches: isName,
    fires: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    silent: ['See ⟦the user guide⟧.'],
  },
  {
    id: 'name.weak',
    says: 'the name is in a table, or in the same list as the folder',
    matches: (situation) => isName(situation) && situation.mention.weak === true,
    fires: ['- `references/`\n- `⟦tax.md⟧`'],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
  {
    id: 'name.nested',
    says: 'the name is in a nested list',
    matches: (situation) => isName(situation) && /^[ \t]{2,}/.test(situation.before),
    fires: ['- `references/`\n  - `⟦tax.md⟧`'],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
  {
    id: 'name.any-project',
    says: 'any project may have a file of this name',
    matches: (situation) => isName(situation) && PROJECT_FILE.test(situation.mention.text),
    fires: ['See `references/`:\n\n- `⟦CLAUDE.md⟧` - taxes'],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
  {
    id: 'name.described',
    says: 'the name is followed by a description of the file',
    matches: (situation) => isName(situation) && /^[`*_]*[ \t]*(?::|-{1,2}|–|—|\|)[*_]*[ \t]*\S/.test(situation.after),
    fires: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧`'],
  },
  {
    id: 'name.alone',
    says: 'nothing follows the name',
    matches: (situation) => isName(situation) && /^[`*_]*\s*$/.test(situation.after),
    fires: ['See `references/`:\n\n- `⟦tax.md⟧`'],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
  {
    id: 'name.to-fill',
    says: 'it is followed by a placeholder',
    matches: (situation) =>
      isName(situation) && /[[<{][A-Z][\w ]+[\]>}]|\b(?:template|description of)\b/i.test(situation.after),
    fires: ['See `references/`:\n\n- `⟦tax.md⟧`: [Purpose]'],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
  {
    id: 'name.heading',
    says: 'the heading above names the folder',
    matches: (situation) =>
      isName(situation) && situation.heading.toLowerCase().includes(folderOf(situation).toLowerCase()),
    fires: ['# references/\n\n- `⟦tax.md⟧`'],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
  {
    id: 'name.folder-there',
    says: 'the folder exists',
    matches: (situation) => isName(situation) && situation.inside.length > 0,
    fires: [{ text: 'See `references/`:\n\n- `⟦tax.md⟧` - taxes', files: ['references/fees.md'] }],
    silent: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
  {
    id: 'name.company',
    says: 'the text names other files of the folder',
    matches: (situation) =>
      isName(situation) && situation.inside.some((file) => hasWords(basename(file), situation.document)),
    fires: [{ text: 'See `references/`:\n\n- `fees.md` - fees\n- `⟦tax.md⟧` - taxes', files: ['references/fees.md'] }],
    silent: [{ text: 'See `references/`:\n\n- `⟦tax.md⟧` - taxes', files: ['references/fees.md'] }],
  },
  {
    id: 'name.spec',
    says: 'the folder is references/, scripts/ or assets/',
    matches: (situation) => isName(situation) && SPEC_FOLDERS.has(folderOf(situation)),
    fires: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    silent: [{ text: 'See `templates/`:\n\n- `⟦tax.md⟧` - taxes', files: ['templates/a.md'] }],
  },
  {
    id: 'name.fits-folder',
    says: 'its kind fits the folder: a script in scripts/, a text in references/',
    matches: (situation) =>
      isName(situation) &&
      (folderOf(situation) === 'scripts'
        ? /\.(?:py|sh|bash|[cm]?[jt]s|rb|ps1)$/i.test(situation.mention.text)
        : folderOf(situation) === 'references' && /\.(?:mdx?|txt|json|ya?ml)$/i.test(situation.mention.text)),
    fires: ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    silent: ['See `assets/`:\n\n- `⟦tax.md⟧` - taxes'],
  },
];
