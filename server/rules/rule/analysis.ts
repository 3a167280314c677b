/** Resolves the references and mentions of a document, for all rules. */
import {
  type AbsentFolder,
  absentFolder,
  basename,
  certaintyOf,
  defined,
  dirname,
  hookPaths,
  type Judgment,
  join,
  judge,
  judgmentsHold,
  type Mention,
  type MissPrediction,
  notableParts,
  type PathMeaning,
  type Reference,
  type Resolution,
  type ResolveContext,
  resolve,
  type Skill,
  type SkillDocument,
  unchangedResults,
  warningFor,
  within,
} from '../../../skill/index.ts';
import type { PathPattern } from '../../path-patterns.ts';

/** A reference with its resolution. */
export interface ResolvedReference {
  readonly reference: Reference;
  readonly resolution: Resolution;
  /** Returns how likely a bundled file is meant, and why, for a reference without a target. Computed on first call. */
  readonly judge?: () => Judgment;
  /** The cached answer of `judge`. */
  readonly judged?: Cached<Judgment>;
  /** The missing folder, if the reference is missing because its folder is. */
  readonly absent?: AbsentFolder;
  /** The author's pattern that says what the path is. */
  readonly pattern?: PathPattern;
}

/** An answer computed on demand. The next version of the document reuses it while it holds. */
interface Cached<T> {
  answer?: T;
}

/** A mention, and whether it deserves a warning. */
export interface AnalyzedMention {
  readonly mention: Mention;
  readonly verdict: MissPrediction;
  /** Returns how likely a bundled file is meant, and why; undefined for a mention of kind `promise`. Computed on first call. */
  readonly judge?: () => Judgment | undefined;
  /** The cached answer of `judge`. */
  readonly judged?: Cached<Judgment | undefined>;
  /** The author's pattern that says what the name is. */
  readonly pattern?: PathPattern;
}

/** Resolutions whose intent is in question: those without a target, or with one in a different letter case only. */
const JUDGED: ReadonlySet<Resolution['kind']> = new Set([
  'missing',
  'case',
  'other-skill',
  'other-skill-lacks',
  'escapes',
]);

/** Returns the author's pattern for a path without a file. */
export type PatternFor = (path: string) => PathPattern | undefined;

/** The excuse of a path by what the author says of it. */
const EXCUSES: Readonly<Record<PathMeaning, Extract<Resolution, { kind: 'ignored' }>['excuse']>> = {
  'made-at-run-time': 'output',
  'user-project': 'user-file',
  'installed-later': 'unknown',
  example: 'example',
};

/** The start of the id of a reason that the author gave, before the meaning. */
export const SAID = 'paths.';

/** The resolved references and mentions of one document. */
export interface AnalyzedDocument {
  /** The references that a rule may report, and some others. For existing paths, ask `document.referencesWhere`. */
  readonly references: readonly ResolvedReference[];
  readonly mentions: readonly AnalyzedMention[];
  /**
   * True if the analysis may change although no file of the skill did: something was looked up outside the skill's folder,
   * or not found inside it.
   */
  readonly dependsOnOthers: boolean;
  /** The skill that the document was analyzed for. */
  readonly skill: Skill;
}

/**
 * Resolves all references and mentions of a document of `context.skill`.
 * @param patternFor what the author says of paths
 * @param deep the skill's documents more than one level below SKILL.md, each with the document that references it first
 * @param before the analysis of the document's previous version, if nothing else changed; answers that still hold are reused
 */
export function analyze(
  document: SkillDocument,
  context: ResolveContext,
  patternFor?: PatternFor,
  deep?: () => ReadonlyMap<string, string>,
  before?: AnalyzedDocument,
): AnalyzedDocument {
  const parts = notableParts(document, context, deep);
  const known = before && parts === document ? reanalyze(document, context, patternFor, before) : undefined;
  if (known) return known;
  const resolved = (all: readonly Reference[]) =>
    all.map((reference) => resolveReference(reference, document, context, patternFor));
  let references = resolved(parts.references);
  const bare = references.flatMap(({ reference, resolution }) => (resolution.kind === 'bare' ? [reference.path] : []));
  // An existing path may give the folder of a bare name.
  if (parts !== document && bare.length > 0) {
    const paths = document.referencesWhere((path) => bare.includes(basename(path)));
    references = resolved(sortReferences([...parts.references, ...paths]));
  }
  return {
    references: [...references, ...resolved(hooksOf(document, context))],
    mentions: parts.mentions.map((mention) => analyzeMention(mention, document, context, patternFor)),
    dependsOnOthers: dependsOnOthers(references, document, context),
    skill: context.skill,
  };
}

