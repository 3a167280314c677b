/** Clues about the path itself: its parts, its name and its extension. */

import type { Clue } from '../clues/clue.ts';
import { basename, extension } from '../files/paths.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import type { Situation } from './situation.ts';
import { isSpecFolder, MARKDOWN } from './situation-tests.ts';

const DATA = /\.(?:json|jsonl|ya?ml|toml|csv|tsv|xml|ini|cfg|conf|env|txt|sql)$/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|pdf|ico)$/i;
const LANGUAGES = ['go', 'rs', 'java', 'kt', 'swift', 'c', 'h', 'cc', 'cpp', 'hpp', 'cs', 'tsx', 'jsx', 'php'];
const WEB = ['vue', 'svelte', 'tf', 'proto', 'graphql', 'css', 'scss', 'html?'];
const SOURCE = new RegExp(`\\.${anyOf([...LANGUAGES, ...WEB])}$`, 'i');
const CODE_FOLDERS = ['src', 'lib', 'app', 'apps', 'packages', 'tests?', 'docs?', 'public', 'dist', 'build', 'config'];
const PARTS = ['node_modules', 'components', 'pages', 'api', 'cmd', 'internal', 'pkg', 'migrations'];
const RESULTS = ['data', 'outputs?', 'results?', 'reports?', 'logs?', 'tmp', 'temp'];
const PROJECT_FOLDER = new RegExp(`^${anyOf([...CODE_FOLDERS, ...PARTS, ...RESULTS])}$`, 'i');
const MANIFESTS = [
  'package(?:-lock)?\\.json',
  'tsconfig[\\w.]*\\.json',
  'pyproject\\.toml',
  'requirements[\\w-]*\\.txt',
];
const BUILDS = ['setup\\.(?:py|cfg)', 'cargo\\.toml', 'go\\.mod', 'gemfile', 'makefile', 'dockerfile'];
const SETTINGS = ['docker-compose[\\w.-]*', '\\.env[\\w.]*'];
const TEXTS = ['readme\\.md', 'changelog\\.md', 'claude\\.md', 'agents\\.md', 'gemini\\.md'];
const SOURCES = ['index\\.\\w+', 'main\\.\\w+', 'app\\.\\w+', 'config\\.\\w+', 'settings\\.\\w+', 'utils\\.\\w+'];
const PROJECT_FILE = new RegExp(`^${anyOf([...MANIFESTS, ...BUILDS, ...SETTINGS, ...TEXTS, ...SOURCES])}$`, 'i');
const DATED = /20\d\d[-_]?[01]\d/;
const PLACEHOLDERS = ['file_?name', 'script_?name', 'file', 'foo', 'bar', 'baz', 'name', 'topic', 'xyz', 'xxx'];
const SAMPLES = ['placeholder', 'skill-name', 'example', 'sample', 'my[-_]\\w+', 'your[-_]\\w+'];
const PLACEHOLDER = new RegExp(`(?:^|\\/)${anyOf([...PLACEHOLDERS, ...SAMPLES])}\\d?(?:\\.\\w+$|\\/)`, 'i');

