/** Clues about the audience of the document: models, people, or authors of other skills. */

import type { Clue } from '../clues/clue.ts';
import { isAboutWritingSkills } from '../clues/evidence.ts';
import { isForPeople } from '../clues/ownership.ts';
import { isForCopying } from '../files/audience.ts';
import { within } from '../files/paths.ts';
import type { SkillDocument } from '../model/model.ts';
import { type AnswerCache, mapPartsUntil, PartAnswers } from '../text/parts.ts';
import type { DocumentSituation } from './situation.ts';
import { countRuns } from './tokens.ts';

export const AUDIENCE_CLUES: readonly Clue<DocumentSituation>[] = [
  {
    id: 'document.other',
    says: 'it is in a file other than SKILL.md',
    matches: ({ isManifest }) => !isManifest,
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md' }],
    silent: ['See `⟦references/b.md⟧`.'],
  },
  {
    id: 'document.people',
    says: 'its file is written for people',
    matches: ({ document, skill }) => isForPeople(document, skill),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'README.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md' }],
  },
  {
    id: 'document.hidden',
    says: 'its file is in a hidden folder, away from models',
    matches: ({ document, skill }) => /(?:^|\/)\.[\w-]+\//.test(within(skill.root, document.path) ?? ''),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: '.planning/a.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md' }],
  },
  {
    id: 'document.copied',
    says: 'its file is meant to be copied',
    matches: ({ document, skill, isManifest }) => !isManifest && isForCopying(within(skill.root, document.path) ?? ''),
    fires: [{ text: 'See `⟦references/b.md⟧`.', in: 'assets/a.md' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', in: 'references/a.md' }],
  },
  {
    id: 'document.speaks-of-skills',
    says: 'its text mentions skills very often',
    matches: isAboutSkills,
    fires: [
      'Read `⟦references/b.md⟧`. A skill is a folder. Skills have a name. Write skills well. Test skills. Name skills.',
    ],
    silent: [
      'Read `⟦references/b.md⟧`. A bill is a paper. Bills have a date. Write bills well. Test bills. Name bills.',
    ],
  },
  {
    id: 'document.of-skills',
    says: 'the skill is about writing skills',
    matches: ({ skill, document }) => isAboutWritingSkills(skill, document),
    fires: [{ text: 'See `⟦references/b.md⟧`.', description: 'Create new skills.' }],
    silent: [{ text: 'See `⟦references/b.md⟧`.', description: 'Create new invoices.' }],
  },
];

/** Minimum number of mentions of skills per thousand words in a text that is about skills. */
const OFTEN_PER_THOUSAND = 12;
const aboutSkillsCache = new WeakMap<SkillDocument, boolean>();

/** Returns true if a document mentions skills very often, whatever the skill's description says. */
function isAboutSkills({ document, skill }: DocumentSituation): boolean {
  const known = aboutSkillsCache.get(document);
  if (known !== undefined) return known;
  const skills = count(document, skill.name, skillCounts, (text) => text.match(/\bskills?\b/gi)?.length ?? 0);
  // Few documents mention skills, and counting all words takes much longer.
  const mentionsOften =
    skills >= MIN_SKILLS && (skills * 1_000) / count(document, skill.name, wordCounts, countRuns) >= OFTEN_PER_THOUSAND;
  aboutSkillsCache.set(document, mentionsOften);
  return mentionsOften;
}

/** A document that mentions skills less often is not about them. */
const MIN_SKILLS = 5;
/** The maximum number of UTF-16 units of a document that are searched. */
const MAX_TEXT_LENGTH = 40_000;

/** A count in the text of a section without the skill's name. */
interface Count {
  readonly name: string;
  readonly count: number;
}
const skillCounts = new PartAnswers<Count>();
const wordCounts = new PartAnswers<Count>();

/** Adds up what `countText` returns for the sections of a document, without the skill's name. */
function count(
  document: SkillDocument,
  name: string,
  cache: PartAnswers<Count>,
  countText: (text: string) => number,
): number {
  const countIn = (text: string): Count => ({ name, count: countText(text.replaceAll(name, '')) });
  const forName: AnswerCache<Count> = {
    get(key) {
      const known = cache.get(key);
      return known?.name === name ? known : undefined;
    },
    set: (key, answer) => cache.set(key, answer),
  };
  const inBody = mapPartsUntil(document, MAX_TEXT_LENGTH, forName, countIn);
  const frontmatter = countIn(document.text.slice(0, Math.min(document.bodyStart, MAX_TEXT_LENGTH)));
  return inBody.reduce((sum, one) => sum + one.count, frontmatter.count);
}
