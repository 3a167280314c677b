/** Clues in the document and the skill that a missing path is not the skill's own. */

import { isForCopying, isHistory } from '../files/audience.ts';
import { basename, within } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { isOriginOfDocument } from './any-project.ts';
import type { OwnershipClue } from './clue.ts';
import { hasExistingSiblings, hasOpenInstruction, isAboutWritingSkills, isTypo } from './evidence.ts';
import { hasNamesake, pointsToOtherSkill } from './foreign-path.ts';
import type { MissingPath } from './missing-path.ts';
import { SHOWN_PATHS, SHOWN_PREFIXES } from './skill-authoring.ts';

/** The path of a document among examples, or called an example. */
const EXAMPLES = /(?:^|[/_-])examples?(?:[/._-]|$)/i;
/** The name of a document that is an example or a template, so its text is about what it shows. */
const EXAMPLE = /(?:^|[-_.])(?:example|sample|template)(?:[-_.]|$)/i;
const NAMES_FOR_PEOPLE = ['readme(?:_\\w+)?', 'contributing', 'code_of_conduct', 'security', 'eval', 'spec', 'todo'];
const TEST_FOLDERS = ['evals?', 'evaluations?', '(?:self[-_])?tests?', 'fixtures?', '__tests__'];
const PEOPLE = new RegExp(`^${anyOf(NAMES_FOR_PEOPLE)}\\b[^/]*$|(?:^|\\/)${anyOf(TEST_FOLDERS)}\\/`, 'i');

/** Returns true if a document is for human readers or tests, or is a history: no model is sent there. */
export function isForPeople({ path }: SkillDocument, skill: Skill): boolean {
  const inner = within(skill.root, path) ?? '';
  return path !== skill.manifest.path && (PEOPLE.test(inner) || isHistory(inner));
}

/** A tree in a document of examples shows the example's files. */
const isTreeOfExample = ({ reference, isManifest, inner }: MissingPath): boolean =>
  reference.form === 'tree' && !isManifest && EXAMPLES.test(inner);

