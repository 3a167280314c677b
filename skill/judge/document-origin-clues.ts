/** Clues of where a document comes from, by its name and by what lies beside it. */
import { type Clue, clue, inDocument, inSkill, ofDocument } from './clue.ts';
import { pathInSkill } from './situation-tests.ts';

/** Names of documents that come from elsewhere, or tell what is being worked on. */
const MIRROR =
  /(?:^|[/_. -])(?:upstream|snapshots?|vendor(?:ed)?|mirrors?|llms|third[-_ ]?party|external|docs?)(?=[/_. -]|$)/i;
const TRACKER =
  /(?:^|[/_. -])(?:todos?|milestones?|phases?|briefs?|archives?|tracker|work-?items?|tickets?|evals?|verification|changelog|history|20\d\d[-_]?[01]\d)(?=[/_. -]|$)/i;
/** Files of the document's own kind beside it, from which on its folder is a collection of pages. */
const CROWD = 25;

const plain = inSkill('About `⟦references/b.md⟧` here.');

export const DOCUMENT_ORIGIN_CLUES: readonly Clue[] = ofDocument([
  clue(
    'document.mirror',
    'its file is a copy from elsewhere by its name',
    (situation) => !situation.isManifest && MIRROR.test(pathInSkill(situation)),
    [inDocument('upstream/a.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('guides/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.tracker',
    'its file tells what was or is being worked on, by its name',
    (situation) => !situation.isManifest && TRACKER.test(pathInSkill(situation)),
    [inDocument('todo.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('guides/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.crowd',
    'its file lies among many of its kind',
    (situation) => !situation.isManifest && situation.crowd >= CROWD,
    [
      inDocument(
        'guides/a.md',
        'See `⟦references/b.md⟧`.',
        ...Array.from({ length: 30 }, (_, index) => `guides/${index}.md`),
      ),
    ],
    [inDocument('guides/a.md', 'See `⟦references/b.md⟧`.', 'guides/1.md')],
  ),
  clue(
    'document.lone-skill',
    'the skill has hardly another file',
    ({ skill }) => skill.bundle.files.size <= 2,
    [plain],
    [inSkill('About `⟦references/b.md⟧`.', 'a.md', 'b.md')],
  ),
]);
