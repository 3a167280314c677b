import {
  type AbsentFolder,
  absentFolder,
  basename,
  certaintyOf,
  dirname,
  type Judgement,
  join,
  judge,
  judgementsHold,
  type Mention,
  provokes,
  type Reference,
  type Resolution,
  type ResolveContext,
  resolve,
  type Skill,
  type SkillDocument,
  SkimmedDocument,
  unchangedIn,
  type Verdict,
  within,
} from '../../skill/index.ts';

/** A reference with what it leads to. */
export interface ResolvedReference {
  readonly reference: Reference;
  readonly resolution: Resolution;
  /** Where it leads nowhere: how likely a bundled file is meant, and why. Worked out when it is first called. */
  readonly judge?: () => Judgement;
  /** What `judge` has answered. */
  readonly judged?: Judged<Judgement>;
  /** Where it is missing because the folder that it leads into is. */
  readonly absent?: AbsentFolder;
}

/** An answer once it was asked for; the next version of a document has the same one, where it still holds. */
interface Judged<T> {
  answer?: T;
}

/** A mention, and whether it deserves a warning. */
export interface AnalyzedMention {
  readonly mention: Mention;
  readonly verdict: Verdict;
  /** How likely a bundled file is meant, and why. Worked out when it is first called; undefined of a promise. */
  readonly judge?: () => Judgement | undefined;
  /** What `judge` has answered. */
  readonly judged?: Judged<Judgement | undefined>;
}

/** What leads nowhere, so that only its meaning is in question. A path in another letter case is there. */
const JUDGED: ReadonlySet<Resolution['kind']> = new Set(['missing', 'other-skill', 'other-skill-lacks', 'escapes']);

/** What the references and mentions of one document lead to. */
export interface AnalyzedDocument {
  readonly references: readonly ResolvedReference[];
  readonly mentions: readonly AnalyzedMention[];
  /**
   * True where the answer may change although no file of the skill did: something was looked for outside the skill's
   * folder, or not found inside.
   */
  readonly dependsOnOthers: boolean;
}

/**
 * Resolves all that a document refers to. The document is one of `context.skill`. `deep`: the skill's documents more than
 * one level below SKILL.md, each with the document that leads there first. `before`: what was said of the version that the
 * document was read from, where all else is the same; what holds of it is not asked again.
 */
export function analyze(
  document: SkillDocument,
  context: ResolveContext,
  deep?: () => ReadonlyMap<string, string>,
  before?: AnalyzedDocument,
): AnalyzedDocument {
  if (before !== undefined && !(document instanceof SkimmedDocument)) return analyzeAgain(document, context, before);
  const parts = document instanceof SkimmedDocument ? document.notable(context, deep) : document;
  const resolved = (all: readonly Reference[]) => all.map((reference) => resolvedIn(reference, document, context));
  let references = resolved(parts.references);
  const bare = references.flatMap(({ reference, resolution }) => (resolution.kind === 'bare' ? [reference.path] : []));
  // Where a bare name lies may be told by a path that is there.
  if (parts !== document && bare.length > 0) {
    const told = document.where?.((path) => bare.includes(basename(path))) ?? [];
    references = resolved(inOrder([...parts.references, ...told]));
  }
  return {
    references,
    mentions: parts.mentions.map((mention) => mentionIn(mention, document, context)),
    dependsOnOthers: dependsOnOthers(references, document, context),
  };
}

/** The same from what was said of the version before. */
function analyzeAgain(document: SkillDocument, context: ResolveContext, before: AnalyzedDocument): AnalyzedDocument {
  const lost = before.references.filter(({ resolution }) => resolution.kind !== 'found').length;
  const unchanged = unchangedIn(document, context.skill, lost);
  const holds = judgementsHold(document, context);
  const references = document.references.map((reference, index) => {
    const known = before.references[unchanged.reference(index) ?? -1];
    return resolvedIn(reference, document, context, known, holds);
  });
  return {
    references,
    mentions: document.mentions.map((mention, index) => {
      const known = before.mentions[unchanged.mention(index) ?? -1];
      return mentionIn(mention, document, context, known);
    }),
    dependsOnOthers: dependsOnOthers(references, document, context),
  };
}

function resolvedIn(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
  known?: ResolvedReference,
  holds: (reference: Reference) => boolean = () => false,
): ResolvedReference {
  const resolution = known?.resolution ?? resolve(reference, document, context);
  if (!JUDGED.has(resolution.kind)) return { reference, resolution };
  const isMissing = resolution.kind === 'missing';
  const absent = known ? known.absent : isMissing ? absentFolder(reference, document, context) : undefined;
  const judged: Judged<Judgement> = known?.judged !== undefined && holds(reference) ? known.judged : {};
  return {
    reference,
    resolution,
    judge: () => {
      judged.answer ??= judge(reference, document, context);
      return judged.answer;
    },
    judged,
    ...(absent ? { absent } : {}),
  };
}

function mentionIn(
  mention: Mention,
  document: SkillDocument,
  { skill }: ResolveContext,
  known?: AnalyzedMention,
): AnalyzedMention {
  // The verdict follows from the judgement: where the one holds, so does the other.
  const judged: Judged<Judgement | undefined> = known?.judged ?? {};
  return {
    mention,
    verdict: known?.verdict ?? provokes(mention, skill, document),
    judge: () => {
      if (!('answer' in judged)) judged.answer = certaintyOf(mention, skill, document);
      return judged.answer;
    },
    judged,
  };
}

const dependsOnOthers = (all: readonly ResolvedReference[], document: SkillDocument, { skill }: ResolveContext) =>
  all.some(({ reference, resolution }) => !isOwn(reference, resolution, document, skill));

/** References by their places, each once. */
function inOrder(references: readonly Reference[]): readonly Reference[] {
  return [...new Map(references.map((one) => [one.range.start, one])).values()].sort(
    (a, b) => a.range.start - b.range.start,
  );
}

/**
 * Whether a path was found among the skill's own files, as seen from the document or the skill: those of a skill inside
 * it come and go without its bundle, and the folders around it without its files.
 */
function isOwn({ path }: Reference, resolution: Resolution, document: SkillDocument, { root, bundle }: Skill): boolean {
  if (resolution.kind !== 'found' || resolution.where !== 'bundle') return false;
  if (![dirname(document.path), root].some((base) => join(base, path) === resolution.path)) return false;
  const inner = within(root, resolution.path) ?? '';
  return inner === '' || bundle.files.has(inner) || bundle.folders.has(inner);
}
