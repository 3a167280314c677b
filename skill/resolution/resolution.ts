/** The input and the result of resolving a path. */
import type { FileSystem } from '../files/files.ts';
import type { RepositoryTree } from '../files/repository-tree.ts';
import type { KnownSkill, SkillLookup } from '../files/skill-index.ts';
import type { Excuse, Reference, Skill, SkillDocument } from '../model/model.ts';
import type { PluginRoots } from '../plugins/skill-place.ts';

/** The surroundings of the skill that are needed to resolve its paths. */
export interface ResolveContext {
  readonly fs: FileSystem;
  readonly skill: Skill;
  readonly skills: SkillLookup;
  /** Absolute. Paths inside it are accepted; paths out of it escape. */
  readonly repositoryRoot?: string;
  /** Absolute. Used if there is no repository. */
  readonly workspaceRoot?: string;
  /** The closest folder of a plugin around the skill. */
  readonly pluginRoot?: string;
  /** The folders that variables such as `${CLAUDE_PLUGIN_ROOT}` stand for. */
  readonly pluginRoots?: PluginRoots;
  /** The files around the skill, as evidence of where a missing file may be; absent if there is nothing around it. */
  readonly tree?: RepositoryTree;
  /** Returns the text of a file in `tree` or in the skill; undefined if there is none. Absent without evidence from texts. */
  readonly readText?: (path: string) => string | undefined;
}

/** One reference with everything that its resolution depends on, passed through the steps of `resolve`. */
export interface ResolveRequest {
  readonly reference: Reference;
  readonly document: SkillDocument;
  readonly context: ResolveContext;
  /** The folder that no lookup leaves: the repository, or else the workspace; undefined if neither is known. */
  readonly boundary: string | undefined;
}

/** The result. Paths are absolute, with `/`; `suggestions` and `files` are relative to the skill's folder. */
export type Resolution =
  | {
      readonly kind: 'found';
      /** `alongside`: outside the skill's folder, but always available with it, in its plugin or its own project. */
      readonly where: 'bundle' | 'alongside' | 'outside-skill' | 'other-skill';
      readonly path: string;
      readonly target: 'file' | 'folder';
    }
  /** The path exists in another letter case only. `actual` is the correct target. */
  | { readonly kind: 'case'; readonly path: string; readonly actual: string }
  | { readonly kind: 'missing'; readonly suggestions: readonly string[] }
  /** Only other skills have it, under the same path relative to their root or through their name in the path. */
  | { readonly kind: 'other-skill'; readonly path: string; readonly skills: readonly KnownSkill[] }
  /** The prose or the path names another skill of the workspace, which does not have the file. */
  | { readonly kind: 'other-skill-lacks'; readonly name: string; readonly suggestions: readonly string[] }
  /** The path leads out of the repository (or workspace) or is absolute. Nothing was looked up there; with fewer `../` it may exist. */
  | { readonly kind: 'escapes'; readonly suggestions: readonly string[] }
  /** A file name without its folder, or a link without its extension, that matches bundled files. */
  | { readonly kind: 'bare'; readonly files: readonly string[] }
  /** The skill need not provide it, or that cannot be decided. */
  | {
      readonly kind: 'ignored';
      readonly excuse: Excuse | 'unknown';
      /** Id of the clue or circumstance, explained by `reasonOf`. */
      readonly because: string;
    };

export const ignored = (excuse: Excuse | 'unknown', because: string): Resolution => ({
  kind: 'ignored',
  excuse,
  because,
});

/** Returns the id of the reason for a reference's excuse: a clue, or the way the path is written. */
export const reasonFor = ({ excusedBy }: Reference, excuse: Excuse): string => excusedBy ?? `written.${excuse}`;

export const isLink = ({ form }: Reference): boolean => form === 'link' || form === 'image' || form === 'definition';

/** Returns true if a path is merely mentioned, in code or plain text, rather than linked or part of a command. */
export const isNamed = ({ form }: Reference): boolean => form === 'code' || form === 'bare';

export const isCommand = ({ form }: Reference): boolean => form === 'fence-command' || form === 'code-command';
