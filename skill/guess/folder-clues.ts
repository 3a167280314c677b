/** Clues about folders that a text names, and about file names listed under the name of a folder. */
import { basename } from '../files/paths.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { hasWords } from '../text/occurrences.ts';
import { mentionClue as clue, type MentionClue, withFiles } from './mention-clue.ts';
import type { MentionSituation } from './mention-situation.ts';

const TEXT_FILE = /\.(?:mdx?|markdown|txt|html?|ya?ml|json)$/i;
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb)$/i;
const MANY = 8;
/** Files that any project may have, so they may be the user's own. */
const PROJECT_FILE =
  /^(?:claude|agents|gemini|skill|readme|changelog)\.md$|^\.|^(?:package|tsconfig|plugin|settings)\.json$|^[A-Z]\w+\.js$|^(?:source|input|output|template\d*|reference_name|example\w*|name|file)\.\w+$/i;
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

export const FOLDER_CLUES: readonly MentionClue[] = [
  clue(
    'folder',
    'it names a folder',
    isFolder,
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'folder.weak',
    'the folder is named without a verb that refers the model to it',
    (situation) => isFolder(situation) && situation.mention.weak === true,
    [withFiles('The available themes are in `⟦themes/⟧`.', 'themes/a.md')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.one-of-it',
    'the text says to pick one file of the folder: "the matching …", "the corresponding …"',
    (situation) =>
      isFolder(situation) &&
      /\b(?:matching|corresponding|relevant|appropriate|selected|each|one of|right|specific)\b[^.!?]*$/i.test(
        situation.before,
      ),
    [withFiles('Read the matching file in `⟦themes/⟧`.', 'themes/a.md')],
    [withFiles('See `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.for-more',
    'the text says what the folder is for: "for …", "… for more"',
    (situation) =>
      isFolder(situation) &&
      (/^[`)\]*_]*(?:\([^)]*\))?[ \t]+(?:(?:directory|folder)[ \t]+)?for\b/i.test(situation.after) ||
        /\bfor\b[^.!?]*$/i.test(situation.before)),
    [withFiles('See `⟦examples/⟧` for working code.', 'examples/a.ts')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.copied',
    'the folder is copied, moved or checked as a whole',
    (situation) =>
      isFolder(situation) &&
      /\b(?:copy|copies|cp|move|render|verify|mount|install|enumerating|include)\b[^.!?]*$/i.test(situation.before),
    [withFiles('Copy `⟦templates/site/⟧` into the project.', 'templates/site/a.html')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.lives',
    'the text says where something is located',
    (situation) =>
      isFolder(situation) &&
      /\b(?:lives?|lies|stored|located|kept|implementation|catalogs?|contracts?)\b[^.!?;]*$/i.test(situation.before),
    [withFiles('The implementation lives in `⟦scripts/core/⟧`.', 'scripts/core/a.py')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.spec',
    'the folder is in references/, scripts/ or assets/',
    (situation) => isFolder(situation) && SPEC_FOLDERS.has(folderOf(situation).split('/')[0] ?? ''),
    [withFiles('Read a file in `⟦references/x/⟧`.', 'references/x/a.md')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.project',
    'such a folder is common in projects',
    (situation) =>
      isFolder(situation) &&
      /^(?:docs|src|lib|tests?|apps|packages|agents|commands|data|bin)(?:\/|$)/i.test(folderOf(situation)),
    [withFiles('Look at the plans in `⟦docs/plans/⟧`.', 'docs/plans/a.md')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.texts',
    'most of its files are text',
    (situation) => isFolder(situation) && isMostly(situation.inside, TEXT_FILE),
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.svg')],
  ),
  clue(
    'folder.code',
    'most of its files are source code outside scripts/',
    (situation) => isFolder(situation) && folderOf(situation) !== 'scripts' && isMostly(situation.inside, SOURCE_FILE),
    [withFiles('See `⟦lib/scan/⟧`.', 'lib/scan/a.mjs')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.many',
    'it has many files',
    (situation) => isFolder(situation) && situation.inside.length > MANY,
    [withFiles('Read a file in `⟦themes/⟧`.', ...Array.from({ length: 9 }, (_, index) => `themes/${index}.md`))],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
  clue(
    'folder.among',
    'the line also names another folder or file',
    (situation) =>
      isFolder(situation) &&
      // In code or as a link's target. The markup of the folder itself is removed first.
      /`[^`/.]*[/.][^`]*`|\]\(/.test(
        `${trimMarkup(situation.before)} ${situation.after.replace(/^`|^\]\([^)]*\)/, '')}`,
      ),
    [withFiles('Take `a.md`, and read a file in `⟦themes/⟧`.', 'themes/b.md')],
    [withFiles('Read a file in `⟦themes/⟧`.', 'themes/a.md')],
  ),
];

export const NAME_CLUES: readonly MentionClue[] = [
  clue(
    'name',
    'it is a file name under the name of a folder',
    isName,
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    ['See ⟦the user guide⟧.'],
  ),
  clue(
    'name.weak',
    'the name is in a table, or in the same list as the folder',
    (situation) => isName(situation) && situation.mention.weak === true,
    ['- `references/`\n- `⟦tax.md⟧`'],
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
  clue(
    'name.nested',
    'the name is in a nested list',
    (situation) => isName(situation) && /^[ \t]{2,}/.test(situation.before),
    ['- `references/`\n  - `⟦tax.md⟧`'],
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
  clue(
    'name.any-project',
    'any project may have a file of this name',
    (situation) => isName(situation) && PROJECT_FILE.test(situation.mention.text),
    ['See `references/`:\n\n- `⟦CLAUDE.md⟧` - taxes'],
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
  clue(
    'name.described',
    'the name is followed by a description of the file',
    (situation) => isName(situation) && /^[`*_]*[ \t]*(?::|-{1,2}|–|—|\|)[*_]*[ \t]*\S/.test(situation.after),
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    ['See `references/`:\n\n- `⟦tax.md⟧`'],
  ),
  clue(
    'name.alone',
    'nothing follows the name',
    (situation) => isName(situation) && /^[`*_]*\s*$/.test(situation.after),
    ['See `references/`:\n\n- `⟦tax.md⟧`'],
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
  clue(
    'name.to-fill',
    'it is followed by a placeholder',
    (situation) => isName(situation) && /[[<{][A-Z][\w ]+[\]>}]|\b(?:template|description of)\b/i.test(situation.after),
    ['See `references/`:\n\n- `⟦tax.md⟧`: [Purpose]'],
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
  clue(
    'name.heading',
    'the heading above names the folder',
    (situation) => isName(situation) && situation.heading.toLowerCase().includes(folderOf(situation).toLowerCase()),
    ['# references/\n\n- `⟦tax.md⟧`'],
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
  clue(
    'name.folder-there',
    'the folder exists',
    (situation) => isName(situation) && situation.inside.length > 0,
    [withFiles('See `references/`:\n\n- `⟦tax.md⟧` - taxes', 'references/fees.md')],
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
  clue(
    'name.company',
    'the text names other files of the folder',
    (situation) => isName(situation) && situation.inside.some((file) => hasWords(basename(file), situation.document)),
    [withFiles('See `references/`:\n\n- `fees.md` - fees\n- `⟦tax.md⟧` - taxes', 'references/fees.md')],
    [withFiles('See `references/`:\n\n- `⟦tax.md⟧` - taxes', 'references/fees.md')],
  ),
  clue(
    'name.spec',
    'the folder is references/, scripts/ or assets/',
    (situation) => isName(situation) && SPEC_FOLDERS.has(folderOf(situation)),
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    [withFiles('See `templates/`:\n\n- `⟦tax.md⟧` - taxes', 'templates/a.md')],
  ),
  clue(
    'name.fits-folder',
    'its kind fits the folder: a script in scripts/, a text in references/',
    (situation) =>
      isName(situation) &&
      (folderOf(situation) === 'scripts'
        ? /\.(?:py|sh|bash|[cm]?[jt]s|rb|ps1)$/i.test(situation.mention.text)
        : folderOf(situation) === 'references' && /\.(?:mdx?|txt|json|ya?ml)$/i.test(situation.mention.text)),
    ['See `references/`:\n\n- `⟦tax.md⟧` - taxes'],
    ['See `assets/`:\n\n- `⟦tax.md⟧` - taxes'],
  ),
];
