/** Clues in the document and the skill around it that a path which leads nowhere is not the skill's. */
import { isCopied, isHistory } from '../files/audience.ts';
import { basename, within } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { isOrigin } from './any-project.ts';
import type { Settling } from './clue.ts';
import { hasCompany, isSlip, isTold, teaches } from './evidence.ts';
import { hasName, leadsToSkill } from './foreign-path.ts';
import type { Missing } from './missing.ts';
import { PREFIX_SHOWN, SHOWN } from './skill-authoring.ts';

/** Among examples, or called so. */
const EXAMPLES = /(?:^|[/_-])examples?(?:[/._-]|$)/i;
/** A document that is called an example or a template: what stands in it is of the thing that it shows. */
const EXAMPLE = /(?:^|[-_.])(?:example|sample|template)(?:[-_.]|$)/i;
const PEOPLE =
  /^(?:readme|contributing|code_of_conduct|security|eval|spec|todo)\b[^/]*$|(?:^|\/)(?:evals?|evaluations?|tests?|fixtures?|__tests__)\//i;

/** Whether a document is for people who come by, tells what was, or is fed to tests: no model is sent there. */
export function isForPeople({ path }: SkillDocument, skill: Skill): boolean {
  const inner = within(skill.root, path) ?? '';
  return path !== skill.manifest.path && (PEOPLE.test(inner) || isHistory(inner));
}

/** A tree among examples is of what they show. */
const isTreeOfExample = ({ reference, isManifest, inner }: Missing): boolean =>
  reference.form === 'tree' && !isManifest && EXAMPLES.test(inner);