/** Returns true for an image or a link in HTML in a README, which shows the page of a project to people. */
const isOnPageForPeople = ({
  isLink,
  isManifest,
  inner,
  document: { text },
  reference: { range },
}: MissingPath): boolean =>
  isLink &&
  !isManifest &&
  /readme/i.test(basename(inner)) &&
  /\b(?:src|href)=["']$/i.test(text.slice(Math.max(0, range.start - 8), range.start));

/** Maximum length of the head of a document, which may name its origin, in UTF-16 units. */
const HEAD = 800;
const ORIGINS = ['source', 'origin', 'upstream', 'original', 'mirrored', 'adapted', 'copied', 'vendored', 'fetched'];
const ORIGIN_NOUNS = ['url', 'doc(?:ument)?', 'page', 'repo(?:sitory)?'];
/** "Source URL: https://…", "Vendored from [it](https://…)". */
const FROM_URL =
  `^[ \\t>*_#-]*${anyOf([...ORIGINS, 'taken', 'imported'])}(?: ${anyOf(ORIGIN_NOUNS)})?(?: from| at)?\\b` +
  '[*_:]*[ \\t]*(?:\\[[^\\]\\n]*\\]\\()?<?https?:\\/\\/';
const GENERATED = [
  "\\b(?:auto-?generated|generated (?:file|by|from))\\b[^\\n]{0,120}\\b(?:do not|don(?:'|’)t) edit\\b",
  '^[ \\t>*_#-]*<!--[^\\n]{0,20}\\bAUTO-?GENERATED\\b',
];
const COPY = new RegExp(anyOf([FROM_URL, ...GENERATED, '\\b(?:local|vendored) copy\\b']), 'im');
const VENDORED = /(?:^|\/)(?:vendor(?:ed)?|third[-_]party|upstream|mirror|overlays?)\//i;
const copies = new WeakMap<MissingPath['document'], boolean>();

/** Returns true if the head of a document other than SKILL.md says that it is a copy or generated. */
function isCopy({ document, isManifest, inner }: MissingPath): boolean {
  if (isManifest) return false;
  const known =
    copies.get(document) ?? (VENDORED.test(inner) || COPY.test(document.text.slice(0, document.bodyStart + HEAD)));
  copies.set(document, known);
  return known;
}

/** "Run this script from this file's directory": stated once for all scripts of a text. */
const FROM_HERE =
  /\b(?:from|in|inside) (?:this|the) (?:file|document|guide|skill)(?:'|’)s (?:own )?(?:directory|folder)\b/i;
const fromHereCache = new WeakMap<SkillDocument, boolean>();

/** Returns true if a document has its commands run from its own folder. */
function isRunFromHere(document: SkillDocument): boolean {
  const known = fromHereCache.get(document) ?? FROM_HERE.test(document.text);
  fromHereCache.set(document, known);
  return known;
}

/** Clues that depend on the base. For a path with a prefix, little else is considered. */
export const FOREIGN_BY_BASE: readonly OwnershipClue<MissingPath>[] = [
  {
    id: 'foreign.copied-to-plugin',
    says: 'its file is meant to be copied into another plugin',
    matches: ({ reference, isManifest, inner }) =>
      reference.base.kind === 'plugin' && !isManifest && isForCopying(inner),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    fires: [{ text: 'Run `${CLAUDE_PLUGIN_ROOT}/⟦scripts/a.py⟧`.', in: 'assets/a.md', files: ['/repo/scripts/b.py'] }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    silent: [{ text: 'Run `${CLAUDE_PLUGIN_ROOT}/⟦scripts/a.py⟧`.', in: 'references/a.md' }],
  },
  {
    id: 'own.tree-slip',
    says: 'the skill has a file with almost the same path',
    isOwn: true,
    matches: (missing) => isTreeOfExample(missing) && isTypo(missing.reference, missing.document, missing.skill),
    fires: [
      {
        text: '```\nbilling/\n├── SKILL.md\n└── scripts/\n    └── ⟦reserch.sh⟧\n```',
        in: 'references/examples/a.md',
        files: ['scripts/research.sh'],
      },
    ],
    silent: [
      {
        text: '```\nbilling/\n├── SKILL.md\n└── scripts/\n    └── ⟦research.sh⟧\n```',
        in: 'references/examples/a.md',
      },
    ],
  },
  {
    id: 'foreign.tree-of-example',
    says: 'a tree in a file of examples shows the files of the example',
    matches: isTreeOfExample,
    fires: [
      {
        text: '```\nbilling/\n├── SKILL.md\n└── scripts/\n    └── ⟦research.sh⟧\n```',
        in: 'references/examples/a.md',
      },
    ],
    silent: [
      { text: '```\nbilling/\n├── SKILL.md\n└── scripts/\n    └── ⟦research.sh⟧\n```', in: 'references/layout.md' },
    ],
  },
  ...SHOWN_PREFIXES,
  {
    id: 'own.prefix',
    says: "it has a prefix for the skill's or plugin's folder",
    isOwn: true,
    matches: ({ reference }) => reference.base.kind !== 'document',
    fires: ['Run `{baseDir}/⟦scripts/a.py⟧`.'],
    silent: ['Run `⟦scripts/a.py⟧`.'],
  },
];

export const FOREIGN_DOCUMENTS: readonly OwnershipClue<MissingPath>[] = [
  {
    id: 'foreign.copied-document',
    says: 'its file is copied or generated, and its paths refer to the original location',
    matches: (missing) =>
      isCopy(missing) &&
      suggest(missing.path, missing.skill.bundle, 1).length === 0 &&
      !hasExistingSiblings(missing.reference, missing.document, missing.skill),
    fires: [
      { text: 'Source: https://example.com/docs/api\n\nSee [it](⟦limits.md⟧).', in: 'references/api.md' },
      { text: '> Vendored from [x](https://example.com/x)\n\nRun `⟦scripts/a.py⟧`.', in: 'references/api.md' },
      { text: '<!-- AUTOGENERATED -->\n\nSee [it](⟦limits.md⟧).', in: 'references/api.md' },
      { text: 'See [it](⟦docs/limits.md⟧).', in: 'vendor/client/README.md' },
    ],
    silent: [
      { text: 'See [it](⟦limits.md⟧).', in: 'references/api.md' },
      'Source: https://example.com/docs/api\n\nSee [it](⟦limits.md⟧).',
      {
        text: 'Source: https://example.com/docs/api\n\nSee [it](⟦references/limits.md⟧), [b](references/b.md).',
        in: 'references/api.md',
        files: ['references/b.md'],
      },
      {
        text: 'Source: https://example.com/docs/api\n\nSee [it](⟦limts.md⟧).',
        in: 'references/api.md',
        files: ['references/limits.md'],
      },
    ],
  },
  {
    id: 'foreign.page-for-people',
    says: 'it is an image or a link in HTML on the page of a project for people',
    matches: isOnPageForPeople,
    fires: [
      { text: '<img src="⟦docs/logo.png⟧">', in: 'references/tool-readme.md' },
      { text: '<a href="⟦README.de.md⟧">Deutsch</a>', in: 'references/README.md' },
    ],
    silent: [
      { text: '<a href="⟦limits.md⟧">Limits</a>', in: 'references/api.md' },
      { text: 'See [limits](⟦limits.md⟧).', in: 'references/README.md' },
      '<img src="⟦assets/logo.png⟧">',
    ],
  },
  {
    id: 'foreign.origin',
    says: 'its file was derived from it',
    matches: ({ isManifest, isLink, reference, document }) =>
      !isManifest && !isLink && isOriginOfDocument(reference, document),
    fires: [{ text: '- Source CSV: ⟦docs/raw/rates.csv⟧', in: 'docs/b.md', files: ['docs/a.md'] }],
    silent: [{ text: 'See ⟦docs/raw/rates.csv⟧', in: 'docs/b.md', files: ['docs/a.md'] }],
  },
  {
    id: 'foreign.shown-in-document',
    says: 'commands and trees outside SKILL.md are about the user’s project',
    matches: ({ isManifest, reference: { form }, shipsFolder }) =>
      !isManifest && (form === 'fence-command' || form === 'fence' || form === 'tree') && !shipsFolder,
    fires: [{ text: '```bash\npython ⟦scripts/a.py⟧\n```', in: 'references/a.md' }],
    silent: ['```bash\npython ⟦scripts/a.py⟧\n```'],
  },
  {
    id: 'own.from-this-folder',
    says: 'the text says to run such commands from its own folder',
    isOwn: true,
    matches: ({ isManifest, isCommand, first, skill, document }) =>
      !isManifest &&
      isCommand &&
      SPEC_FOLDERS.has(first) &&
      !isAboutWritingSkills(skill, document) &&
      isRunFromHere(document),
    fires: [
      { text: "Run it from this file's directory: `python ⟦scripts/cut.py⟧ in.pdf`.", in: 'forms.md' },
      {
        text: 'Run this script from this file’s directory: `python scripts/cut.py a`.\n\n`python ⟦scripts/join.py⟧ b`',
        in: 'forms.md',
      },
    ],
    silent: [
      { text: 'Run `python ⟦scripts/cut.py⟧ in.pdf`.', in: 'forms.md' },
      { text: "The cutter (`⟦scripts/cut.py⟧`) is in this file's directory.", in: 'forms.md' },
      { text: "Run it from this file's directory: `python ⟦tools/cut.py⟧ in.pdf`.", in: 'forms.md' },
    ],
  },
  {
    id: 'foreign.recipe',
    says: 'a recipe names files that the user’s project should have',
    matches: ({ isManifest, isLink, shipsFolder, path, skill, reference, document }) =>
      !isManifest &&
      !isLink &&
      !shipsFolder &&
      !pointsToOtherSkill(path) &&
      !hasNamesake(path, skill) &&
      !hasOpenInstruction(reference, document),
    fires: [{ text: 'A generator (`⟦scripts/gen.mjs⟧`) writes the pages.', in: 'references/site.md' }],
    silent: [{ text: 'Run `⟦scripts/gen.mjs⟧`.', in: 'references/site.md' }],
  },
  ...SHOWN_PATHS,
  {
    id: 'foreign.example-file',
    says: 'its file is an example or a template, and is about what it shows',
    matches: ({ isManifest, path, inner, isLink, first, skill }) =>
      !isManifest &&
      !pointsToOtherSkill(path) &&
      (EXAMPLE.test(basename(inner)) || (isForCopying(inner) && (isLink || !SPEC_FOLDERS.has(first)))) &&
      !hasNamesake(path, skill),
    fires: [{ text: 'Read `⟦references/none.md⟧`.', in: 'references/bill-example.md' }],
    silent: [{ text: 'Read `⟦references/none.md⟧`.', in: 'references/bills.md' }],
  },
];
