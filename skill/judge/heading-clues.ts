/** Clues about the words above a path: the preceding lines, and the heading. */
import type { Clue } from '../clues/clue.ts';
import { nearbyText } from './nearby-text.ts';
import type { Situation } from './situation.ts';
import { FUTURE, LAYOUT, LISTING, MADE, PROJECT, SHOWS } from './topic-words.ts';

const inAbove =
  (topic: number): Clue<Situation>['matches'] =>
  (situation) =>
    (nearbyText(situation).aboveTopics & topic) !== 0;
const inHeading =
  (topic: number): Clue<Situation>['matches'] =>
  (situation) =>
    (nearbyText(situation).headingTopics & topic) !== 0;

const plain = 'About `⟦references/b.md⟧` here.';

export const HEADING_CLUES: readonly Clue<Situation>[] = [
  {
    id: 'above.shows',
    says: 'the lines above are about examples',
    matches: inAbove(SHOWS),
    fires: ['A bad case:\n\nAbout `⟦references/b.md⟧`.'],
    silent: [plain],
  },
  {
    id: 'above.made',
    says: 'the lines above are about writing files',
    matches: inAbove(MADE),
    fires: ['It creates these:\n\n- `⟦references/b.md⟧`'],
    silent: [plain],
  },
  {
    id: 'above.future',
    says: 'the lines above are about optional, planned or removed files',
    matches: inAbove(FUTURE),
    fires: ['Planned:\n\n- `⟦references/b.md⟧`'],
    silent: [plain],
  },
  {
    id: 'above.project',
    says: 'the lines above are about the user’s project',
    matches: inAbove(PROJECT),
    fires: ['In your project:\n\n- `⟦references/b.md⟧`'],
    silent: [plain],
  },
  {
    id: 'heading.shows',
    says: 'its heading is about examples',
    matches: inHeading(SHOWS),
    fires: ['## A bad one\n\nAbout `⟦references/b.md⟧`.'],
    silent: ['## Tax\n\nAbout `⟦references/b.md⟧`.'],
  },
  {
    id: 'heading.future',
    says: 'its heading is about optional, planned or removed files',
    matches: inHeading(FUTURE),
    fires: ['## Planned\n\nAbout `⟦references/b.md⟧`.'],
    silent: ['## Tax\n\nAbout `⟦references/b.md⟧`.'],
  },
  {
    id: 'heading.listing',
    says: 'its heading announces files',
    matches: inHeading(LISTING),
    fires: ['## Resources\n\nAbout `⟦references/b.md⟧`.'],
    silent: ['## Tax\n\nAbout `⟦references/b.md⟧`.'],
  },
  {
    id: 'heading.layout',
    says: 'its heading announces a layout or an output',
    matches: inHeading(LAYOUT),
    fires: ['## Output\n\nAbout `⟦references/b.md⟧`.'],
    silent: ['## Tax\n\nAbout `⟦references/b.md⟧`.'],
  },
];
