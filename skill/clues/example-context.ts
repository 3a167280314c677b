/** Wording that makes a path an example: a file that someone might have, not one to open here. */

import { anyOf } from '../text/any-of.ts';
import type { ExcusingClue } from './clue.ts';
import { isExampleInOtherLanguage } from './other-languages.ts';
import { beginsItem, type PathContext } from './path-context.ts';
import { isInQuotedSentence } from './quotation.ts';

/** "Example:" at the beginning of a sentence, a list item or a cell. */
const LABEL = '(?<=(?:^|[.:;(|>])[\\s*_>\\d.)-]*)examples?\\b[*_]{0,2}\\s*(?:\\([^)]*\\))?:';
const CALLED_EXAMPLE = [
  '\\bfor example[,:]',
  '\\be\\.\\s?g\\.',
  LABEL,
  '\\bexample\\b[*_]{0,2} (?:file|path|name|reference)',
  '\\bsuppose\\b',
  '\\bimagine\\b',
  '\\bhypothetical',
];
const EXAMPLE = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,200 units
  `${anyOf(CALLED_EXAMPLE)}(?:[^.!?]|[.!?](?=\\w))*$`,
  'i',
);
/** Returns the part of a line that can call a path an example: its table cell, without parenthesized text. */
const textAbout = (before: string): string => before.slice(before.lastIndexOf('|') + 1).replace(/\([^()]*\)/g, '');

const BE = ['be', 'have', 'contain', 'hold', 'look', 'help'];
/** Does not match a remark about the file's content: "`x.md` has what you might need". */
const WOULD_BE = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
  anyOf([
    `^[\`*_)\\s]*(?:[\\w-]+\\s+){0,6}(?:would|could|might)\\s+(?:also\\s+)?${anyOf(BE)}\\b`,
    '^[`*_)"\\s]*\\((?:for )?example\\b',
  ]),
  'i',
);
const WOULD_INTRODUCE = /\b(?:would|could|might)\b[^\n]*:[*_\s]*$/im;
const SKILLS_CAN =
  /\b(?:skills|plugins) (?:can|may) (?:also )?(?:include|contain|have|hold|bundle|ship)\b[^\n.]{0,40}:[*_\s]*$/im;
/** "❌ Bad: `…`". */
const WRONG_WAY = /(?:^|[\s|])(?:[❌✗✘🚫] ?)?[*_]{0,2}(?:bad|wrong|incorrect)[*_]{0,2}:[*_]{0,2}\s+[*_"'(]*`?@?$/iu;
const ERROR_BEFORE = /\b[A-Z]\w*(?:Error|Exception)\b:?\s+[`"']?$/;
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const EXAMPLES_BELOW = /\b(?:for example|e\.g\.|such as)[,:]?[*_]*:?[*_]*\s*$/i;

const WRITE_STEMS = ['implement', 'creat', 'writ', 'build', 'design', 'author', 'scaffold', 'develop'];
const WHEN = "(?:when|while|if you(?:(?:'|’)re| are)?|to)";
/** "When implementing a `tax-rules` skill": about a future skill. */
const FUTURE_SKILL = new RegExp(
  `\\b${WHEN}\\s+${anyOf(WRITE_STEMS)}(?:e|ing)?\\s+(?:an?|your)\\s+(?:new\\s+)?[\`*"]*[\\w-]+[\`*"]*\\s+` +
    '(?:skill|plugin)\\b[^.!?]*$',
  'i',
);

/** These take precedence over the name of a skill near a path, which is part of the example. */
export const EXAMPLES_OF_SKILLS: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'example.skill-to-come',
    says: 'the words before it are about writing a skill',
    excuse: 'example',
    matches: ({ isProse, lead }) => isProse && FUTURE_SKILL.test(lead),
    fires: ['When implementing a `tax-rules` skill, put the rates in `⟦references/rates.md⟧`.'],
    silent: ['When the `tax-rules` skill fails, read `⟦references/rates.md⟧`.'],
  },
];

