import {
  type Mention,
  provokes,
  type Reference,
  type Resolution,
  type ResolveContext,
  resolve,
  type Skill,
  type SkillDocument,
  type Verdict,
} from '../../skill/index.ts';
import { dirname, join, within } from '../../skill/paths.ts';

/** What the references and mentions of one document lead to. */
export interface AnalyzedDocument {
  readonly references: readonly { readonly reference: Reference; readonly resolution: Resolution }[];
  readonly mentions: readonly { readonly mention: Mention; readonly verdict: Verdict }[];
  /**
   * True where the answer may change although no file of the skill did: something was looked for outside the skill's
   * folder, or not found inside.
   */
  readonly dependsOnOthers: boolean;
}

/** Resolves all that a document refers to. The document is one of `context.skill`. */
export function analyze(document: SkillDocument, context: ResolveContext): AnalyzedDocument {
  const references = document.references.map((reference) => ({
    reference,
    resolution: resolve(reference, document, context),
  }));
  return {
    references,
    mentions: document.mentions.map((mention) => ({ mention, verdict: provokes(mention, context.skill, document) })),
    dependsOnOthers: references.some(
      ({ reference, resolution }) => !isOwn(reference, resolution, document, context.skill),
    ),
  };
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
