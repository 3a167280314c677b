/**
 * Evidence in the text that a missing path is located elsewhere: in the user's project, on the machine, or in a
 * document to write.
 */

import type { Bundle, Range, Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { lineAround, rangeAt } from '../text/lines.ts';
import { lookupsIn, occurrencesOf } from '../text/occurrences.ts';
import { mapParts, PartAnswers, sectionsOf, someParts } from '../text/parts.ts';
import { firstMatching, type OwnershipClue } from './clue.ts';
import { DOCUMENT_CLUES } from './document-wide.ts';
import { hasOpenInstruction } from './evidence.ts';
import { type MissingPath, missingPathOf } from './missing-path.ts';

const usersPaths = new WeakMap<SkillDocument, Map<string, number | undefined>>();

/** Returns the place where the same path is called the user's: "your `scripts/release.sh`"; undefined if there is none. */
function placeAsUsers(path: string, document: SkillDocument): number | undefined {
  if (!path.includes('/') || occurrencesOf(path, document).length < 2) return undefined;
  const answers = usersPaths.get(document) ?? new Map<string, number | undefined>();
  usersPaths.set(document, answers);
  if (!answers.has(path)) {
    const all = [...document.referencesWhere((one) => one === path)];
    answers.set(path, all.find(({ excuse }) => excuse === 'user-file')?.range.start);
  }
  return answers.get(path);
}

/** Paths in commands that are common in projects and rare in skills. */
const OF_PROJECT = /(?:^|\s)(?:\.\/)?(?:src|tests?|apps?|lib|packages|k8s|charts|public|migrations)\/\S*/gm;

/** Maximum length of a fence to consider, in UTF-16 units; a longer one is a program. */
const MAX_COMMANDS = 4_000;

/** Returns true if the commands around a path act on a project and none of them runs a bundled file. */
function isAmongProjectCommands(text: string, range: Range, { files, folders }: Bundle): boolean {
  const from = Math.max(0, range.start - MAX_COMMANDS);
  const before = text.slice(from, range.start + 4).lastIndexOf('\n```');
  const after = text.slice(range.end, range.end + MAX_COMMANDS).indexOf('\n```');
  const start = from + before;
  const end = range.end + after;
  if (before < 0 || after < 0 || end - start > MAX_COMMANDS) return false;
  const line = lineAround(text, range);
  const rest = `${text.slice(start + 1, line.start)}\n${text.slice(line.end, end)}`;
  const ofProject = [...rest.matchAll(OF_PROJECT)].some(
    ([path]) => !folders.has(path.trim().replace(/^\.\//, '').split('/')[0] ?? ''),
  );
  return ofProject && ![...files].some((file) => file.includes('/') && rest.includes(file));
}

const drafts = new WeakMap<SkillDocument, readonly Range[]>();

/**
 * Returns true if a path is inside a document to be written, shown in a fence that contains fences itself. Markdown
 * ends the outer fence at the first closing line, authors and models at the last one.
 */
function isInDraft({ form, range }: Reference, document: SkillDocument): boolean {
  if (form.startsWith('fence') || form === 'tree') return false;
  const known = drafts.get(document) ?? draftsIn(document);
  drafts.set(document, known);
  const around = rangeAt(known, range.start);
  return around !== undefined && around.start < range.start && range.end < around.end;
}

/** Returns true if a document may show documents to be written, so that a fence may be the end of one far above. */
export const mayHaveDrafts = (document: SkillDocument): boolean =>
  someParts(document, markdownFenceAnswers, (text) => MARKDOWN_FENCE.test(text));

function draftsIn(document: SkillDocument): readonly Range[] {
  if (!mayHaveDrafts(document)) return [];
  const texts: Range[] = [];
  const open: { readonly info: string; readonly at: number; nested: boolean }[] = [];
  for (const { info, at } of fenceLines(document)) {
    const [outer] = open;
    if (info !== '') {
      if (outer) outer.nested = true;
      open.push({ info, at, nested: false });
    } else {
      const one = open.pop();
      if (one === undefined) open.push({ info, at, nested: false });
      else if (open.length === 0 && one.nested && /^(?:markdown|md|mdx)$/.test(one.info))
        texts.push({ start: one.at, end: at });
    }
  }
  return texts;
}

const MARKDOWN_FENCE = /^[ \t]*```+[ \t]*(?:markdown|md|mdx)\b/im;
/** Caches by section whether a Markdown fence may start there, and the lines that start or end a fence. */
const markdownFenceAnswers = new PartAnswers<boolean>();
const fenceLineAnswers = new PartAnswers<readonly FenceLine[]>();

interface FenceLine {
  /** The language that it names, in lower case; empty if it names none. */
  readonly info: string;
  readonly at: number;
}

/** Returns the lines of a document that start or end a fence, in order. */
function fenceLines(document: SkillDocument): readonly FenceLine[] {
  const { text, bodyStart } = document;
  const sections = sectionsOf(document);
  if (sections === undefined) return fenceLinesIn(text);
  const inBody = mapParts(document, fenceLineAnswers, fenceLinesIn).flatMap((lines, index) => {
    const start = sections[index]?.start ?? bodyStart;
    return lines.map(({ info, at }) => ({ info, at: start + at }));
  });
  return [...fenceLinesIn(text.slice(0, bodyStart)), ...inBody];
}

const fenceLinesIn = (text: string): readonly FenceLine[] =>
  [...text.matchAll(/^[ \t]*```+([^\n`]*)$/gm)].map(({ index, 1: rest = '' }) => ({
    info: /^[ \t]*([\w+-]*)/.exec(rest)?.[1]?.toLowerCase() ?? '',
    at: index,
  }));

const isBundled = ({ first }: MissingPath): boolean => SPEC_FOLDERS.has(first);

/** Clues for all paths, including links. */
const FOR_ALL_PATHS: readonly OwnershipClue<MissingPath>[] = [
  {
    id: 'elsewhere.text-to-write',
    says: 'it is part of a document to be written, shown in a fence',
    matches: ({ reference, document }) => isInDraft(reference, document),
    fires: ['```markdown\n# NAME\n\n```bash\nnode a.js\n```\n\n- [Usage](⟦docs/usage.md⟧)\n\n```bash\nx\n```\n```\n'],
    silent: ['```markdown\n# A\n```\n\n```bash\nx\n```\n\n[u](⟦references/usage.md⟧)'],
  },
];

/** Clues for paths other than links, by their position. */
const BY_POSITION: readonly OwnershipClue<MissingPath>[] = [
  {
    // If the model is sent to it, or runs it from a folder that skills have, the skill has such a file as well.
    id: 'elsewhere.users-as-said-before',
    says: "elsewhere, the text calls it the user's",
    matches: (missing) =>
      !(missing.isCommand && isBundled(missing)) &&
      !hasOpenInstruction(missing.reference, missing.document) &&
      placeAsUsers(missing.path, missing.document) !== undefined,
    at: ({ path, document }) => placeAsUsers(path, document),
    fires: ['Look for your `scripts/release.sh` first.\n\n## Signals\n\n- `⟦scripts/release.sh⟧` – or the like'],
    silent: [
      'Run `⟦scripts/a.py⟧` first.\n\nThen read the user’s `scripts/a.py` output.',
      '```bash\npython ⟦scripts/a.py⟧ --all\n```\n\nCompare it with your `scripts/a.py`.',
    ],
  },
  {
    id: 'elsewhere.among-project-commands',
    says: 'the commands around it act on a project',
    matches: (missing) =>
      missing.reference.form === 'fence-command' &&
      isBundled(missing) &&
      isAmongProjectCommands(missing.document.text, missing.reference.range, missing.skill.bundle),
    fires: ['```bash\npython -m pytest tests/ -v\npython -m black src/\npython ⟦scripts/train.py⟧\n```'],
    silent: [
      {
        text: '```bash\ncp src/a.ts .\npython scripts/setup.py\npython ⟦scripts/train.py⟧\n```',
        files: ['scripts/setup.py'],
      },
    ],
  },
];

/** The clues of this file and those about the entire text, by precedence. */
export const ELSEWHERE: readonly OwnershipClue<MissingPath>[] = [...FOR_ALL_PATHS, ...DOCUMENT_CLUES, ...BY_POSITION];

type DocumentClue = (typeof DOCUMENT_CLUES)[number] | undefined;
/** Cached by the lookups in a document. */
const documentClues = new WeakMap<object, { readonly skill: Skill; readonly answers: Map<string, DocumentClue> }>();

/** Evaluates the clues about the entire text, once for all occurrences of the path. */
function documentClueFor(missing: MissingPath): DocumentClue {
  const { path, document, skill } = missing;
  const lookups = lookupsIn(document);
  let cached = documentClues.get(lookups);
  if (cached?.skill !== skill) {
    cached = { skill, answers: new Map() };
    documentClues.set(lookups, cached);
  }
  if (cached.answers.has(path)) return cached.answers.get(path);
  const clue = firstMatching(DOCUMENT_CLUES, missing);
  cached.answers.set(path, clue);
  return clue;
}

type ClueSummary = { readonly id: string; readonly says: string } | undefined;
const reasons = new WeakMap<
  Reference,
  { readonly lookups: object; readonly skill: Skill; readonly why: ClueSummary }
>();

/** Returns the clue that a path is located elsewhere, if there is one. Cached, since the judge needs it too. */
export function elsewhereClueFor(reference: Reference, document: SkillDocument, skill: Skill): ClueSummary {
  const cached = reasons.get(reference);
  const lookups = lookupsIn(document);
  if (cached?.lookups === lookups && cached.skill === skill) return cached.why;
  const why = findElsewhereClue(reference, document, skill);
  reasons.set(reference, { lookups, skill, why });
  return why;
}

function findElsewhereClue(reference: Reference, document: SkillDocument, skill: Skill): ClueSummary {
  const missing = missingPathOf(reference, document, skill);
  const written = firstMatching(FOR_ALL_PATHS, missing);
  if (written || missing.isLink) return written;
  return documentClueFor(missing) ?? firstMatching(BY_POSITION, missing);
}

/** Returns true if the text as a whole says that a path is located elsewhere. */
export const isElsewhere = (reference: Reference, document: SkillDocument, skill: Skill): boolean =>
  elsewhereClueFor(reference, document, skill) !== undefined;

/**
 * Returns the place in the text that a clue observes, by its id, if that is not around the path itself: the command that
 * writes the path, or the sentence that calls it the user's.
 */
export const placeOfClue = (
  id: string,
  reference: Reference,
  document: SkillDocument,
  skill: Skill,
): number | undefined => ELSEWHERE.find((clue) => clue.id === id)?.at?.(missingPathOf(reference, document, skill));
