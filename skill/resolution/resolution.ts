/** What is asked to resolve a path, and what is answered. */
import type { FileSystem } from '../files/files.ts';
import type { SkillLookup, SkillPlace } from '../files/skills.ts';
import type { Excuse, Reference, Skill, SkillDocument } from '../model/model.ts';

/** What lies around the skill. */
export interface ResolveContext {
  readonly fs: FileSystem;
  readonly skill: Skill;
  readonly skills: SkillLookup;
  /** Absolute; paths from it are accepted, paths out of it escape. */
  readonly repositoryRoot?: string;
  /** Absolute; taken where there is no repository. */
  readonly workspaceRoot?: string;
  /** What `${CLAUDE_PLUGIN_ROOT}` stands for. */
  readonly pluginRoot?: string;
}

/** One reference with everything that its answer depends on, as the steps of `resolve` hand it on. */
export interface Question {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
  /** The folder that no lookup leaves: the repository's, else the workspace's; undefined where neither is known. */
  readonly boundary: string | undefined;
}

/** Absolute paths, with `/`; `suggestions` and `files` are relative to the skill's folder. */
export type Resolution =
  | {
      readonly kind: 'found';
      /** `alongside`: outside the skill's folder, but wherever the skill is: in its plugin, or in the project whose own skill it is. */
      readonly where: 'bundle' | 'alongside' | 'outside-skill' | 'other-skill';
      readonly path: string;
      readonly target: 'file' | 'folder';
    }
  /** It exists in another letter case only. `actual`: what to write instead of the reference's target. */
  | { readonly kind: 'case'; readonly path: string; readonly actual: string }
  | { readonly kind: 'missing'; readonly suggestions: readonly string[] }
  /** Only other skills have it, under the same path from their root or by the name it ends in. */
  | { readonly kind: 'other-skill'; readonly path: string; readonly skills: readonly SkillPlace[] }
  /** The prose or the path names another skill of the workspace, and that one lacks it. */
  | { readonly kind: 'other-skill-lacks'; readonly name: string; readonly suggestions: readonly string[] }
  /** It leads out of the repository (or workspace), or is absolute. Nothing was looked up there. */
  | { readonly kind: 'escapes' }
  /** A file name without its folder, or a link without its extension, that nothing answers to but that bundled files have. */
  | { readonly kind: 'bare'; readonly files: readonly string[] }
  /** Not the skill's to provide, or nobody can tell. */
  | {
      readonly kind: 'ignored';
      readonly excuse: Excuse | 'unknown';
      /** Id of the clue or the circumstance that silenced it; `reasonOf` has it in words. */
      readonly because: string;
    };

export const ignored = (excuse: Excuse | 'unknown', because: string): Resolution => ({
  kind: 'ignored',
  excuse,
  because,
});

/** Id of what gave a reference its excuse: a clue, or the way in which the path is written. */
export const reasonFor = ({ excusedBy }: Reference, excuse: Excuse): string => excusedBy ?? `written.${excuse}`;

export const isLink = ({ form }: Reference): boolean => form === 'link' || form === 'image' || form === 'definition';

/** Whether a path merely stands in prose, in code or plain, and is neither linked nor part of a command. */
export const isNamed = ({ form }: Reference): boolean => form === 'code' || form === 'bare';

export const isCommand = ({ form }: Reference): boolean => form === 'fence-command' || form === 'code-command';
