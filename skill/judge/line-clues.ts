/** Clues about the words on the line of a path. */
import type { Clue } from '../clues/clue.ts';
import { nearbyText } from './nearby-text.ts';
import type { Situation } from './situation.ts';
import { ARROW, BUNDLED, FUTURE, MADE, OTHER_SCRIPT, PLACED, PROJECT, SENDS, SHOWS } from './topic-words.ts';
import { namesOtherSkill, namesPaths } from './topics.ts';

const inLine =
  (topic: number): Clue<Situation>['matches'] =>
  (situation) =>
    (nearbyText(situation).lineTopics & topic) !== 0;
const plain = 'About `⟦references/b.md⟧` here.';

export const LINE_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'line.shows',
    says: 'its line is about examples',
    matches: inLine(SHOWS),
    fires: ['An anti-pattern: `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'line.future',
    says: 'its line is about optional, planned or removed files',
    matches: inLine(FUTURE),
    fires: ['Planned: `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'line.made',
    says: 'its line is about writing files',
    matches: inLine(MADE),
    fires: ['Logs go to `⟦references/b.md⟧`, which is created.'],
    silent: [plain],
  },
  {
    id: 'line.placed',
    says: 'its line is about copying or installing files',
    matches: inLine(PLACED),
    fires: ['The installer copies `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'line.project',
    says: 'its line is about the user’s project',
    matches: inLine(PROJECT),
    fires: ['The project has `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'line.bundled',
    says: 'its line is about bundled files',
    matches: inLine(BUNDLED),
    fires: ['Bundled: `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'line.other-skill',
    says: 'its line mentions another skill',
    matches: (situation) => {
      const { line, lineTopics } = nearbyText(situation);
      return namesOtherSkill(line, lineTopics);
    },
    fires: ['The base skill has `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'line.sends',
    says: 'its line refers the model to something',
    matches: inLine(SENDS),
    fires: ['For details: `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'line.table',
    says: 'its line is a table row',
    matches: (situation) => /^\s*\|/.test(nearbyText(situation).before),
    fires: ['| file | what |\n|---|---|\n| `⟦references/b.md⟧` | bills |'],
    silent: [plain],
  },
  {
    id: 'line.item',
    says: 'its line is a list item',
    matches: (situation) => /^\s*(?:[-*+]|\d+[.)])\s/.test(nearbyText(situation).before),
    fires: ['- `⟦references/b.md⟧`'],
    silent: [plain],
  },
  {
    id: 'line.first',
    says: 'its line begins with it',
    matches: (situation) => /^[\s\-*+|>`[\]()\d.]*$/.test(nearbyText(situation).before),
    fires: ['- `⟦references/b.md⟧`: bills'],
    silent: [plain],
  },
  {
    id: 'line.many',
    says: 'its line names two other paths',
    matches: (situation) => {
      const { line, lineTopics } = nearbyText(situation);
      return namesPaths(line, lineTopics);
    },
    fires: ['See `⟦references/b.md⟧`, `a/c.md` and `a/d.md`.'],
    silent: [plain],
  },
  {
    id: 'line.arrow',
    says: 'its line has an arrow',
    matches: inLine(ARROW),
    fires: ['bills → `⟦references/b.md⟧`'],
    silent: [plain],
  },
  {
    id: 'line.foreign',
    says: 'its line is in a script other than Latin',
    matches: inLine(OTHER_SCRIPT),
    fires: ['参照 `⟦references/b.md⟧`'],
    silent: [plain],
  },
];
