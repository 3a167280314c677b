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
import { basename, within } from '../../skill/paths.ts';

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
    mentions: document.mentions.map((mention) => ({ mention, verdict: verdictOn(mention, document, context.skill) })),
    dependsOnOthers: references.some(({ resolution }) => !isOwn(resolution, context.skill)),
  };
}

/** Whether a path was found among the skill's own files; those of a skill inside it come and go without its bundle. */
function isOwn(resolution: Resolution, { root, bundle }: Skill): boolean {
  if (resolution.kind !== 'found' || resolution.where !== 'bundle') return false;
  const inner = within(root, resolution.path) ?? '';
  return inner === '' || bundle.files.has(inner) || bundle.folders.has(inner);
}

/**
 * `provokes` knows what SKILL.md names. A model that reads another document of the skill has read that one too: a file
 * that it names anywhere, or that it is itself, need not be guessed.
 */
function verdictOn(mention: Mention, document: SkillDocument, skill: Skill): Verdict {
  const verdict = provokes(mention, skill);
  if (verdict.kind === 'silent' || document.path === skill.manifest.path) return verdict;
  const known = verdict.meant.some(
    (path) => document.path.endsWith(`/${path}`) || document.text.includes(basename(path)),
  );
  return known ? { kind: 'silent' } : verdict;
}