/** Analyzes a new version of a document, reusing the analysis of the previous one; undefined if it cannot be reused. */
function reanalyze(
  document: SkillDocument,
  context: ResolveContext,
  patternFor: PatternFor | undefined,
  before: AnalyzedDocument,
): AnalyzedDocument | undefined {
  const unchanged = unchangedResults(document, context.skill, before.skill);
  const holds = judgmentsHold(document, context, before.skill);
  const references = document.references.map((reference, index) => {
    const previous = before.references[unchanged.reference(index) ?? -1];
    const distant = previous ?? before.references[unchanged.distant(index) ?? -1];
    return resolveReference(reference, document, context, patternFor, previous, () => {
      const isResolved = previous !== undefined;
      return distant && holds({ reference, old: distant.reference, isResolved }) ? distant.judged : undefined;
    });
  });
  const mentions = document.mentions.map((mention, index) => {
    const previous = before.mentions[unchanged.mention(index) ?? -1];
    return analyzeMention(mention, document, context, patternFor, previous);
  });
  if (!unchanged.isReliable()) return undefined;
  const hooks = hooksOf(document, context).map((reference) =>
    resolveReference(reference, document, context, patternFor),
  );
  return {
    references: [...references, ...hooks],
    mentions,
    dependsOnOthers: dependsOnOthers(references, document, context),
    skill: context.skill,
  };
}

/** Returns the paths in the hooks of SKILL.md. They follow those of the body, whose indices are those of the document. */
const hooksOf = (document: SkillDocument, { skill }: ResolveContext): readonly Reference[] =>
  document.path === skill.manifest.path ? hookPaths(document) : [];

function resolveReference(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
  patternFor: PatternFor | undefined,
  previous?: ResolvedReference,
  judgedBefore: () => Cached<Judgment> | undefined = () => undefined,
): ResolvedReference {
  const resolution = previous?.resolution ?? resolve(reference, document, context);
  // The author knows better than any clue.
  const pattern = resolution.kind === 'found' ? undefined : patternFor?.(reference.path);
  if (pattern !== undefined) {
    const { meaning } = pattern;
    return {
      reference,
      resolution: { kind: 'ignored', excuse: EXCUSES[meaning], because: `${SAID}${meaning}` },
      pattern,
    };
  }
  if (!JUDGED.has(resolution.kind)) return { reference, resolution };
  const isMissing = resolution.kind === 'missing';
  const absent = previous ? previous.absent : isMissing ? absentFolder(reference, document, context) : undefined;
  const judged: Cached<Judgment> = judgedBefore() ?? {};
  return defined({
    reference,
    resolution,
    judge: () => {
      judged.answer ??= judge(reference, document, context);
      return judged.answer;
    },
    judged,
    absent,
  });
}

function analyzeMention(
  mention: Mention,
  document: SkillDocument,
  { skill }: ResolveContext,
  patternFor: PatternFor | undefined,
  previous?: AnalyzedMention,
): AnalyzedMention {
  // Other mentions have no path that a pattern could match.
  const pattern = mention.what === 'name' ? patternFor?.(mention.text) : undefined;
  if (pattern !== undefined) return { mention, verdict: { kind: 'silent' }, pattern };
  // The verdict follows from the judgment, so both remain valid together.
  const judged: Cached<Judgment | undefined> = previous?.judged ?? {};
  return {
    mention,
    verdict: previous?.verdict ?? warningFor(mention, skill, document),
    judge: () => {
      if (!('answer' in judged)) judged.answer = certaintyOf(mention, skill, document);
      return judged.answer;
    },
    judged,
  };
}

const dependsOnOthers = (all: readonly ResolvedReference[], document: SkillDocument, { skill }: ResolveContext) =>
  all.some(({ reference, resolution }) => !isOwn(reference, resolution, document, skill));

/** Returns references in document order, without duplicates. */
function sortReferences(references: readonly Reference[]): readonly Reference[] {
  return [...new Map(references.map((one) => [one.range.start, one])).values()].sort(
    (a, b) => a.range.start - b.range.start,
  );
}

/**
 * Returns true if a path resolved to the skill's own files, relative to the document or the skill. Files of a nested
 * skill change independently of the bundle, and parent folders independently of its files.
 */
function isOwn({ path }: Reference, resolution: Resolution, document: SkillDocument, { root, bundle }: Skill): boolean {
  if (resolution.kind !== 'found' || resolution.where !== 'bundle') return false;
  if (![dirname(document.path), root].some((base) => join(base, path) === resolution.path)) return false;
  const inner = within(root, resolution.path) ?? '';
  return inner === '' || bundle.files.has(inner) || bundle.folders.has(inner);
}
