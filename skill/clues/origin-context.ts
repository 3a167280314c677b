/** Wording that says that a text was taken from a file, or has replaced it, so the file need not exist any more. */

import { anyOf } from '../text/any-of.ts';
import type { ExcusingClue } from './clue.ts';
import type { PathContext } from './path-context.ts';

const CAME = [
  'migrated',
  'moved',
  'relocated',
  'ported',
  'converted',
  'renamed',
  'imported',
  'inherited',
  'merged',
  'consolidated',
  'carried over',
  'split',
  'lifted',
  'factored',
  'pulled',
  'extracted',
  'adapted',
  'condensed',
  'distilled',
];
const OF_LATE = ['old', 'former', 'previous', 'original', 'legacy', 'deprecated', 'retired', 'obsolete', 'superseded'];
const SUBJECTS = [
  'content',
  'text',
  'material',
  'section',
  'file',
  'skill',
  'rules?',
  'originally',
  'was',
  'were',
  'been',
];
/** The origin of a text: "Migrated from `…`", "(split out of `…` and `…`)". */
const CAME_FROM = new RegExp(
  `(?:^|[.!?:]\\s+|[(>*_#-]\\s*|\\b${anyOf(SUBJECTS)}\\s+)${anyOf(CAME)}\\s+` +
    `(?:(?:here|over|out|off|up|verbatim)\\s+){0,2}(?:from|of)\\s+(?:the\\s+)?(?:${anyOf(OF_LATE)}\\s+)?` +
    '(?:[*_]*`[^`\\s]+`[*_]*(?:,|\\s+and|\\s*[&+])\\s*){0,4}[*_"\'(]*`?$',
  'i',
);
/** "The old `…`", "supersedes `…`": another file has taken its place. */
const SUPERSEDED_BEFORE = new RegExp(
  `\\b(?:the\\s+${anyOf(OF_LATE)}|supersedes(?:\\s+the)?(?:\\s+${anyOf(OF_LATE)})?|(?:successor|replacement)\\s+(?:of|to|for)(?:\\s+the)?)\\s+[*_"'(]*\`?$`,
  'i',
);

export const ORIGINS: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'absent.came-from',
    says: 'the words before it say that the text was taken from there',
    excuse: 'absent',
    matches: ({ before, isLink }) => !isLink && CAME_FROM.test(before),
    fires: [
      'Migrated from `⟦skills/ledger/SKILL.md⟧`.',
      '> Ported from `⟦scripts/balance.rb⟧`, now in Go.',
      'This section was split out of `⟦references/everything.md⟧` in March.',
      '*(Consolidated from `references/a.md` and `⟦references/b.md⟧`.)*',
      'The rules below were moved over from the old `⟦references/house.md⟧`.',
      '# Refunds\n\nOriginally extracted from ⟦references/monolith.md⟧.',
      '- Carried over from `⟦references/v1/tone.md⟧`: greetings',
    ],
    silent: [
      'Read `⟦references/house.md⟧`.',
      'Values are pulled from `⟦assets/rates.csv⟧` at each run.',
      'Rates extracted from the invoice go to `⟦assets/rates.csv⟧`.',
      'When a client is migrated, start from `⟦references/move.md⟧`.',
      'Migrated accounts follow `⟦references/move.md⟧`.',
      'Adapted from [the guide](⟦references/guide.md⟧).',
    ],
  },
  {
    id: 'absent.superseded',
    says: 'the words before it say that something else has replaced it',
    excuse: 'absent',
    matches: ({ before, isLink }) => !isLink && SUPERSEDED_BEFORE.test(before),
    fires: [
      'Retired in May: the old `⟦scripts/probe.sh⟧` asked the server twice.',
      'It supersedes `⟦references/rates-2019.md⟧`.',
      'This is the successor of `⟦scripts/count.pl⟧`.',
      'A replacement for `⟦scripts/ship.sh⟧` that keeps a log.',
      'Nothing reads the legacy `⟦assets/map.json⟧` any more.',
      'It supersedes the former "⟦references/rates.md⟧".',
    ],
    silent: [
      'Replace the values in `⟦assets/map.json⟧`.',
      'For old invoices, read `⟦references/archive.md⟧`.',
      'The previous step wrote it. Read `⟦references/next.md⟧`.',
      'Use `⟦scripts/ship.sh⟧` as a replacement for `rsync`.',
      'The old one is slow: run `⟦scripts/ship.sh⟧`.',
    ],
  },
];
