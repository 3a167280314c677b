/** Clues about the words above a path: the preceding lines, and the heading. */
import { type Clue, clue, inSkill } from './clue.ts';
import { nearbyText } from './nearby-text.ts';
import { FUTURE, LAYOUT, LISTING, MADE, PROJECT, SHOWS } from './topic-words.ts';

const inAbove =
  (topic: number): Clue['matches'] =>
  (situation) =>
    (nearbyText(situation).aboveTopics & topic) !== 0;
const inHeading =
  (topic: number): Clue['matches'] =>
  (situation) =>
    (nearbyText(situation).headingTopics & topic) !== 0;

const plain = inSkill('About `⟦references/b.md⟧` here.');

export const HEADING_CLUES: readonly Clue[] = [
  clue(
    'above.shows',
    'the lines above are about examples',
    inAbove(SHOWS),
    [inSkill('A bad case:\n\nAbout `⟦references/b.md⟧`.')],
    [plain],
  ),
  clue(
    'above.made',
    'the lines above are about writing files',
    inAbove(MADE),
    [inSkill('It creates these:\n\n- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'above.future',
    'the lines above are about optional, planned or removed files',
    inAbove(FUTURE),
    [inSkill('Planned:\n\n- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'above.project',
    'the lines above are about the user’s project',
    inAbove(PROJECT),
    [inSkill('In your project:\n\n- `⟦references/b.md⟧`')],
    [plain],
  ),
  clue(
    'heading.shows',
    'its heading is about examples',
    inHeading(SHOWS),
    [inSkill('## A bad one\n\nAbout `⟦references/b.md⟧`.')],
    [inSkill('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
  clue(
    'heading.future',
    'its heading is about optional, planned or removed files',
    inHeading(FUTURE),
    [inSkill('## Planned\n\nAbout `⟦references/b.md⟧`.')],
    [inSkill('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
  clue(
    'heading.listing',
    'its heading announces files',
    inHeading(LISTING),
    [inSkill('## Resources\n\nAbout `⟦references/b.md⟧`.')],
    [inSkill('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
  clue(
    'heading.layout',
    'its heading announces a layout or an output',
    inHeading(LAYOUT),
    [inSkill('## Output\n\nAbout `⟦references/b.md⟧`.')],
    [inSkill('## Tax\n\nAbout `⟦references/b.md⟧`.')],
  ),
];
