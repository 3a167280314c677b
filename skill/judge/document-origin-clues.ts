/** Clues about the origin of a document, by its name and by neighboring files. */

import type { Clue } from '../clues/clue.ts';
import { anyOf } from '../text/any-of.ts';
import type { DocumentSituation } from './situation.ts';
import { pathInSkill } from './situation-tests.ts';

const COPIES = ['upstream', 'snapshots?', 'vendor(?:ed)?', 'mirrors?', 'llms', 'third[-_ ]?party', 'external', 'docs?'];
/** Names of copies, and of documents that track work. */
const MIRROR = new RegExp(`(?:^|[/_. -])${anyOf(COPIES)}(?=[/_. -]|$)`, 'i');
const WORK = ['todos?', 'milestones?', 'phases?', 'briefs?', 'archives?', 'tracker', 'work-?items?', 'tickets?'];
const RECORDS = ['evals?', 'verification', 'changelog', 'history', '20\\d\\d[-_]?[01]\\d'];
const TRACKER = new RegExp(`(?:^|[/_. -])${anyOf([...WORK, ...RECORDS])}(?=[/_. -]|$)`, 'i');
/** Minimum number of files in the document's folder if the folder is a collection of pages. */
const CROWD = 25;

const plain = 'About `⟦references/b.md⟧` here.';

export const DOCUMENT_ORIGIN_CLUES: readonly Clue<DocumentSituation>[] = [
  {
    id: 'document.mirror',
    says: 'its file is a copy, according to its name',
    matches: (situation) => !situation.isManifest && MIRROR.test(pathInSkill(situation)),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'upstream/a.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'guides/a.md' }],
  },
  {
    id: 'document.tracker',
    says: 'its file tracks work, according to its name',
    matches: (situation) => !situation.isManifest && TRACKER.test(pathInSkill(situation)),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'todo.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'guides/a.md' }],
  },
  {
    id: 'document.crowd',
    says: 'its file is in a folder of many files',
    matches: (situation) => !situation.isManifest && situation.crowd >= CROWD,
    fires: [
      {
        text: 'See `⟦references/b.md⟧`.',
        in: 'guides/a.md',
        files: Array.from({ length: 30 }, (_, index) => `guides/${index}.md`),
      },
    ],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'guides/a.md', files: ['guides/1.md'] }],
  },
  {
    id: 'document.lone-skill',
    says: 'the skill has hardly any other files',
    matches: ({ skill }) => skill.bundle.files.size <= 2,
    fires: [plain],
    silent: [{ text: 'About `⟦references/b.md⟧`.', files: ['a.md', 'b.md'] }],
  },
];
