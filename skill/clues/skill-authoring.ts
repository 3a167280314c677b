/**
 * Clues for texts about writing skills, and for skills that are templates: most of their paths belong to future skills.
 */
import { basename, dirname } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Skill } from '../model/model.ts';
import { lineAround } from '../text/lines.ts';
import type { OwnershipClue } from './clue.ts';
import {
  hasExistingSiblings,
  hasOpenInstruction,
  isAboutWritingSkills,
  isTypo,
  mentionsManifestOften,
} from './evidence.ts';
import type { MissingPath } from './missing-path.ts';
import { pathContextOf } from './path-context.ts';

/** Returns true if a skill is itself a template for new skills. */
const isTemplateByName = ({ root, name }: Skill): boolean =>
  [name, basename(root)].some((one) => /(?:^|[-_])template$/i.test(one));
/** Returns true if a skill is among the files of another one, to be copied. */
const isTemplateByLocation = ({ root }: Skill): boolean =>
  [root, dirname(root)].some((folder) => /^(?:assets|templates?)$/i.test(basename(folder)));
/** Returns true if either its name or its location makes a skill a template. */
const isTemplate = (skill: Skill): boolean => isTemplateByName(skill) || isTemplateByLocation(skill);

/** "See references/file.md for …" in quotation marks, as a sample of what to write. */
function isQuoted({ reference: { range }, document: { text } }: MissingPath): boolean {
  const line = lineAround(text, range);
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,000 units
  const before = text.slice(line.start, range.start).replace(/[`'(]+$/, '');
  return (before.match(/["“”]/g) ?? []).length % 2 === 1 && /["”]/.test(text.slice(range.end, line.end));
}

/** Returns true if a bundled file is so similar to the path that a typo is likelier than an example. */
function isNear({ path, reference: { range }, document, skill }: MissingPath): boolean {
  const [nearest] = suggest(path, skill.bundle, 1);
  if (nearest === undefined) return false;
  const line = lineAround(document.text, range);
  if (document.text.slice(line.start, line.end).includes(nearest)) return false;
  return basename(nearest) === basename(path) || dirname(nearest) === dirname(path);
}

/** Returns true if a path is shown as part of a future skill. A link next to valid ones is not an example. */
function isShown({ skill, document, isLink, isManifest, reference }: MissingPath): boolean {
  if (!isAboutWritingSkills(skill, document) && !isTemplateByLocation(skill)) return false;
  const isRealLink =
    isLink && (isManifest || !mentionsManifestOften(document) || hasExistingSiblings(reference, document, skill));
  return !isRealLink || isTemplate(skill);
}

/** "Consult these guides:" above a list with "Rates: see `…`" sends the model there, whatever the skill is about. */
const GUIDES_BELOW =
  /\b(?:consult|read|see|use|load)\b[^.\n]*\b(?:guides?|references?|documents?|docs|files?)\b[^\n]*:[*_\s]*$/i;
const SEE_AFTER_LABEL = /(?::|[–—-])[*_]*\s+(?:see|read|consult|load)\s+[*_("'[]*`?$/i;
function isGuideToConsult({ reference, document }: MissingPath): boolean {
  const { before, introduction } = pathContextOf(document.text, reference, reference.form, undefined);
  return SEE_AFTER_LABEL.test(before) && GUIDES_BELOW.test(introduction);
}

/** Clues for a path with a prefix. */
export const SHOWN_PREFIXES: readonly OwnershipClue<MissingPath>[] = [
  {
    id: 'foreign.prefix-shown',
    says: 'the text is about writing skills and shows how to use a prefix',
    matches: (missing) =>
      missing.reference.base.kind !== 'document' &&
      isAboutWritingSkills(missing.skill, missing.document) &&
      !isNear(missing),
    fires: [{ text: 'Run `{baseDir}/⟦scripts/a.py⟧`.', description: 'Create new skills.' }],
    silent: ['Run `{baseDir}/⟦scripts/a.py⟧`.'],
  },
];

/** By precedence: paths that are the skill's own nevertheless, then those that are only shown. */
export const SHOWN_PATHS: readonly OwnershipClue<MissingPath>[] = [
  {
    id: 'own.near-what-is-shown',
    says: 'the skill has a file with almost the same path',
    isOwn: true,
    matches: (missing) =>
      isShown(missing) &&
      (missing.reference.form === 'tree'
        ? isTypo(missing.reference, missing.document, missing.skill)
        : isNear(missing)),
    fires: [
      { text: 'See `⟦references/rulez.md⟧`.', files: ['references/rules.md'], description: 'Create new skills.' },
    ],
    silent: [{ text: 'See `⟦references/form.md⟧`.', files: ['scripts/a.py'], description: 'Create new skills.' }],
  },
  {
    id: 'own.told-where-skills-are-shown',
    says: 'the text sends the model to it, in a folder that the skill has',
    isOwn: true,
    matches: (missing) =>
      isShown(missing) &&
      missing.shipsFolder &&
      !isTemplate(missing.skill) &&
      !isQuoted(missing) &&
      (missing.isCommand
        ? hasExistingSiblings(missing.reference, missing.document, missing.skill)
        : hasOpenInstruction(missing.reference, missing.document)),
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
    id: 'own.guide-to-consult',
    says: 'it is in a list of guides to consult',
    isOwn: true,
    matches: (missing) =>
      isShown(missing) && missing.isManifest && !isTemplate(missing.skill) && isGuideToConsult(missing),
    fires: [
      {
        text: 'Consult these guides where they help:\n\n- **Long tasks**: See ⟦references/long-tasks.md⟧ for order',
        description: 'Create new skills.',
      },
    ],
    silent: [
      {
        text: 'A skill may say:\n\n- **Long tasks**: See ⟦references/long-tasks.md⟧ for order',
        description: 'Create new skills.',
      },
    ],
  },
  {
    id: 'foreign.shown',
    says: 'the text is about writing skills and shows the files of future skills',
    matches: isShown,
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
];