export const EXAMPLES: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'example.called-so',
    says: 'the words before it call it an example',
    excuse: 'example',
    matches: ({ before }) => EXAMPLE.test(textAbout(before)),
    fires: [
      'For example, `⟦references/aws.md⟧` and `references/gcp.md`.',
      'Group by domain (e.g. `⟦references/sales.md⟧`).',
      'Example: `⟦references/finance.md⟧`.',
      'Suppose there is a guide in `⟦references/finance.md⟧`.',
    ],
    silent: [
      'For money (e.g. euros) see `⟦references/euros.md⟧`.',
      '- Workflow examples: `⟦references/flows.md⟧`',
      'That was one example. Read `⟦references/flows.md⟧`.',
    ],
  },
  {
    id: 'example.would-be',
    says: 'the words after it describe a hypothetical file',
    excuse: 'example',
    matches: ({ after }) => WOULD_BE.test(after),
    fires: ['A `⟦references/rates.md⟧` file with all the rates would be helpful.', '`⟦references/rates.md⟧` (example)'],
    silent: ['`⟦references/hints.md⟧` has what you might need.'],
  },
  {
    id: 'example.list-that-would-be',
    says: 'its list is introduced as hypothetical',
    excuse: 'example',
    matches: ({ introduction }) => WOULD_INTRODUCE.test(introduction),
    fires: ['The root would contain:\n\n- Rates: `⟦references/rates.md⟧`'],
    silent: ['The root contains:\n\n- Rates: `⟦references/rates.md⟧`'],
  },
  {
    id: 'example.what-skills-have',
    says: 'its list is introduced as what skills can contain',
    excuse: 'example',
    matches: ({ introduction }) => SKILLS_CAN.test(introduction),
    fires: ['Skills can include:\n- `SKILL.md` alone\n- `⟦assets/⟧` for pictures'],
    silent: ['Other skills can use these references:\n\n- Rates: `⟦references/a.md⟧`'],
  },
  {
    id: 'example.wrong-way',
    says: 'it shows how not to do it',
    excuse: 'example',
    matches: ({ before, isLink }) => !isLink && WRONG_WAY.test(before),
    fires: ['- ❌ Bad: `@⟦references/rates.md⟧` (loads it now)', '- **Wrong:** ⟦references/rates.md⟧'],
    silent: ['- ❌ Never skip `⟦references/rates.md⟧`.', '- ✅ Good: `⟦references/rates.md⟧`'],
  },
  {
    id: 'example.error',
    says: 'it is part of an error message',
    excuse: 'example',
    matches: ({ before }) => ERROR_BEFORE.test(before),
    fires: ['The output: "FileNotFoundError: ⟦scripts/lib/hub.py⟧".'],
    silent: ['On an error, read `⟦references/errors.md⟧`.'],
  },
  {
    id: 'example.quoted',
    says: 'it is in quoted words, which show what someone might write',
    excuse: 'example',
    matches: ({ isLink, isProse, form, before, after }) =>
      (isLink || (isProse && form !== 'code-command')) && isInQuotedSentence(before, after),
    fires: [
      '- Link related pages: "See the [rates page](⟦references/rates.md⟧) for more".',
      '| Contributing | After the usage: "Read the [guide](⟦references/joining.md⟧)" |',
      'A good line is “Details are in the [table](⟦references/table.md⟧)”.',
      '- **Right:** "[Limits](⟦references/limits.md⟧) has them all" or "the section on limits"',
      'For a model it is clear. Say "see `⟦references/flows.md⟧` for more".',
      'Say when to load a file: "Read `⟦references/errors.md⟧` if a call fails" is better than a list.',
      '- "Run `⟦scripts/validate.py⟧` to check the structure"',
      'Users write "sort the bills as in ⟦references/order.md⟧, please".',
      'Instead of (“see `⟦references/all.md⟧`”), name the part.',
    ],
    silent: [
      'See the "long" [guide](⟦references/guide.md⟧) and the "short" one.',
      'For a 27" screen, see [sizes](⟦references/sizes.md⟧) and 4" ones.',
      'See [the guide](⟦references/guide.md⟧ "how to").',
      'It is described in the "[Guide to taxes](⟦references/taxes.md⟧)" in detail.',
      'It is described in the "[Guide to taxes](⟦references/taxes.md⟧#vat)".',
      'Spawn an agent with the prompt "Read `⟦references/errors.md⟧` and fix it".',
      'Dispatch it: "Follow [the rules](⟦references/rules.md⟧)".',
      'The file is called "`⟦references/names.md⟧`".',
      'On "error", read `⟦references/errors.md⟧`; on "done", stop.',
      '| "yes" | Read `⟦references/yes.md⟧` | "no" |',
    ],
  },
  {
    id: 'example.list-of-examples',
    says: 'its list is introduced as examples',
    excuse: 'example',
    matches: ({ before, introduction }) => beginsItem(before) && EXAMPLES_BELOW.test(introduction),
    fires: ['Name exact commands. For example:\n\n- `npm test`\n- `⟦scripts/hooks.sh⟧`'],
    silent: ['Name exact commands:\n\n- `npm test`\n- `⟦scripts/hooks.sh⟧`'],
  },
  {
    id: 'example.abroad',
    says: 'the words before it call it an example, in a language other than English',
    excuse: 'example',
    matches: isExampleInOtherLanguage,
    fires: [
      'Benenne Dateien klar, zum Beispiel: `⟦references/beispiel-preise.md⟧`.',
      'Nommez-les clairement, par exemple `⟦references/tarifs-2024.md⟧`.',
      'Por ejemplo: `⟦references/ventas.md⟧`.',
      '例えば`⟦references/keigo.md⟧`のように名付けます。',
      '例如：`⟦references/sales.md⟧`。',
    ],
    silent: ['Lies die Preisliste in `⟦references/preise.md⟧`.', '料金は`⟦references/ryokin.md⟧`を参照してください。'],
  },
];
