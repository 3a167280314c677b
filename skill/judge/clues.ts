/** The clues to whether an author means a file of this bundle. To add one, see `skill/README.md`. */
import { isElsewhere } from '../clues/elsewhere.ts';
import { hasCompany, isSlip, isTold, teaches } from '../clues/evidence.ts';
import { isForPeople } from '../clues/ownership.ts';
import { isCopied } from '../files/audience.ts';
import { basename, dirname, extension, stem, within } from '../files/paths.ts';
import type { Excuse } from '../model/model.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from '../references/target.ts';
import { type Clue, clue, type Example } from './clue.ts';
import { DOCUMENT_CLUES } from './document-clues.ts';
import type { Situation } from './situation.ts';
import { TEXT_CLUES } from './text-clues.ts';

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const DATA = /\.(?:json|jsonl|ya?ml|toml|csv|tsv|xml|ini|cfg|conf|env|txt|sql)$/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|pdf|ico)$/i;
const SOURCE = /\.(?:go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|tsx|jsx|php|vue|svelte|tf|proto|graphql|css|scss|html?)$/i;
const PROJECT_FOLDER =
  /^(?:src|lib|app|apps|packages|tests?|docs?|public|dist|build|config|node_modules|components|pages|api|cmd|internal|pkg|migrations|data|outputs?|results?|reports?|logs?|tmp|temp)$/i;
const PROJECT_FILE =
  /^(?:package(?:-lock)?\.json|tsconfig[\w.]*\.json|pyproject\.toml|requirements[\w-]*\.txt|setup\.(?:py|cfg)|cargo\.toml|go\.mod|gemfile|makefile|dockerfile|docker-compose[\w.-]*|\.env[\w.]*|readme\.md|changelog\.md|claude\.md|agents\.md|gemini\.md|index\.\w+|main\.\w+|app\.\w+|config\.\w+|settings\.\w+|utils\.\w+)$/i;
const DATED = /20\d\d[-_]?[01]\d/;
const NOBODY =
  /(?:^|\/)(?:file_?name|script_?name|file|foo|bar|baz|name|topic|xyz|xxx|placeholder|skill-name|example|sample|my[-_]\w+|your[-_]\w+)\d?(?:\.\w+$|\/)/i;
const CODE_LANGUAGE =
  /^(?:python|py|[jt]sx?|javascript|typescript|go|rust|java|ruby|c|cpp|csharp|swift|kotlin|php|sql|html|css)$/i;
/** How many files of one kind make a folder a collection of them. */
const MANY = 5;

type Speaks = Clue['speaks'];
const text = (body: string, ...files: string[]): Example => ({ text: body, files });
const at = (document: string, body: string, ...files: string[]): Example => ({ text: body, files, in: document });
const excused =
  (excuse: Excuse): Speaks =>
  ({ reference }) =>
    reference.excuse === excuse;
const form =
  (...forms: readonly Situation['reference']['form'][]): Speaks =>
  ({ reference }) =>
    forms.includes(reference.form);
const isSpec = (first: string): boolean => SPEC_FOLDERS.has(first);
const has = ({ skill }: Situation, folder: string): boolean => skill.bundle.folders.has(folder);