export const PATH_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'path.bare',
    says: 'it is a name without a folder',
    matches: ({ path }) => !path.includes('/'),
    fires: ['See `⟦b.md⟧`.'],
    silent: ['See `⟦a/b.md⟧`.'],
  },
  {
    id: 'path.climbs',
    says: 'it leads to a parent folder',
    matches: ({ path }) => path.startsWith('../'),
    fires: ['See [it](⟦../a/b.md⟧).'],
    silent: ['See [it](⟦a/b.md⟧).'],
  },
  {
    id: 'path.deep',
    says: 'it has more than three parts',
    matches: ({ path }) => path.split('/').length > 3,
    fires: ['See `⟦references/a/b/c.md⟧`.'],
    silent: ['See `⟦references/a/b.md⟧`.'],
  },
  {
    id: 'path.markdown',
    says: 'it is a Markdown file',
    matches: ({ path }) => MARKDOWN.test(path),
    fires: ['See `⟦a/b.md⟧`.'],
    silent: ['See `⟦a/b.py⟧`.'],
  },
  {
    id: 'path.data',
    says: 'it is a data file',
    matches: ({ path }) => DATA.test(path),
    fires: ['See `⟦a/b.json⟧`.'],
    silent: ['See `⟦a/b.md⟧`.'],
  },
  {
    id: 'path.image',
    says: 'it is a picture',
    matches: ({ path }) => IMAGE.test(path),
    fires: ['![it](⟦a/b.png⟧)'],
    silent: ['See `⟦a/b.md⟧`.'],
  },
  {
    id: 'path.source',
    says: 'it is source code',
    matches: ({ path }) => SOURCE.test(path),
    fires: ['See `⟦a/b.go⟧`.'],
    silent: ['See `⟦a/b.py⟧`.'],
  },
  {
    id: 'path.folder',
    says: 'it is a folder',
    matches: ({ path }) => path.endsWith('/'),
    fires: ['See `⟦references/⟧`.'],
    silent: ['See `⟦references/a.md⟧`.'],
  },
  {
    id: 'path.no-extension',
    says: 'it has no extension',
    matches: ({ path }) => !path.endsWith('/') && extension(path) === '',
    fires: ['See [it](⟦a/b⟧).'],
    silent: ['See [it](⟦a/b.md⟧).'],
  },
  {
    id: 'path.references',
    says: 'it is in references/',
    matches: ({ first }) => first === 'references',
    fires: ['See `⟦references/b.md⟧`.'],
    silent: ['See `⟦rules/b.md⟧`.'],
  },
  {
    id: 'path.scripts',
    says: 'it is in scripts/',
    matches: ({ first }) => first === 'scripts',
    fires: ['See `⟦scripts/b.py⟧`.'],
    silent: ['See `⟦rules/b.py⟧`.'],
  },
  {
    id: 'path.assets',
    says: 'it is in assets/',
    matches: ({ first }) => first === 'assets',
    fires: ['See `⟦assets/b.md⟧`.'],
    silent: ['See `⟦rules/b.md⟧`.'],
  },
  {
    id: 'path.bundle-folder',
    says: 'skills often have such a folder',
    matches: ({ first }) => BUNDLE_FOLDERS.has(first) && !isSpecFolder(first),
    fires: ['See `⟦rules/b.md⟧`.'],
    silent: ['See `⟦src/b.md⟧`.'],
  },
  {
    id: 'path.project-folder',
    says: 'projects often have such a folder',
    matches: ({ path, first }) => path.includes('/') && PROJECT_FOLDER.test(first),
    fires: ['See `⟦src/b.md⟧`.'],
    silent: ['See `⟦rules/b.md⟧`.'],
  },
  {
    id: 'path.dot-folder',
    says: 'its folder begins with a dot',
    matches: ({ first }) => /^\.[\w-]/.test(first),
    fires: ['See `⟦.github/b.md⟧`.'],
    silent: ['See `⟦rules/b.md⟧`.'],
  },
  {
    id: 'path.project-file',
    says: 'most projects have a file of this name',
    matches: ({ path }) => PROJECT_FILE.test(basename(path)),
    fires: ['See `⟦a/package.json⟧`.'],
    silent: ['See `⟦a/prices.json⟧`.'],
  },
  {
    id: 'path.skill-file',
    says: 'it is the SKILL.md of a skill',
    matches: ({ path }) => basename(path) === 'SKILL.md',
    fires: ['See [it](⟦../tax/SKILL.md⟧).'],
    silent: ['See [it](⟦../tax/rules.md⟧).'],
  },
  {
    id: 'path.dated',
    says: 'its name contains a date',
    matches: ({ path }) => DATED.test(path),
    fires: ['See `⟦a/2026-01-notes.md⟧`.'],
    silent: ['See `⟦a/notes.md⟧`.'],
  },
  {
    id: 'path.numbered',
    says: 'its name contains a number',
    matches: ({ path }) => /\d/.test(basename(path)),
    fires: ['See `⟦a/b2.md⟧`.'],
    silent: ['See `⟦a/b.md⟧`.'],
  },
  {
    id: 'path.example-name',
    says: 'its name is typical of examples',
    matches: ({ path }) => PLACEHOLDER.test(path),
    fires: ['See [it](⟦references/foo.md⟧).'],
    silent: ['See [it](⟦references/tax.md⟧).'],
  },
  {
    id: 'path.capitals',
    says: 'its name is in capitals',
    matches: ({ path }) => /^[A-Z][A-Z0-9_-]+(?:\.\w+)?$/.test(basename(path)),
    fires: ['See `⟦a/NOTES.md⟧`.'],
    silent: ['See `⟦a/notes.md⟧`.'],
  },
];
