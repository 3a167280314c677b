/** Resolves the paths of an instruction file, for all rules. */
import {
  defined,
  dirname,
  type InstructionKind,
  importsOf,
  join,
  pluginRootOf,
  type Reference,
  type ResolveContext,
  resolve,
  type SkillDocument,
  suggest,
  unmeantClueFor,
  within,
} from '../../../skill/index.ts';
import { type AnalyzedDocument, analyze, type PatternFor, type ResolvedReference } from './analysis.ts';

/**
 * Resolves all paths and imports of an instruction file. `context.skill` stands for its repository. Words for a file without its
 * path are left out: a model that works in the repository searches for it.
 */
export function analyzeInstructions(
  document: SkillDocument,
  context: ResolveContext,
  kind: InstructionKind,
  patternFor?: PatternFor,
): AnalyzedDocument {
  const analysis = analyze(document, context, patternFor);
  const imports = importsOf(document).map((reference): ResolvedReference => {
    const resolution = resolve(reference, document, context);
    // Nothing but its form decides whether a client reads it.
    const isFound = resolution.kind === 'found' || resolution.kind === 'case';
    const suggestions = isFound ? [] : suggest(reference.path, context.skill.bundle);
    return { reference, resolution: isFound ? resolution : { kind: 'missing', suggestions } };
  });
  const isImported = new Set(imports.map(({ reference }) => reference.range.start));
  const references = [...analysis.references.filter((one) => !isImported.has(one.reference.range.start)), ...imports]
    .sort((a, b) => a.reference.range.start - b.reference.range.start)
    .map((one) =>
      withoutUnmeant(
        insideRepository(one, document, context),
        document,
        context,
        kind,
        isImported.has(one.reference.range.start),
      ),
    );
  return { ...analysis, references, mentions: [], dependsOnOthers: true };
}

/** Reports a path as missing that leads out of the repository from its root, but not from its file. */
function insideRepository(
  one: ResolvedReference,
  { path: file }: SkillDocument,
  { skill }: ResolveContext,
): ResolvedReference {
  const { path } = one.reference;
  const isInside = path.startsWith('../') && within(skill.root, join(dirname(file), path)) !== undefined;
  if (one.resolution.kind !== 'escapes' || !isInside) return one;
  return { ...one, resolution: { kind: 'missing', suggestions: suggest(path, skill.bundle) } };
}

/** Ignores a missing path that need not exist in the repository. */
function withoutUnmeant(
  one: ResolvedReference,
  document: SkillDocument,
  context: ResolveContext,
  kind: InstructionKind,
  isImport: boolean,
): ResolvedReference {
  // An agent that is used in another project finds other letters there.
  if (one.resolution.kind === 'case' ? kind === 'project' : one.resolution.kind !== 'missing') return one;
  const { fs, tree, skill } = context;
  const { reference } = one;
  const pluginRoot = pluginRootOf(reference.base, context);
  const clue = unmeantClueFor({ reference, document, kind, isImport, root: skill.root, pluginRoot, fs, tree });
  if (clue === undefined || (one.resolution.kind === 'case' && clue.id !== 'project.of-user'))
    return withLikeliest(one, reference, context);
  return { reference, resolution: { kind: 'ignored', excuse: 'user-file', because: clue.id } };
}

/** Puts the only file of the repository that ends in the path first. */
function withLikeliest(
  one: ResolvedReference,
  { path }: Reference,
  { tree, skill }: ResolveContext,
): ResolvedReference {
  if (one.resolution.kind !== 'missing') return one;
  const ending = tree?.endingIn(path) ?? [];
  const [only] = ending.length === 1 ? ending : [];
  const suggestions = [
    ...new Set([...(only === undefined ? [] : [only.slice(skill.root.length + 1)]), ...one.resolution.suggestions]),
  ];
  return defined({ ...one, resolution: { kind: 'missing' as const, suggestions } });
}
