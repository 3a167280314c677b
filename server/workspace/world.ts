/** File events in a workspace, and the interface through which a skill's findings access files and other skills. */
import type { Bundle, FileSystem, RepositoryTree, SkillLookup } from '../../skill/index.ts';
import type { FrontmatterTexts } from './frontmatter-texts.ts';

export type FileEvent = { readonly path: string; readonly kind: 'created' | 'changed' | 'deleted' };

/** The possible effect of an event: everything, or only the documents of some skills and some instruction files. */
export type Affected =
  | { readonly kind: 'none' | 'all' }
  | { readonly kind: 'skills'; readonly roots: readonly string[]; readonly instructions?: readonly string[] };

/** Everything that a skill's findings depend on: files and other skills. */
export interface World {
  readonly fs: FileSystem;
  readonly skills: SkillLookup;
  /** The files below a folder. */
  readonly trees: { at(root: string): RepositoryTree };
  /** The files of a repository outside of its skills, by paths relative to `root`. */
  readonly projects: { filesOf(root: string): Bundle };
  /** The frontmatter of all skills directly below a folder. */
  readonly frontmatter: { in(folder: string): FrontmatterTexts };
}

/** Wraps the world for a skill; must return the same object for the same skill. */
export type WrapWorld = (root: string, world: World) => World;