/** How the path is written. */
const WRITTEN: readonly Clue[] = [
  clue('form.link', 'it is a link', ({ isLink }) => isLink, [text('See [it](⟦a/b.md⟧).')], [text('See `⟦a/b.md⟧`.')]),
  clue('form.bare', 'it is no code and no link', form('bare'), [text('See ⟦a/b.md⟧ now.')], [text('See `⟦a/b.md⟧`.')]),
  clue(
    'form.fence',
    'it stands in a fence, in no command',
    form('fence'),
    [text('```\nsee ⟦references/b.md⟧\n```')],
    [text('See `⟦references/b.md⟧`.')],
  ),
  clue(
    'form.command',
    'it is part of a command',
    ({ isCommand }) => isCommand,
    [text('```bash\npython ⟦scripts/b.py⟧\n```')],
    [text('See `⟦scripts/b.py⟧`.')],
  ),
  clue(
    'form.manifest-link',
    'it is a link in SKILL.md',
    ({ isLink, isManifest }) => isLink && isManifest,
    [text('See [it](⟦a/b.md⟧).')],
    [at('references/a.md', 'See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'base.skill',
    "it has a prefix for the skill's folder",
    ({ reference }) => reference.base.kind === 'skill',
    [text('Run `{baseDir}/⟦scripts/a.py⟧`.')],
    [text('Run `⟦scripts/a.py⟧`.')],
  ),
  clue(
    'base.plugin',
    "it has a prefix for the plugin's folder",
    ({ reference }) => reference.base.kind === 'plugin',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    [text('Run `${CLAUDE_PLUGIN_ROOT}/⟦scripts/a.py⟧`.')],
    [text('Run `⟦scripts/a.py⟧`.')],
  ),
  clue(
    'path.bare',
    'it is a name without a folder',
    ({ path }) => !path.includes('/'),
    [text('See `⟦b.md⟧`.')],
    [text('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.climbs',
    'it leads up',
    ({ path }) => path.startsWith('../'),
    [text('See [it](⟦../a/b.md⟧).')],
    [text('See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'path.deep',
    'it has more than three parts',
    ({ path }) => path.split('/').length > 3,
    [text('See `⟦references/a/b/c.md⟧`.')],
    [text('See `⟦references/a/b.md⟧`.')],
  ),
  clue(
    'path.markdown',
    'it is a Markdown file',
    ({ path }) => MARKDOWN.test(path),
    [text('See `⟦a/b.md⟧`.')],
    [text('See `⟦a/b.py⟧`.')],
  ),
  clue(
    'path.data',
    'it is a data file',
    ({ path }) => DATA.test(path),
    [text('See `⟦a/b.json⟧`.')],
    [text('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.image',
    'it is a picture',
    ({ path }) => IMAGE.test(path),
    [text('![it](⟦a/b.png⟧)')],
    [text('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.source',
    'it is source code',
    ({ path }) => SOURCE.test(path),
    [text('See `⟦a/b.go⟧`.')],
    [text('See `⟦a/b.py⟧`.')],
  ),
  clue(
    'path.folder',
    'it is a folder',
    ({ path }) => path.endsWith('/'),
    [text('See `⟦references/⟧`.')],
    [text('See `⟦references/a.md⟧`.')],
  ),
  clue(
    'path.no-extension',
    'it has no extension',
    ({ path }) => !path.endsWith('/') && extension(path) === '',
    [text('See [it](⟦a/b⟧).')],
    [text('See [it](⟦a/b.md⟧).')],
  ),
  clue(
    'path.references',
    'it lies in references/',
    ({ first }) => first === 'references',
    [text('See `⟦references/b.md⟧`.')],
    [text('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.scripts',
    'it lies in scripts/',
    ({ first }) => first === 'scripts',
    [text('See `⟦scripts/b.py⟧`.')],
    [text('See `⟦rules/b.py⟧`.')],
  ),
  clue(
    'path.assets',
    'it lies in assets/',
    ({ first }) => first === 'assets',
    [text('See `⟦assets/b.md⟧`.')],
    [text('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.bundle-folder',
    'skills keep files in such a folder',
    ({ first }) => BUNDLE_FOLDERS.has(first) && !isSpec(first),
    [text('See `⟦rules/b.md⟧`.')],
    [text('See `⟦src/b.md⟧`.')],
  ),
  clue(
    'path.project-folder',
    'projects have such a folder',
    ({ path, first }) => path.includes('/') && PROJECT_FOLDER.test(first),
    [text('See `⟦src/b.md⟧`.')],
    [text('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.dot-folder',
    'its folder begins with a dot',
    ({ first }) => /^\.[\w-]/.test(first),
    [text('See `⟦.github/b.md⟧`.')],
    [text('See `⟦rules/b.md⟧`.')],
  ),
  clue(
    'path.project-file',
    'most projects have a file of this name',
    ({ path }) => PROJECT_FILE.test(basename(path)),
    [text('See `⟦a/package.json⟧`.')],
    [text('See `⟦a/prices.json⟧`.')],
  ),
  clue(
    'path.skill-file',
    'it is the SKILL.md of a skill',
    ({ path }) => basename(path) === 'SKILL.md',
    [text('See [it](⟦../tax/SKILL.md⟧).')],
    [text('See [it](⟦../tax/rules.md⟧).')],
  ),
  clue(
    'path.dated',
    'its name has a date',
    ({ path }) => DATED.test(path),
    [text('See `⟦a/2026-01-notes.md⟧`.')],
    [text('See `⟦a/notes.md⟧`.')],
  ),
  clue(
    'path.numbered',
    'its name has a number',
    ({ path }) => /\d/.test(basename(path)),
    [text('See `⟦a/b2.md⟧`.')],
    [text('See `⟦a/b.md⟧`.')],
  ),
  clue(
    'path.example-name',
    'it is a name for examples',
    ({ path }) => NOBODY.test(path),
    [text('See [it](⟦references/foo.md⟧).')],
    [text('See [it](⟦references/tax.md⟧).')],
  ),
  clue(
    'path.capitals',
    'its name is in capitals',
    ({ path }) => /^[A-Z][A-Z0-9_-]+(?:\.\w+)?$/.test(basename(path)),
    [text('See `⟦a/NOTES.md⟧`.')],
    [text('See `⟦a/notes.md⟧`.')],
  ),
];

/** The document that it stands in. */
const DOCUMENT: readonly Clue[] = [
  clue(
    'document.other',
    'it stands in another file than SKILL.md',
    ({ isManifest }) => !isManifest,
    [at('references/a.md', 'See `⟦references/b.md⟧`.')],
    [text('See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.people',
    'its file is written for people',
    ({ document, skill }) => isForPeople(document, skill),
    [at('README.md', 'See `⟦references/b.md⟧`.')],
    [at('references/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.hidden',
    'its file lies in a hidden folder, out of the way of models',
    ({ document, skill }) => /(?:^|\/)\.[\w-]+\//.test(within(skill.root, document.path) ?? ''),
    [at('.planning/a.md', 'See `⟦references/b.md⟧`.')],
    [at('references/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.copied',
    'its file is made to be copied',
    ({ document, skill, isManifest }) => !isManifest && isCopied(within(skill.root, document.path) ?? ''),
    [at('assets/a.md', 'See `⟦references/b.md⟧`.')],
    [at('references/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.speaks-of-skills',
    'its text speaks of skills all the time',
    speaksOfSkills,
    [
      text(
        'Read `⟦references/b.md⟧`. A skill is a folder. Skills have a name. Write skills well. Test skills. Name skills.',
      ),
    ],
    [text('Read `⟦references/b.md⟧`. A bill is a paper. Bills have a date. Write bills well. Test bills. Name bills.')],
  ),
  clue(
    'document.of-skills',
    'the skill is about writing skills',
    ({ skill, document }) => teaches(skill, document),
    [{ text: 'See `⟦references/b.md⟧`.', description: 'Create new skills.' }],
    [{ text: 'See `⟦references/b.md⟧`.', description: 'Create new invoices.' }],
  ),
];

/** How often a text of a thousand words speaks of skills that is about them. */
const OFTEN_PER_THOUSAND = 12;
const density = new WeakMap<Situation['document'], boolean>();

/** Whether a document speaks of skills all the time, whatever its skill is described as. */
function speaksOfSkills({ document, skill }: Situation): boolean {
  const known = density.get(document);
  if (known !== undefined) return known;
  const text = document.text.slice(0, 40_000).replaceAll(skill.name, '');
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const skills = text.match(/\bskills?\b/gi)?.length ?? 0;
  const often = skills >= 5 && (skills * 1_000) / words >= OFTEN_PER_THOUSAND;
  density.set(document, often);
  return often;
}

/** What is written around it. */
const SAID: readonly Clue[] = [
  clue(
    'said.sent',
    'the text sends the model there',
    ({ reference, document }) => isTold(reference, document),
    [text('Read `⟦a/b.md⟧`.')],
    [text('About `⟦a/b.md⟧`.')],
  ),
  clue(
    'said.example',
    'the text calls it an example',
    excused('example'),
    [text('For example, `⟦references/b.md⟧`.')],
    [text('Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'said.output',
    'the text has it written',
    excused('output'),
    [text('Save it to `⟦a/b.md⟧`.')],
    [text('Read `⟦a/b.md⟧`.')],
  ),
  clue(
    'said.absent',
    'the text says that it is not there',
    excused('absent'),
    [text('`⟦references/b.md⟧` (coming soon)')],
    [text('Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'said.users',
    'the text calls it the user’s',
    excused('user-file'),
    [text('Edit your `⟦a/b.md⟧`.')],
    [text('Read `⟦a/b.md⟧`.')],
  ),
  clue(
    'said.template',
    'it is part of a text to be written',
    excused('template'),
    [text('`⟦references/b.py⟧`:\n\n```python\nx = 1\n```')],
    [text('Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'said.elsewhere',
    'another place of the text says where it comes from',
    ({ reference, document, skill }) => isElsewhere(reference, document, skill),
    [text('Run `⟦tools/b.py⟧`.\n\n```bash\ncp x.py tools/b.py\n```')],
    [text('Run `⟦tools/b.py⟧`.')],
  ),
  clue(
    'said.once',
    'the text has it once',
    ({ places }) => places <= 1,
    [text('Read `⟦a/b.md⟧`.')],
    [text('Read `⟦a/b.md⟧`. Then `a/b.md` again.')],
  ),
  clue(
    'fence.code',
    'it stands in a fence of code',
    ({ language }) => language !== undefined && CODE_LANGUAGE.test(language),
    [text('```python\nopen("⟦references/b.md⟧")\n```')],
    [text('```\n⟦references/b.md⟧\n```')],
  ),
  clue(
    'fence.plain',
    'it stands in a fence of no language',
    ({ language }) => language === '',
    [text('```\nsee ⟦references/b.md⟧\n```')],
    [text('Read `⟦references/b.md⟧`.')],
  ),
];

/** What the skill, its repository and its neighbours have. */
const SHIPPED: readonly Clue[] = [
  clue(
    'bundle.alone',
    'the skill has no file but SKILL.md',
    ({ skill }) => skill.bundle.files.size <= 1,
    [text('Read `⟦references/b.md⟧`.')],
    [text('Read `⟦references/b.md⟧`.', 'scripts/a.py')],
  ),
  clue(
    'bundle.kin',
    'its folder has files of its kind',
    ({ kin }) => kin.length > 0,
    [text('Read `⟦a/b.md⟧`.', 'a/c.md')],
    [text('Read `⟦a/b.md⟧`.', 'a/c.py')],
  ),
  clue(
    'bundle.kin-many',
    'its folder has five files of its kind or more',
    ({ kin }) => kin.length >= MANY,
    [text('Read `⟦a/b.md⟧`.', 'a/1.md', 'a/2.md', 'a/3.md', 'a/4.md', 'a/5.md')],
    [text('Read `⟦a/b.md⟧`.', 'a/1.md')],
  ),
  clue(
    'bundle.name',
    'the skill has a file of this name in another folder',
    ({ names, path }) => names.has(basename(path).toLowerCase()),
    [text('Read `⟦a/b.md⟧`.', 'references/b.md')],
    [text('Read `⟦a/b.md⟧`.', 'references/c.md')],
  ),
  clue(
    'bundle.stem',
    'the skill has this name with another extension',
    ({ stems, names, path }) => stems.has(stem(path).toLowerCase()) && !names.has(basename(path).toLowerCase()),
    [text('Read `⟦a/b.md⟧`.', 'a/b.txt')],
    [text('Read `⟦a/b.md⟧`.', 'a/c.txt')],
  ),
  clue(
    'bundle.slip',
    'the skill has almost this path',
    ({ reference, document, skill }) => isSlip(reference, document, skill),
    [text('Read `⟦references/invocies.md⟧`.', 'references/invoices.md')],
    [text('Read `⟦references/taxes.md⟧`.', 'references/invoices.md')],
  ),
  clue(
    'bundle.company',
    'files listed beside it are there',
    ({ reference, document, skill }) => hasCompany(reference, document, skill, 6),
    [text('- `references/a.md`\n- `⟦references/b.md⟧`', 'references/a.md')],
    [text('- `references/a.md`\n- `⟦references/b.md⟧`', 'references/c.md')],
  ),
  clue(
    'bundle.lacks-folder',
    'the skill lacks its folder',
    (situation) => situation.path.includes('/') && !isSpec(situation.first) && !has(situation, situation.first),
    [text('Read `⟦guides/b.md⟧`.')],
    [text('Read `⟦guides/b.md⟧`.', 'guides/a.md')],
  ),
  clue(
    'bundle.lacks-spec-folder',
    'it lies in references/, scripts/ or assets/, which the skill lacks',
    (situation) => isSpec(situation.first) && !has(situation, situation.first),
    [text('Read `⟦references/b.md⟧`.')],
    [text('Read `⟦references/b.md⟧`.', 'references/a.md')],
  ),
  clue(
    'bundle.any-spec-folder',
    'the skill has references/, scripts/ or assets/',
    (situation) => [...SPEC_FOLDERS].some((folder) => has(situation, folder)),
    [text('Read `⟦guides/b.md⟧`.', 'scripts/a.py')],
    [text('Read `⟦guides/b.md⟧`.', 'guides/a.py')],
  ),
  clue(
    'repository.folder',
    'the repository has its folder at its root',
    ({ path, repositoryHas }) => path.includes('/') && dirname(path) !== '' && repositoryHas(dirname(path)),
    [text('Read `⟦shared/b.md⟧`.', '/repo/shared/a.md')],
    [text('Read `⟦shared/b.md⟧`.', '/repo/other/a.md')],
  ),
  clue(
    'others.folder',
    'another skill has its folder',
    ({ path, othersHave }) => dirname(path).includes('/') && othersHave(dirname(path)),
    [text('Read `⟦guides/tax/b.md⟧`.', '/repo/skills/tax/SKILL.md', '/repo/skills/tax/guides/tax/a.md')],
    [text('Read `⟦guides/tax/b.md⟧`.')],
  ),
];

/** Two things at once, where one changes what the other says. */
const TOGETHER: readonly Clue[] = [
  clue(
    'pair.code-references',
    'it is code in references/',
    ({ reference, first }) => reference.form === 'code' && first === 'references',
    [text('Read `⟦references/b.md⟧`.')],
    [text('See [it](⟦references/b.md⟧).')],
  ),
  clue(
    'pair.command-scripts',
    'it is a command that runs from scripts/',
    ({ isCommand, first }) => isCommand && first === 'scripts',
    [text('```bash\npython ⟦scripts/b.py⟧\n```')],
    [text('Read `⟦scripts/b.py⟧`.')],
  ),
  clue(
    'pair.bare-markdown',
    'it is a Markdown name without a folder',
    ({ path }) => !path.includes('/') && MARKDOWN.test(path),
    [text('Read `⟦b.md⟧`.')],
    [text('Read `⟦a/b.md⟧`.')],
  ),
  clue(
    'pair.spec-manifest',
    'SKILL.md names it in references/, scripts/ or assets/',
    ({ isManifest, first }) => isManifest && isSpec(first),
    [text('Read `⟦references/b.md⟧`.')],
    [at('references/a.md', 'Read `⟦references/b.md⟧`.')],
  ),
  clue(
    'pair.spec-alone',
    'it lies in references/, scripts/ or assets/ of a skill without files',
    ({ first, skill }) => isSpec(first) && skill.bundle.files.size <= 1,
    [text('Read `⟦references/b.md⟧`.')],
    [text('Read `⟦references/b.md⟧`.', 'a.md')],
  ),
];

/**
 * Clues that weigh in pairs, too, learned from references that need no label. A clue that asks whether other paths of the
 * text are there is none of them: broken paths come in bunches, so it would tell the answer.
 */
const FREE: readonly Clue[] = [...WRITTEN, ...DOCUMENT, ...SAID, ...SHIPPED, ...TOGETHER];

/** How many clues, from the first on, weigh in pairs. */
export const PAIRED = FREE.length;

/** In the order of the weights' table; each id once. */
export const CLUES: readonly Clue[] = [...FREE, ...DOCUMENT_CLUES, ...TEXT_CLUES];
