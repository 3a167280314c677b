/** What the bundle says against an excuse that words gave: a bundled file has nearly this name, or stands in the same list. */
import { basename, dirname, extension } from '../files/paths.ts';
import type { Excuse, Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import type { Clue } from './clue.ts';
import { DIRECT, hasCompany, isCommon, isSlip, isTold, ships, teaches } from './evidence.ts';
import { type Missing, missingOf } from './missing.ts';

/** A clue that speaks against some excuses. */
export interface Outweighing extends Clue<Missing> {
  readonly against: readonly Excuse[];
}

/** "e.g. `bash x.sh`" is an example whole. */
const INSTANCE = /(?:\be\.\s?g\.|\bsuch as|\blike)[,:]?\s+[*_"'([]*`(?:python3?|node|bash|sh)\s+$/i;
/** … unless its sentence says to run it, or whose it is: "Run the bundled scripts, e.g. `bash x.sh`". */
const OUTRIGHT = /\b(?:bundled|run|use|execute)\b(?:[^.!?]|[.!?](?!\s))*$/i;
const isToldByExample = (before: string): boolean =>
  DIRECT.test(before) && (!INSTANCE.test(before) || OUTRIGHT.test(before.replace(INSTANCE, '')));
/** Names that nobody gives a file. */
const NOBODY =
  /(?:^|\/)(?:file_?name|script_?name|file|foo|bar|baz|name|topic|xyz|xxx|placeholder|skill-name|path\/to)\d?(?:\.\w+$|\/)/i;
/** A name that stands for others: something in it is numbered or left open. */
const OPEN = /[<>{}[\]|$*?]|\.\.\.|…|\b(?:YYYY|MM|DD|[NMX]+)\b|[-_][NMX]\b/;

const before = ({ reference: { range }, document: { text } }: Missing): string =>
  text.slice(lineAround(text, range).start, range.start);

const isSlipOf = ({ reference, document, skill }: Missing): boolean => isSlip(reference, document, skill);
const RULES = ['references/rules.md'];

export const OUTWEIGHING: readonly Outweighing[] = [
  {
    id: 'outweighs.slip',
    says: 'the skill has almost this path',
    against: ['example', 'placeholder', 'output', 'user-file'],
    speaks: isSlipOf,
    fires: [{ text: '(e.g. `⟦references/ruels.md⟧`)', files: RULES }],
    silent: [{ text: '(e.g. `⟦references/taxes.md⟧`)', files: RULES }],
  },
  {
    id: 'outweighs.slip-of-template',
    says: 'the skill has almost this path, and it is no entry of a tree',
    against: ['template'],
    speaks: (missing) => missing.reference.form !== 'tree' && isSlipOf(missing),
    fires: [{ text: '**⟦references/ruels.md⟧:**\n\n```markdown\nText\n```', files: RULES }],
    silent: [{ text: '**⟦references/taxes.md⟧:**\n\n```markdown\nText\n```', files: RULES }],
  },
  {
    id: 'outweighs.company',
    says: 'files beside it in the text are there',
    against: ['example'],
    speaks: ({ reference, document, skill }) => hasCompany(reference, document, skill, 1),
    fires: [{ text: '(e.g. `references/rules.md`, `⟦references/taxes.md⟧`)', files: RULES }],
    silent: [{ text: '(e.g. `references/rates.md`, `⟦references/taxes.md⟧`)', files: RULES }],
  },
  {
    id: 'outweighs.company-of-template',
    says: 'other paths of its kind in the text are there, and it is no entry of a tree',
    against: ['template'],
    speaks: ({ reference, document, skill }) => reference.form !== 'tree' && hasCompany(reference, document, skill),
    fires: [
      { text: 'Read `references/rules.md`.\n\n`⟦references/taxes.md⟧`:\n\n```markdown\nText\n```', files: RULES },
    ],
    silent: [{ text: '`⟦references/taxes.md⟧`:\n\n```markdown\nText\n```', files: RULES }],
  },
  {
    // In the next lines of a list, not in this one: "convert `a.svg` to `b.svg`".
    id: 'outweighs.company-in-list',
    says: 'files in the lines beside it are there',
    against: ['output'],
    speaks: ({ reference, document, skill }) => hasCompany(reference, document, skill, 1, 1),
    fires: [{ text: '- Add A: `references/rules.md`\n- Add to `⟦references/taxes.md⟧`', files: RULES }],
    silent: [{ text: 'Write `references/rules.md` to `⟦references/taxes.md⟧`.', files: RULES }],
  },
  {
    // "For example, run `…`": the example is the case, not the path.
    id: 'outweighs.told-by-example',
    says: 'the text has it read or run, by way of an example',
    against: ['example'],
    speaks: (missing) => !teaches(missing.skill, missing.document) && isToldByExample(before(missing)),
    fires: ['For example, run `⟦scripts/check.py⟧`.'],
    silent: ['For example, `⟦scripts/check.py⟧`.', 'Render it anew, e.g. `bash ⟦scripts/render.sh⟧`.'],
  },
  {
    id: 'outweighs.kin-in-folder',
    says: 'its folder, which is not a top one, has files of its kind',
    against: ['example'],
    speaks: ({ path, skill }) => dirname(path).includes('/') && ships(dirname(path), extension(path), skill),
    fires: [{ text: '(e.g. `⟦references/a/two.md⟧`)', files: ['references/a/one.md'] }],
    silent: [{ text: '(e.g. `⟦references/two.md⟧`)', files: RULES }],
  },
  {
    id: 'outweighs.name',
    says: 'a bundled file has this name',
    against: ['placeholder'],
    speaks: ({ path, skill }) =>
      !isCommon(path) && [...skill.bundle.files].some((file) => basename(file) === basename(path)),
    fires: [{ text: 'Read `⟦scripts/your-style.md⟧`.', files: ['references/your-style.md'] }],
    silent: [{ text: 'Read `⟦scripts/your-style.md⟧`.', files: ['references/style.md'] }],
  },
  {
    // `references/run-your-app.md` is a name as good as any where the text sends there.
    id: 'outweighs.told-placeholder',
    says: 'the text sends the model there',
    against: ['placeholder'],
    speaks: ({ path, first, skill, document, reference }) =>
      !teaches(skill, document) &&
      !NOBODY.test(path) &&
      (SPEC_FOLDERS.has(first) || skill.bundle.folders.has(first)) &&
      (reference.form === 'link' || isTold(reference, document)),
    fires: ['Read [this](⟦references/send-your-bill.md⟧).', 'Read `⟦references/run-your-app.md⟧`.'],
    silent: ['About `⟦references/run-your-app.md⟧`.', 'Read `⟦references/filename.md⟧`.'],
  },
];

/** Whether an excuse that words gave yields to the bundle. */
export function outweighs(reference: Reference, document: SkillDocument, skill: Skill): boolean {
  const { excuse, path } = reference;
  if (excuse === undefined || !path.includes('/') || path.endsWith('/') || OPEN.test(path)) return false;
  const missing = missingOf(reference, document, skill);
  return OUTWEIGHING.some((clue) => clue.against.includes(excuse) && clue.speaks(missing));
}