/** As much of a document as may say where it was taken from, in UTF-16 units. */
const HEAD = 800;
const COPY =
  /^[ \t>*_#-]*(?:source|origin|upstream|original|mirrored|adapted|copied|vendored|fetched|taken|imported)(?: (?:url|doc(?:ument)?|page|repo(?:sitory)?))?(?: from| at)?\b[*_:]*[ \t]*(?:\[[^\]\n]*\]\()?<?https?:\/\/|\b(?:auto-?generated|generated (?:file|by|from))\b[^\n]{0,120}\b(?:do not|don(?:'|’)t) edit\b|^[ \t>*_#-]*<!--[^\n]{0,20}\bAUTO-?GENERATED\b|\b(?:local|vendored) copy\b/im;
const VENDORED = /(?:^|\/)(?:vendor(?:ed)?|third[-_]party|upstream|mirror|overlays?)\//i;
const copies = new WeakMap<Missing['document'], boolean>();

/** Whether the head of another document than SKILL.md says that it is a copy, or generated. */
function isCopy({ document, isManifest, inner }: Missing): boolean {
  if (isManifest) return false;
  const known =
    copies.get(document) ?? (VENDORED.test(inner) || COPY.test(document.text.slice(0, document.bodyStart + HEAD)));
  copies.set(document, known);
  return known;
}

/** "Run this script from this file's directory": said once, of all scripts of a text. */
const FROM_HERE =
  /\b(?:from|in|inside) (?:this|the) (?:file|document|guide|skill)(?:'|’)s (?:own )?(?:directory|folder)\b/i;
const here = new WeakMap<SkillDocument, boolean>();

/** Whether a document has its commands run from the folder that it lies in. */
function isRunFromHere(document: SkillDocument): boolean {
  const known = here.get(document) ?? FROM_HERE.test(document.text);
  here.set(document, known);
  return known;
}

/** Where a path has a prefix for some folder, little else is asked. */
export const FOREIGN_BY_BASE: readonly Settling<Missing>[] = [
  {
    id: 'foreign.copied-to-plugin',
    looksAt: 'document',
    says: 'its file is made to be copied into another plugin',
    speaks: ({ reference, isManifest, inner }) => reference.base.kind === 'plugin' && !isManifest && isCopied(inner),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    fires: [{ text: 'Run `${CLAUDE_PLUGIN_ROOT}/⟦scripts/a.py⟧`.', in: 'assets/a.md', files: ['/repo/scripts/b.py'] }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what authors write
    silent: [{ text: 'Run `${CLAUDE_PLUGIN_ROOT}/⟦scripts/a.py⟧`.', in: 'references/a.md' }],
  },
  {
    id: 'own.tree-slip',
    looksAt: 'bundle',
    says: 'the skill has almost this path',
    keeps: true,
    speaks: (missing) => isTreeOfExample(missing) && isSlip(missing.reference, missing.document, missing.skill),
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
    looksAt: 'document',
    says: 'a tree in a file of examples is of what the example shows',
    speaks: isTreeOfExample,
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
  ...PREFIX_SHOWN,
  {
    id: 'own.prefix',
    looksAt: 'form',
    says: "it has a prefix for the skill's or the plugin's folder",
    keeps: true,
    speaks: ({ reference }) => reference.base.kind !== 'document',
    fires: ['Run `{baseDir}/⟦scripts/a.py⟧`.'],
    silent: ['Run `⟦scripts/a.py⟧`.'],
  },
];

export const FOREIGN_DOCUMENTS: readonly Settling<Missing>[] = [
  {
    id: 'foreign.copied-document',
    looksAt: 'document',
    says: 'its file is a copy or generated, and its paths are of where it comes from',
    speaks: (missing) =>
      isCopy(missing) &&
      suggest(missing.path, missing.skill.bundle, 1).length === 0 &&
      !hasCompany(missing.reference, missing.document, missing.skill),
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
    id: 'foreign.origin',
    looksAt: 'before',
    says: 'its file was made from it',
    speaks: ({ isManifest, isLink, reference, document }) => !isManifest && !isLink && isOrigin(reference, document),
    fires: [{ text: '- Source CSV: ⟦docs/raw/rates.csv⟧', in: 'docs/b.md', files: ['docs/a.md'] }],
    silent: [{ text: 'See ⟦docs/raw/rates.csv⟧', in: 'docs/b.md', files: ['docs/a.md'] }],
  },
  {
    id: 'foreign.shown-in-document',
    looksAt: 'document',
    says: 'commands and trees of other files than SKILL.md are of the user’s project',
    speaks: ({ isManifest, reference: { form }, shipsFolder }) =>
      !isManifest && (form === 'fence-command' || form === 'fence' || form === 'tree') && !shipsFolder,
    fires: [{ text: '```bash\npython ⟦scripts/a.py⟧\n```', in: 'references/a.md' }],
    silent: ['```bash\npython ⟦scripts/a.py⟧\n```'],
  },
  {
    id: 'own.from-this-folder',
    looksAt: 'document',
    says: 'the text has such commands run from the folder that its file lies in',
    keeps: true,
    speaks: ({ isManifest, isCommand, first, skill, document }) =>
      !isManifest && isCommand && SPEC_FOLDERS.has(first) && !teaches(skill, document) && isRunFromHere(document),
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
    looksAt: 'document',
    says: 'a file of recipes names what the user’s project is to have',
    speaks: ({ isManifest, isLink, shipsFolder, path, skill, reference, document }) =>
      !isManifest &&
      !isLink &&
      !shipsFolder &&
      !leadsToSkill(path) &&
      !hasName(path, skill) &&
      !isTold(reference, document),
    fires: [{ text: 'A generator (`⟦scripts/gen.mjs⟧`) writes the pages.', in: 'references/site.md' }],
    silent: [{ text: 'Run `⟦scripts/gen.mjs⟧`.', in: 'references/site.md' }],
  },
  ...SHOWN,
  {
    id: 'foreign.example-file',
    looksAt: 'document',
    says: 'its file is an example or made to be copied, and speaks of what it shows',
    speaks: ({ isManifest, path, inner, isLink, first, skill }) =>
      !isManifest &&
      !leadsToSkill(path) &&
      (EXAMPLE.test(basename(inner)) || (isCopied(inner) && (isLink || !SPEC_FOLDERS.has(first)))) &&
      !hasName(path, skill),
    fires: [{ text: 'Read `⟦references/none.md⟧`.', in: 'references/bill-example.md' }],
    silent: [{ text: 'Read `⟦references/none.md⟧`.', in: 'references/bills.md' }],
  },
];
