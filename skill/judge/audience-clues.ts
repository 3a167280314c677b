/** Clues of whom the document is written for: models, people, or authors of other skills. */
import { teaches } from '../clues/evidence.ts';
import { isForPeople } from '../clues/ownership.ts';
import { isCopied } from '../files/audience.ts';
import { within } from '../files/paths.ts';
import { type KeptAnswers, ofPartsUntil, PartAnswers } from '../text/parts.ts';
import { type Clue, clue, inDocument, inSkill, ofDocument } from './clue.ts';
import type { Situation } from './situation.ts';
import { countRuns } from './tokens.ts';

export const AUDIENCE_CLUES: readonly Clue[] = ofDocument([
  clue(
    'document.other',
    'it stands in another file than SKILL.md',
    ({ isManifest }) => !isManifest,
    [inDocument('references/a.md', 'See `⟦references/b.md⟧`.')],
    [inSkill('See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.people',
    'its file is written for people',
    ({ document, skill }) => isForPeople(document, skill),
    [inDocument('README.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('references/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.hidden',
    'its file lies in a hidden folder, out of the way of models',
    ({ document, skill }) => /(?:^|\/)\.[\w-]+\//.test(within(skill.root, document.path) ?? ''),
    [inDocument('.planning/a.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('references/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.copied',
    'its file is made to be copied',
    ({ document, skill, isManifest }) => !isManifest && isCopied(within(skill.root, document.path) ?? ''),
    [inDocument('assets/a.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('references/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.speaks-of-skills',
    'its text speaks of skills all the time',
    speaksOfSkills,
    [
      inSkill(
        'Read `⟦references/b.md⟧`. A skill is a folder. Skills have a name. Write skills well. Test skills. Name skills.',
      ),
    ],
    [
      inSkill(
        'Read `⟦references/b.md⟧`. A bill is a paper. Bills have a date. Write bills well. Test bills. Name bills.',
      ),
    ],
  ),
  clue(
    'document.of-skills',
    'the skill is about writing skills',
    ({ skill, document }) => teaches(skill, document),
    [{ text: 'See `⟦references/b.md⟧`.', description: 'Create new skills.' }],
    [{ text: 'See `⟦references/b.md⟧`.', description: 'Create new invoices.' }],
  ),
]);

/** How often a text of a thousand words speaks of skills that is about them. */
const OFTEN_PER_THOUSAND = 12;
const density = new WeakMap<Situation['document'], boolean>();

/** Whether a document speaks of skills all the time, whatever its skill is described as. */
function speaksOfSkills({ document, skill }: Situation): boolean {
  const known = density.get(document);
  if (known !== undefined) return known;
  const { text, bodyStart } = document;
  const counts = [
    countWords(text.slice(0, Math.min(bodyStart, MOST_TEXT)), skill.name),
    ...ofPartsUntil(document, MOST_TEXT, countsOf(skill.name), (part) => countWords(part, skill.name)),
  ];
  const words = counts.reduce((sum, one) => sum + one.words, 0);
  const skills = counts.reduce((sum, one) => sum + one.skills, 0);
  const often = skills >= 5 && (skills * 1_000) / words >= OFTEN_PER_THOUSAND;
  density.set(document, often);
  return often;
}

/** UTF-16 units of a document that are looked at. */
const MOST_TEXT = 40_000;

interface WordCounts {
  /** Of the skill whose name is not counted. */
  readonly name: string;
  readonly words: number;
  readonly skills: number;
}

const counted = new PartAnswers<WordCounts>();

/** Counts of sections without a skill's name. */
const countsOf = (name: string): KeptAnswers<WordCounts> => ({
  get(key) {
    const known = counted.get(key);
    return known?.name === name ? known : undefined;
  },
  set: (key, counts) => counted.set(key, counts),
});

function countWords(part: string, name: string): WordCounts {
  const text = part.replaceAll(name, '');
  return {
    name,
    words: countRuns(text),
    skills: text.match(/\bskills?\b/gi)?.length ?? 0,
  };
}
