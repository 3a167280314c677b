/** Clues of the words in the line of a path. */
import { lineAround } from '../text/lines.ts';
import { type Clue, clue, inSkill } from './clue.ts';
import { FUTURE, MADE, nearbyText, PROJECT, SHOWS } from './nearby-text.ts';

const PLACED =
  /\b(?:cop(?:y|ies|ied|ying)|install(?:s|ed|ing)?|deploy(?:s|ed)?|download(?:s|ed)?|clon(?:e[sd]?|ing)|symlink(?:s|ed)?|sync(?:s|ed)?|mirror(?:s|ed)?)\b/i;
const BUNDLED =
  /\b(?:this skill|the skill['’]?s?|bundled|skill director(?:y|ies)|skill folder|included|provided|ships?|shipped)\b/i;
const OF_OTHER =
  // eslint-disable-next-line regexp/no-super-linear-move -- reads one line, at most 2,000 units
  /\/?[a-z][\w-]+:[a-z][\w-]+\b(?!\/\/)|\b(?:base|other|another|sibling|parent|companion|each|target|downstream) skills?\b|\bskill ['`"“]|`[\w-]+` skill\b/i;
const SENDS =
  /\b(?:read|load|see|open|consult|follow|refer to|review|check|use|using|run|execute|details?|documented|described|defined|full|complete|more)\b/i;

const inLine =
  (pattern: RegExp): Clue['speaks'] =>
  (situation) =>
    pattern.test(nearbyText(situation).line);
const plain = inSkill('About `⟦references/b.md⟧` here.');

export const LINE_CLUES: readonly Clue[] = [
  clue(
    'line.shows',
    'its line speaks of examples',
    inLine(SHOWS),
    [inSkill('An anti-pattern: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.future',
    'its line speaks of what is optional, planned or gone',
    inLine(FUTURE),
    [inSkill('Planned: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.made',
    'its line speaks of something being written',
    inLine(MADE),
    [inSkill('Logs go to `⟦references/b.md⟧`, which is created.')],
    [plain],
  ),
  clue(
    'line.placed',
    'its line speaks of something being copied or installed',
    inLine(PLACED),
    [inSkill('The installer copies `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.project',
    'its line speaks of the user’s project',
    inLine(PROJECT),
    [inSkill('The project has `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.bundled',
    'its line speaks of what the skill brings along',
    inLine(BUNDLED),
    [inSkill('Bundled: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.other-skill',
    'its line speaks of another skill',
    inLine(OF_OTHER),
    [inSkill('The base skill has `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.sends',
    'its line sends the model somewhere',
    inLine(SENDS),
    [inSkill('For details: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.table',
    'its line is a row of a table',
    ({ document, reference }) =>
      /^\s*\|/.test(document.text.slice(lineAround(document.text, reference.range).start, reference.range.start)),
    [inSkill('| file | what |\n|---|---|\n| `⟦references/b.md⟧` | bills |')],
    [plain],
  ),
  clue(
    'line.item',
    'its line is an item of a list',
    (situation) => /^\s*(?:[-*+]|\d+[.)])\s/.test(nearbyText(situation).before),
    [inSkill('- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'line.first',
    'its line begins with it',
    (situation) => /^[\s\-*+|>`[\]()\d.]*$/.test(nearbyText(situation).before),
    [inSkill('- `⟦references/b.md⟧`: bills')],
    [plain],
  ),
  clue(
    'line.many',
    'its line names two other paths',
    (situation) =>
      // eslint-disable-next-line regexp/no-super-linear-move -- reads one line, at most 2,000 units
      (nearbyText(situation).line.match(/[\w-]+\/[\w./-]+|[\w-]+\.(?:md|py|sh|json|ya?ml)\b/g)?.length ?? 0) >= 2,
    [inSkill('See `⟦references/b.md⟧`, `a/c.md` and `a/d.md`.')],
    [plain],
  ),
  clue('line.arrow', 'its line has an arrow', inLine(/→|->|=>/), [inSkill('bills → `⟦references/b.md⟧`')], [plain]),
  clue(
    'line.foreign',
    'its line is in a script other than Latin',
    inLine(/[\u0400-\u04FF\u3040-\u30FF\u4E00-\u9FFF\uAC00-\uD7AF]{2}/),
    [inSkill('参照 `⟦references/b.md⟧`')],
    [plain],
  ),
];
