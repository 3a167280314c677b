/** Clues about the origin of a document, by its name and by neighboring files. */
import { type Clue, clue, inDocument, inSkill, ofDocument } from './clue.ts';
import { pathInSkill } from './situation-tests.ts';

/** Names of copies, and of documents that track work. */
const MIRROR =
  /(?:^|[/_. -])(?:upstream|snapshots?|vendor(?:ed)?|mirrors?|llms|third[-_ ]?party|external|docs?)(?=[/_. -]|$)/i;
const TRACKER =
  /(?:^|[/_. -])(?:todos?|milestones?|phases?|briefs?|archives?|tracker|work-?items?|tickets?|evals?|verification|changelog|history|20\d\d[-_]?[01]\d)(?=[/_. -]|$)/i;
/** Minimum number of files in the document's folder if the folder is a collection of pages. */
const CROWD = 25;

const plain = inSkill('About `⟦references/b.md⟧` here.');

export const DOCUMENT_ORIGIN_CLUES: readonly Clue[] = ofDocument([
  clue(
    'document.mirror',
    'its file is a copy, according to its name',
    (situation) => !situation.isManifest && MIRROR.test(pathInSkill(situation)),
    [inDocument('upstream/a.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('guides/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.tracker',
    'its file tracks work, according to its name',
    (situation) => !situation.isManifest && TRACKER.test(pathInSkill(situation)),
    [inDocument('todo.md', 'See `⟦references/b.md⟧`.')],
    [inDocument('guides/a.md', 'See `⟦references/b.md⟧`.')],
  ),
  clue(
    'document.crowd',
    'its file is in a folder of many files',
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
    'the skill has hardly any other files',
    ({ skill }) => skill.bundle.files.size <= 2,
    [plain],
    [inSkill('About `⟦references/b.md⟧`.', 'a.md', 'b.md')],
  ),
]);
