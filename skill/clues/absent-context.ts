/** Wording that says that a file does not exist, no longer or not yet, or is optional. */

import { anyOf } from '../text/any-of.ts';
import type { ExcusingClue } from './clue.ts';
import { isOptionalInOtherLanguage } from './other-languages.ts';
import type { PathContext } from './path-context.ts';
import { isHeadingOfEmptyFolder } from './surroundings.ts';

const DONE = ['created', 'written', 'added', 'started'];
const UNUSED = ['unused', 'empty', 'planned', 'reserved'];
const NOT_THERE = [
  'coming soon',
  'contains? no files?',
  `not (?:yet )?${anyOf(DONE)}`,
  "(?:does not|doesn(?:'|’)t) exist yet",
  `(?:is|are) (?:currently |still )?${anyOf(UNUSED)}`,
  'not (?:needed|required|necessary)',
  'to be (?:written|added)',
  'TBD',
];
const ABSENT = new RegExp(`^[^.;|\\n]{0,80}?\\b${anyOf(NOT_THERE)}\\b`, 'i');
const PRESENT = ['exists?', 'present', 'available', 'there', 'provided'];
const IF_PRESENT = new RegExp(
  `^[\`*_)"']*,?\\s*\\(?(?:only )?(?:if|when|where)\\s+(?:it\\s+|they\\s+)?(?:is |are )?${anyOf(PRESENT)}\\b`,
  'i',
);
const WHETHER = /\b(?:if|whether|unless|when)\s+(?:(?:the|a|an|file|folder|your)\s+){0,2}[*_"'(]*`?$/i;
const EXISTS =
  /^[`*_)"']*\s+(?:does (?:not )?|doesn(?:'|’)t )?(?:exists?|is (?:present|missing|absent|available|there))\b/i;
const HAS = ['ships?', 'ha(?:s|ve)', 'includes?', 'bundles?', 'contains?', 'provides?', 'comes? with'];
const HAS_NO = `(?:no longer|never|(?:does|do|did)(?: not|n(?:'|’)t))\\s+${anyOf(HAS)}(?:\\s+(?:an?|any|the))?`;
const LACKS = ['missing', 'lacks', 'lacking', 'absent', 'no', HAS_NO];
const MISSING_BEFORE = new RegExp(`\\b${anyOf(LACKS)}\\s+[*_"'(]*\`?$`, 'i');
const DOES_NOT_EXIST = /^[`*_)"']*\s+(?:does not|doesn(?:'|’)t|did not|didn(?:'|’)t) exist\b/i;
const REMOVED = ['removed', 'deleted', 'renamed', 'merged', 'dropped', 'retired', 'superseded'];
const REMOVED_AFTER = new RegExp(
  `^[\`*_)"']*\\s+(?:was|were|has been|have been|got)\\s+(?:\\w+ly\\s+)?${anyOf(REMOVED)}\\b`,
  'i',
);
const FORMER_BEFORE = /\b(?:formerly|previously|used to be(?: called)?)\s+(?:in\s+)?[*_"'(]*`?$/i;
const MAY_BE_BEFORE =
  /\b(?:if|when|where|whether|unless)\s+(?:there\s+(?:is|are)|you\s+(?:find|see|have))\s+(?:(?:an?|any|the)\s+)?[*_"'(]*`?$/i;
const TO_COME = ['future', 'planned', 'upcoming', 'roadmap', 'proposed', 'coming soon', 'to[- ]?do', 'not yet \\w+'];
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,200 units
const PLANNED = new RegExp(`^#{1,6}[ \\t]+[^\\n]*\\b${anyOf(TO_COME)}\\b`, 'i');
/** A line of its own before a list: "Planned:", "**Future work**". */
const PLANNED_LIST = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads a line of at most 1,200 units
  `^[*_ \\t]*(?:\\w+[ \\t]+){0,3}${anyOf(TO_COME)}(?:[ \\t]+\\w+){0,3}(?:[*_]*:[*_]*|[*_]+)[ \\t]*$`,
  'i',
);
/** The start of a list item up to a path: a box, a link, marks. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
const ITEM_START = /^\s*(?:[-*+]|\d+[.)]|\|)\s+(?:\[[ x]\]\s+)?[*_`]*(?:\[[^\]\n]{0,100}\]\()?[*_`]*$/;

/** Returns true if a path begins an item of a list of what is planned. */
const isPlanned = ({ heading, before, text, line }: PathContext): boolean =>
  ITEM_START.test(before) && (PLANNED.test(heading) || PLANNED_LIST.test(lineAboveList(text, line.start)));

/** Returns the nearest line above a list item that is neither an item, nor blank, nor indented. */
function lineAboveList(text: string, at: number): string {
  const lines = text
    .slice(Math.max(0, at - 1_200), at)
    .split('\n')
    .slice(0, -1);
  return lines.findLast((line) => line.trim() !== '' && !/^(?:\s|[-*+]\s|\d+[.)]\s)/.test(line)) ?? '';
}
/** Headings of change histories. */
const HISTORY = /^#{1,6}[ \t]+(?:[\d.]+[ \t]+)?(?:change ?log|(?:version|revision|change) history|release notes)\b/im;
/** A table row or list item that begins with a version or a date. */
const VERSION = /^\s*(?:\||[-*+])\s*[*_`[]*(?:v?\d+\.\d+(?:\.\d+)?|20\d\d-\d\d-\d\d)\b/;

/** Errors are discarded and an alternative is tried: "cat x 2>/dev/null || cat y". */
const FALLBACK_AFTER = /^["'`]?[^|;&\n]{0,80}?[ \t]&?[12]?>[ \t]*\/dev\/null[ \t]*(?:\|\|)?/;
const QUIET = /&?[12]?>[ \t]*\/dev\/null[ \t]*\|\|/;
/** Commands that only read. */
const READS = /(?:^|[|;&(`$\s])(?:cat|ls|source|\.|head|tail|jq|grep|find)\s[^|;&\n]*$/;
/** Returns true if a command line works without the file. Trying the same file by other means does not count. */
function hasFallback({ before, after, path, form }: PathContext): boolean {
  if (form !== 'fence-command' && form !== 'code-command') return false;
  if (after.includes(path) || before.includes(path)) return false;
  const fallback = FALLBACK_AFTER.exec(after)?.[0] ?? '';
  if (fallback === '') return false;
  return QUIET.test(fallback) || QUIET.test(before) || READS.test(before);
}

/** Clues that also apply to paths with a prefix. */
export const FALLBACKS: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'absent.fallback',
    says: 'the command works without it',
    excuse: 'absent',
    matches: hasFallback,
    fires: [
      '```bash\ncat ⟦scripts/a.sh⟧ 2>/dev/null || cat scripts/b.sh\n```',
      '```bash\ncat scripts/a.sh 2>/dev/null || cat ⟦scripts/b.sh⟧ 2>/dev/null\n```',
      '```bash\nls ⟦scripts/a.sh⟧ 2>/dev/null\n```',
      'Run `bash ⟦scripts/a.sh⟧ 2>/dev/null || true`.',
    ],
    silent: [
      '```bash\npython ⟦scripts/a.py⟧ || exit 1\n```',
      '```bash\npython3 ⟦scripts/a.py⟧ 2>/dev/null || python scripts/a.py\n```',
      '```bash\npython ⟦scripts/a.py⟧ 2>/dev/null\n```',
      '```bash\npython ⟦scripts/a.py⟧; cat x 2>/dev/null || true\n```',
    ],
  },
];

export const ABSENCES: readonly ExcusingClue<PathContext>[] = [
  ...FALLBACKS,
  {
    id: 'absent.not-yet',
    says: 'the words after it say that it does not exist yet',
    excuse: 'absent',
    matches: ({ after }) => ABSENT.test(after),
    fires: [
      '- `⟦references/tax.md⟧` - rates (coming soon)',
      '- `⟦assets/⟧` contains no files currently.',
      '`⟦scripts/x.py⟧` is not written yet',
      '`⟦assets/⟧` is not needed.',
    ],
    silent: ['- `⟦references/tax.md⟧` - rates. More is coming soon.'],
  },
  {
    id: 'absent.missing-before',
    says: 'the words before it say that it is missing',
    excuse: 'absent',
    matches: ({ before }) => MISSING_BEFORE.test(before),
    fires: [
      'Missing `⟦references/tax.md⟧`.',
      'The skill no longer ships a `⟦scripts/wrap.sh⟧`.',
      'It does not have any `⟦scripts/x.py⟧`.',
    ],
    silent: ['The skill has `⟦scripts/wrap.sh⟧`.'],
  },
  {
    id: 'absent.does-not-exist',
    says: 'the words after it say that it does not exist',
    excuse: 'absent',
    matches: ({ after }) => DOES_NOT_EXIST.test(after),
    fires: ['The file `⟦scripts/x.py⟧` does not exist.'],
    silent: ['The file `⟦scripts/x.py⟧` does not need arguments.'],
  },
  {
    id: 'absent.heading-over-nothing',
    says: 'it is a heading, and the text below says that the folder is empty',
    excuse: 'absent',
    matches: ({ text, range }) => isHeadingOfEmptyFolder(text, range),
    fires: ['### ⟦assets/⟧\n\nNo assets come with this.', '### ⟦scripts/⟧\n\nこのスキルには含まれません。'],
    silent: ['### ⟦scripts/tools/⟧\n\n- One is not used'],
  },
  {
    id: 'absent.removed',
    says: 'the words after it say that it was removed',
    excuse: 'absent',
    matches: ({ after }) => REMOVED_AFTER.test(after),
    fires: ['`⟦references/old-guide.md⟧` was removed in 2.0.'],
    silent: ['`⟦references/old-guide.md⟧` was written in 2020.'],
  },
  {
    id: 'absent.formerly',
    says: 'the words before it say that this is a former name',
    excuse: 'absent',
    matches: ({ before }) => FORMER_BEFORE.test(before),
    fires: ['It was formerly `⟦scripts/run.sh⟧`.'],
    silent: ['It is now `⟦scripts/run.sh⟧`.'],
  },
  {
    id: 'absent.if-there-is',
    says: 'the words before it say that it may exist',
    excuse: 'absent',
    matches: ({ before }) => MAY_BE_BEFORE.test(before),
    fires: ['When there is a `⟦scripts/local.sh⟧`, run it last.'],
    silent: ['When there is time, run `⟦scripts/local.sh⟧` last.'],
  },
  {
    id: 'absent.if-present',
    says: 'the words after it say that it is optional',
    excuse: 'absent',
    matches: ({ after }) => IF_PRESENT.test(after),
    fires: ['Read `⟦references/local.md⟧` if it exists.'],
    silent: ['Read `⟦references/tax.md⟧` if the user asks.'],
  },
  {
    id: 'absent.whether',
    says: 'the text depends on whether it exists',
    excuse: 'absent',
    matches: ({ before, after }) => WHETHER.test(before) && EXISTS.test(after),
    fires: ['If `⟦references/more.md⟧` exists, read it.'],
    silent: ['If `⟦references/more.md⟧` says so, stop.'],
  },
  {
    id: 'absent.to-come',
    says: 'its heading is about the future',
    excuse: 'absent',
    matches: isPlanned,
    fires: [
      '## Pattern for future loaders\n\n- `⟦references/stores/load.md⟧`: the stores',
      'Planned:\n\n- `references/rates.md`\n- [ ] `⟦references/stores/load.md⟧`',
      '## Not yet written\n\n- [Stores](⟦references/stores/load.md⟧)',
    ],
    silent: [
      '## Pattern for loaders\n\n- `⟦references/stores/load.md⟧`: the stores',
      'Planned:\n\n- refunds\n\nNow read these:\n\n- `⟦references/stores/load.md⟧`',
      '## To do\n\n- Read `⟦references/stores/load.md⟧`.',
    ],
  },
  {
    id: 'absent.record',
    says: 'it is in a change history',
    excuse: 'absent',
    matches: ({ before, text }) => VERSION.test(before) && HISTORY.test(text.slice(0, 2_000)),
    fires: ['## Changelog\n\n| 2.0.0 | 2026-07-24 | `⟦references/rates.md⟧` is gone |'],
    silent: ['## Versions\n\n| 2.0 | see `⟦references/v2-rates.md⟧` |'],
  },
  {
    id: 'absent.abroad',
    says: 'the words after it say that it is optional, in a language other than English',
    excuse: 'absent',
    matches: isOptionalInOtherLanguage,
    fires: ['Lies `⟦references/team.md⟧`, falls vorhanden.'],
    silent: ['Lies `⟦references/team.md⟧`, bevor du schreibst.'],
  },
];
