/** Clues in the document and the skill around it that a path which leads nowhere is not the skill's. */
import { isCopied, isHistory } from '../files/audience.ts';
import { basename, dirname, within } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import { isOrigin } from './any-project.ts';
import type { Settling } from './clue.ts';
import { hasCompany, isAboutSkills, isSlip, isTold, teaches } from './evidence.ts';
import { hasName, leadsToSkill } from './foreign-path.ts';
import type { Missing } from './missing.ts';

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

/** A skill that is itself the pattern of skills to come. */
const isTemplate = ({ root, name }: Skill): boolean =>
  [name, basename(root)].some((one) => /(?:^|[-_])template$/i.test(one));
/** A skill that lies among the files of another, to be copied. */
const isCopiedOut = ({ root }: Skill): boolean =>
  [root, dirname(root)].some((folder) => /^(?:assets|templates?)$/i.test(basename(folder)));
/** … by its name or its place. */
const isPattern = (skill: Skill): boolean => isTemplate(skill) || isCopiedOut(skill);

/** "See references/file.md for …", in quotation marks: what somebody would write. */
function isQuoted({ reference: { range }, document: { text } }: Missing): boolean {
  const line = lineAround(text, range);
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,000 units
  const before = text.slice(line.start, range.start).replace(/[`'(]+$/, '');
  return (before.match(/["“”]/g) ?? []).length % 2 === 1 && /["”]/.test(text.slice(range.end, line.end));
}

/** Whether a bundled file is so like the path that a slip is likelier than an example; beside the right name nobody slips. */
function isNear({ path, reference: { range }, document, skill }: Missing): boolean {
  const [nearest] = suggest(path, skill.bundle, 1);
  if (nearest === undefined) return false;
  const line = lineAround(document.text, range);
  if (document.text.slice(line.start, line.end).includes(nearest)) return false;
  return basename(nearest) === basename(path) || dirname(nearest) === dirname(path);
}

/** A tree among examples is of what they show. */
const isTreeOfExample = ({ reference, isManifest, inner }: Missing): boolean =>
  reference.form === 'tree' && !isManifest && EXAMPLES.test(inner);

/** Whether what is told is shown, as of skills to come. A link that stands beside sound ones is no example. */
function isShown({ skill, document, isLink, isManifest, reference }: Missing): boolean {
  if (!teaches(skill, document) && !isCopiedOut(skill)) return false;
  const isSound = isLink && (isManifest || !isAboutSkills(document) || hasCompany(reference, document, skill));
  return !isSound || isPattern(skill);
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
  {
    id: 'foreign.prefix-shown',
    looksAt: 'document',
    says: 'the text is about writing skills and shows how a prefix is used',
    speaks: (missing) =>
      missing.reference.base.kind !== 'document' && teaches(missing.skill, missing.document) && !isNear(missing),
    fires: [{ text: 'Run `{baseDir}/⟦scripts/a.py⟧`.', description: 'Create new skills.' }],
    silent: ['Run `{baseDir}/⟦scripts/a.py⟧`.'],
  },
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
  {
    id: 'own.near-what-is-shown',
    looksAt: 'bundle',
    says: 'the skill has almost this path',
    keeps: true,
    speaks: (missing) =>
      isShown(missing) &&
      (missing.reference.form === 'tree'
        ? isSlip(missing.reference, missing.document, missing.skill)
        : isNear(missing)),
    fires: [
      { text: 'See `⟦references/rulez.md⟧`.', files: ['references/rules.md'], description: 'Create new skills.' },
    ],
    silent: [{ text: 'See `⟦references/form.md⟧`.', files: ['scripts/a.py'], description: 'Create new skills.' }],
  },
  {
    id: 'own.told-where-skills-are-shown',
    looksAt: 'line',
    says: 'the text sends the model there, into a folder that the skill has',
    keeps: true,
    speaks: (missing) =>
      isShown(missing) &&
      missing.shipsFolder &&
      !isPattern(missing.skill) &&
      !isQuoted(missing) &&
      (missing.isCommand
        ? hasCompany(missing.reference, missing.document, missing.skill)
        : isTold(missing.reference, missing.document)),
    fires: [
      { text: 'Read `⟦references/rules.md⟧` before.', files: ['references/a.md'], description: 'Create new skills.' },
      {
        text: '```bash\npython scripts/init.py\npython ⟦scripts/pack.py⟧\n```',
        files: ['scripts/init.py'],
        description: 'Create new skills.',
      },
    ],
    silent: [
      {
        text: 'Write: "Read `⟦references/none.md⟧` first".',
        files: ['references/a.md'],
        description: 'Guides skill authoring.',
      },
      {
        text: 'A skill may have `⟦scripts/rotate.py⟧`.',
        files: ['scripts/init.py'],
        description: 'Create new skills.',
      },
    ],
  },
  {
    id: 'foreign.shown',
    looksAt: 'document',
    says: 'the text is about writing skills and shows files of skills to come',
    speaks: isShown,
    fires: [
      {
        text: 'A skill may have `⟦scripts/rotate.py⟧`.',
        files: ['scripts/init.py'],
        description: 'Create new skills.',
      },
      {
        text: '- [Details](⟦references/none.md⟧)',
        name: 'skill-template',
        description: 'Template for creating new skills.',
      },
    ],
    silent: [
      'A skill may have `⟦scripts/rotate.py⟧`.',
      { text: '[x](⟦references/none.md⟧)', description: 'Create new skills.' },
    ],
  },
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
