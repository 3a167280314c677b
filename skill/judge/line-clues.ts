/** Clues about the words on the line of a path. */
import { type Clue, clue, inSkill } from './clue.ts';
import { nearbyText } from './nearby-text.ts';
import { ARROW, BUNDLED, FUTURE, MADE, OTHER_SCRIPT, PLACED, PROJECT, SENDS, SHOWS } from './topic-words.ts';
import { namesOtherSkill, namesPaths } from './topics.ts';

const inLine =
  (topic: number): Clue['matches'] =>
  (situation) =>
    (nearbyText(situation).lineTopics & topic) !== 0;
const plain = inSkill('About `⟦references/b.md⟧` here.');

export const LINE_CLUES: readonly Clue[] = [
  clue(
    'line.shows',
    'its line is about examples',
    inLine(SHOWS),
    [inSkill('An anti-pattern: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.future',
    'its line is about optional, planned or removed files',
    inLine(FUTURE),
    [inSkill('Planned: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.made',
    'its line is about writing files',
    inLine(MADE),
    [inSkill('Logs go to `⟦references/b.md⟧`, which is created.')],
    [plain],
  ),
  clue(
    'line.placed',
    'its line is about copying or installing files',
    inLine(PLACED),
    [inSkill('The installer copies `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.project',
    'its line is about the user’s project',
    inLine(PROJECT),
    [inSkill('The project has `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.bundled',
    'its line is about bundled files',
    inLine(BUNDLED),
    [inSkill('Bundled: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.other-skill',
    'its line mentions another skill',
    (situation) => {
      const { line, lineTopics } = nearbyText(situation);
      return namesOtherSkill(line, lineTopics);
    },
    [inSkill('The base skill has `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.sends',
    'its line refers the model to something',
    inLine(SENDS),
    [inSkill('For details: `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'line.table',
    'its line is a table row',
    (situation) => /^\s*\|/.test(nearbyText(situation).before),
    [inSkill('| file | what |\n|---|---|\n| `⟦references/b.md⟧` | bills |')],
    [plain],
  ),
  clue(
    'line.item',
    'its line is a list item',
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
    (situation) => {
      const { line, lineTopics } = nearbyText(situation);
      return namesPaths(line, lineTopics);
    },
    [inSkill('See `⟦references/b.md⟧`, `a/c.md` and `a/d.md`.')],
    [plain],
  ),
  clue('line.arrow', 'its line has an arrow', inLine(ARROW), [inSkill('bills → `⟦references/b.md⟧`')], [plain]),
  clue(
    'line.foreign',
    'its line is in a script other than Latin',
    inLine(OTHER_SCRIPT),
    [inSkill('参照 `⟦references/b.md⟧`')],
    [plain],
  ),
];
