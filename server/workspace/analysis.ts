import {
  type Mention,
  provokes,
  type Reference,
  type Resolution,
  type ResolveContext,
  resolve,
  type SkillDocument,
  type Verdict,
} from '../../skill/index.ts';

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
    mentions: document.mentions.map((mention) => ({ mention, verdict: provokes(mention, context.skill) })),
    dependsOnOthers: references.some(({ resolution }) => resolution.kind !== 'found' || resolution.where !== 'bundle'),
  };
}
