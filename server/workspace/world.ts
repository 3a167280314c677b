/** What happens around a workspace, and what a skill gets to see of the world. */
import type { FileSystem, SkillLookup } from '../../skill/index.ts';

export type FileEvent = { readonly path: string; readonly kind: 'created' | 'changed' | 'deleted' };

/** What an event may have changed: everything, or nothing but the documents of these skills. */
export type Affected =
  | { readonly kind: 'none' | 'all' }
  | { readonly kind: 'skills'; readonly roots: readonly string[] };

/** Where everything that a skill's findings depend on is asked: files, and the other skills. */
export interface World {
  readonly fs: FileSystem;
  readonly skills: SkillLookup;
}

/** What a skill gets to see of the world; for one skill it must answer the same every time. */
export type Watched = (root: string, world: World) => World;
