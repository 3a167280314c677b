/** Clues about the path itself: its parts, its name and its extension. */
import { basename, extension } from '../files/paths.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { type Clue, clue, inSkill } from './clue.ts';
import { isSpecFolder, MARKDOWN } from './situation-tests.ts';

const DATA = /\.(?:json|jsonl|ya?ml|toml|csv|tsv|xml|ini|cfg|conf|env|txt|sql)$/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|pdf|ico)$/i;
const SOURCE = /\.(?:go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|tsx|jsx|php|vue|svelte|tf|proto|graphql|css|scss|html?)$/i;
const PROJECT_FOLDER =
  /^(?:src|lib|app|apps|packages|tests?|docs?|public|dist|build|config|node_modules|components|pages|api|cmd|internal|pkg|migrations|data|outputs?|results?|reports?|logs?|tmp|temp)$/i;
const PROJECT_FILE =
  /^(?:package(?:-lock)?\.json|tsconfig[\w.]*\.json|pyproject\.toml|requirements[\w-]*\.txt|setup\.(?:py|cfg)|cargo\.toml|go\.mod|gemfile|makefile|dockerfile|docker-compose[\w.-]*|\.env[\w.]*|readme\.md|changelog\.md|claude\.md|agents\.md|gemini\.md|index\.\w+|main\.\w+|app\.\w+|config\.\w+|settings\.\w+|utils\.\w+)$/i;
const DATED = /20\d\d[-_]?[01]\d/;
const PLACEHOLDER =
  /(?:^|\/)(?:file_?name|script_?name|file|foo|bar|baz|name|topic|xyz|xxx|placeholder|skill-name|example|sample|my[-_]\w+|your[-_]\w+)\d?(?:\.\w+$|\/)/i;

export const PATH_CLUES: readonly Clue[] = [
  clue(
    'path.bare',
    'it is a name without a folder',
    ({ path }) => !path.includes('/'),
    [inSkill('See `⟦b.md⟧`.')],
    [inSkill('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.climbs',
    'it leads to a parent folder',
    ({ path }) => path.startsWith('../'),
    [inSkill('See [it](⟦../a/b.md⟧).')],
    [inSkill('See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'path.deep',
    'it has more than three parts',
    ({ path }) => path.split('/').length > 3,
    [inSkill('See `⟦references/a/b/c.md⟧`.')],
    [inSkill('See `⟦references/a/b.md⟧`.')],
  ),
  clue(
    'path.markdown',
    'it is a Markdown file',
    ({ path }) => MARKDOWN.test(path),
    [inSkill('See `⟦a/b.md⟧`.')],
    [inSkill('See `⟦a/b.py⟧`.')],
  ),
  clue(
    'path.data',
    'it is a data file',
    ({ path }) => DATA.test(path),
    [inSkill('See `⟦a/b.json⟧`.')],
    [inSkill('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.image',
    'it is a picture',
    ({ path }) => IMAGE.test(path),
    [inSkill('![it](⟦a/b.png⟧)')],
    [inSkill('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.source',
    'it is source code',
    ({ path }) => SOURCE.test(path),
    [inSkill('See `⟦a/b.go⟧`.')],
    [inSkill('See `⟦a/b.py⟧`.')],
  ),
  clue(
    'path.folder',
    'it is a folder',
    ({ path }) => path.endsWith('/'),
    [inSkill('See `⟦references/⟧`.')],
    [inSkill('See `⟦references/a.md⟧`.')],
  ),
  clue(
    'path.no-extension',
    'it has no extension',
    ({ path }) => !path.endsWith('/') && extension(path) === '',
    [inSkill('See [it](⟦a/b⟧).')],
    [inSkill('See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'path.references',
    'it is in references/',
    ({ first }) => first === 'references',
    [inSkill('See `⟦references/b.md⟧`.')],
    [inSkill('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.scripts',
    'it is in scripts/',
    ({ first }) => first === 'scripts',
    [inSkill('See `⟦scripts/b.py⟧`.')],
    [inSkill('See `⟦rules/b.py⟧`.')],
  ),
  clue(
    'path.assets',
    'it is in assets/',
    ({ first }) => first === 'assets',
    [inSkill('See `⟦assets/b.md⟧`.')],
    [inSkill('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.bundle-folder',
    'skills often have such a folder',
    ({ first }) => BUNDLE_FOLDERS.has(first) && !isSpecFolder(first),
    [inSkill('See `⟦rules/b.md⟧`.')],
    [inSkill('See `⟦src/b.md⟧`.')],
  ),
  clue(
    'path.project-folder',
    'projects often have such a folder',
    ({ path, first }) => path.includes('/') && PROJECT_FOLDER.test(first),
    [inSkill('See `⟦src/b.md⟧`.')],
    [inSkill('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.dot-folder',
    'its folder begins with a dot',
    ({ first }) => /^\.[\w-]/.test(first),
    [inSkill('See `⟦.github/b.md⟧`.')],
    [inSkill('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.project-file',
    'most projects have a file of this name',
    ({ path }) => PROJECT_FILE.test(basename(path)),
    [inSkill('See `⟦a/package.json⟧`.')],
    [inSkill('See `⟦a/prices.json⟧`.')],
  ),
  clue(
    'path.skill-file',
    'it is the SKILL.md of a skill',
    ({ path }) => basename(path) === 'SKILL.md',
    [inSkill('See [it](⟦../tax/SKILL.md⟧).')],
    [inSkill('See [it](⟦../tax/rules.md⟧).')],
  ),
  clue(
    'path.dated',
    'its name contains a date',
    ({ path }) => DATED.test(path),
    [inSkill('See `⟦a/2026-01-notes.md⟧`.')],
    [inSkill('See `⟦a/notes.md⟧`.')],
  ),
  clue(
    'path.numbered',
    'its name contains a number',
    ({ path }) => /\d/.test(basename(path)),
    [inSkill('See `⟦a/b2.md⟧`.')],
    [inSkill('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.example-name',
    'its name is typical of examples',
    ({ path }) => PLACEHOLDER.test(path),
    [inSkill('See [it](⟦references/foo.md⟧).')],
    [inSkill('See [it](⟦references/tax.md⟧).')],
  ),
  clue(
    'path.capitals',
    'its name is in capitals',
    ({ path }) => /^[A-Z][A-Z0-9_-]+(?:\.\w+)?$/.test(basename(path)),
    [inSkill('See `⟦a/NOTES.md⟧`.')],
    [inSkill('See `⟦a/notes.md⟧`.')],
  ),
];
