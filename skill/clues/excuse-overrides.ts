/**
 * Evidence in the bundle that overrides an excuse from the wording, such as a bundled file with nearly the same name.
 */

import { basename, dirname, extension } from '../files/paths.ts';
import type { Excuse, Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';
import type { Clue } from './clue.ts';
import {
  bundlesKind,
  DIRECT,
  hasExistingSiblings,
  hasOpenInstruction,
  isAboutWritingSkills,
  isCommonName,
  isTypo,
} from './evidence.ts';
import { type MissingPath, missingPathOf } from './missing-path.ts';

/** A clue that overrides some excuses. */
export interface OverridingClue extends Clue<MissingPath> {
  readonly against: readonly Excuse[];
}

/** In "e.g. `bash x.sh`" the entire command is an example. */
const INSTANCE = /(?:\be\.\s?g\.|\bsuch as|\blike)[,:]?\s+[*_"'([]*`(?:python3?|node|bash|sh)\s+$/i;
/** Exception: the sentence says to run it, or that it is bundled: "Run the bundled scripts, e.g. `bash x.sh`". */
const OUTRIGHT = /\b(?:bundled|run|use|execute)\b(?:[^.!?]|[.!?](?!\s))*$/i;
const isInstructionByExample = (before: string): boolean =>
  DIRECT.test(before) && (!INSTANCE.test(before) || OUTRIGHT.test(before.replace(INSTANCE, '')));
const PLACEHOLDERS = ['file_?name', 'script_?name', 'file', 'foo', 'bar', 'baz', 'name', 'topic', 'xyz', 'xxx'];
const MORE_PLACEHOLDERS = ['placeholder', 'skill-name', 'path\\/to'];
/** Placeholder names that are never given to real files. */
const PLACEHOLDER_NAME = new RegExp(
  `(?:^|\\/)${anyOf([...PLACEHOLDERS, ...MORE_PLACEHOLDERS])}\\d?(?:\\.\\w+$|\\/)`,
  'i',
);
/** Placeholders and wildcards in a name that stands for several files. */
const VARIABLE_PART = /[<>{}[\]|$*?]|\.\.\.|…|\b(?:YYYY|MM|DD|[NMX]+)\b|[-_][NMX]\b/;

const textBefore = ({ reference: { range }, document: { text } }: MissingPath): string =>
  text.slice(lineAround(text, range).start, range.start);

const isTypoOf = ({ reference, document, skill }: MissingPath): boolean => isTypo(reference, document, skill);
const RULES = ['references/rules.md'];

export const EXCUSE_OVERRIDES: readonly OverridingClue[] = [
  {
    id: 'outweighs.slip',
    says: 'the skill has a file with almost the same path',
    against: ['example', 'placeholder', 'output', 'user-file'],
    matches: isTypoOf,
    fires: [{ text: '(e.g. `⟦references/ruels.md⟧`)', files: RULES }],
    silent: [{ text: '(e.g. `⟦references/taxes.md⟧`)', files: RULES }],
  },
  {
    id: 'outweighs.slip-of-template',
    says: 'the skill has a file with almost the same path, and this is not a tree entry',
    against: ['template'],
    matches: (missing) => missing.reference.form !== 'tree' && isTypoOf(missing),
    fires: [{ text: '**⟦references/ruels.md⟧:**\n\n```markdown\nText\n```', files: RULES }],
    silent: [{ text: '**⟦references/taxes.md⟧:**\n\n```markdown\nText\n```', files: RULES }],
  },
  {
    id: 'outweighs.company',
    says: 'files listed next to it exist',
    against: ['example'],
    matches: ({ reference, document, skill }) => hasExistingSiblings(reference, document, skill, 1),
    fires: [{ text: '(e.g. `references/rules.md`, `⟦references/taxes.md⟧`)', files: RULES }],
    silent: [{ text: '(e.g. `references/rates.md`, `⟦references/taxes.md⟧`)', files: RULES }],
  },
  {
    id: 'outweighs.company-of-template',
    says: 'similar paths in the text exist, and this is not a tree entry',
    against: ['template'],
    matches: ({ reference, document, skill }) =>
      reference.form !== 'tree' && hasExistingSiblings(reference, document, skill),
    fires: [
      { text: 'Read `references/rules.md`.\n\n`⟦references/taxes.md⟧`:\n\n```markdown\nText\n```', files: RULES },
    ],
    silent: [{ text: '`⟦references/taxes.md⟧`:\n\n```markdown\nText\n```', files: RULES }],
  },
  {
    // On the adjacent lines of a list, not on the same line: "convert `a.svg` to `b.svg`".
    id: 'outweighs.company-in-list',
    says: 'files on adjacent lines exist',
    against: ['output'],
    matches: ({ reference, document, skill }) => hasExistingSiblings(reference, document, skill, 1, 1),
    fires: [{ text: '- Add A: `references/rules.md`\n- Add to `⟦references/taxes.md⟧`', files: RULES }],
    silent: [{ text: 'Write `references/rules.md` to `⟦references/taxes.md⟧`.', files: RULES }],
  },
  {
    // "For example, run `…`": the example is the case, not the path.
    id: 'outweighs.told-by-example',
    says: 'the text says to read or run it as an example',
    against: ['example'],
    matches: (missing) =>
      // Quoted words tell someone else.
      missing.reference.excusedBy !== 'example.quoted' &&
      !isAboutWritingSkills(missing.skill, missing.document) &&
      isInstructionByExample(textBefore(missing)),
    fires: ['For example, run `⟦scripts/check.py⟧`.'],
    silent: [
      'A user writes "run `⟦scripts/check.py⟧` again".',
      'For example, `⟦scripts/check.py⟧`.',
      'Render it again, e.g. `bash ⟦scripts/render.sh⟧`.',
    ],
  },
  {
    id: 'outweighs.kin-in-folder',
    says: 'its subfolder has files of the same kind',
    against: ['example'],
    matches: ({ path, skill }) => dirname(path).includes('/') && bundlesKind(dirname(path), extension(path), skill),
    fires: [{ text: '(e.g. `⟦references/a/two.md⟧`)', files: ['references/a/one.md'] }],
    silent: [{ text: '(e.g. `⟦references/two.md⟧`)', files: RULES }],
  },
  {
    id: 'outweighs.name',
    says: 'a bundled file has this name',
    against: ['placeholder'],
    matches: ({ path, skill }) =>
      !isCommonName(path) && [...skill.bundle.files].some((file) => basename(file) === basename(path)),
    fires: [{ text: 'Read `⟦scripts/your-style.md⟧`.', files: ['references/your-style.md'] }],
    silent: [{ text: 'Read `⟦scripts/your-style.md⟧`.', files: ['references/style.md'] }],
  },
  {
    // `references/run-your-app.md` is a plausible name if the text sends the model there.
    id: 'outweighs.told-placeholder',
    says: 'the text sends the model there',
    against: ['placeholder'],
    matches: ({ path, first, skill, document, reference }) =>
      !isAboutWritingSkills(skill, document) &&
      !PLACEHOLDER_NAME.test(path) &&
      (SPEC_FOLDERS.has(first) || skill.bundle.folders.has(first)) &&
      (reference.form === 'link' || hasOpenInstruction(reference, document)),
    fires: ['Read [this](⟦references/send-your-bill.md⟧).', 'Read `⟦references/run-your-app.md⟧`.'],
    silent: ['About `⟦references/run-your-app.md⟧`.', 'Read `⟦references/filename.md⟧`.'],
  },
];

/** Returns true if the bundle overrides the excuse of a reference. */
export function isExcuseOverridden(reference: Reference, document: SkillDocument, skill: Skill): boolean {
  const { excuse, path } = reference;
  if (excuse === undefined || !path.includes('/') || path.endsWith('/') || VARIABLE_PART.test(path)) return false;
  const missing = missingPathOf(reference, document, skill);
  return EXCUSE_OVERRIDES.some((clue) => clue.against.includes(excuse) && clue.matches(missing));
}
