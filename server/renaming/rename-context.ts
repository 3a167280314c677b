import type { Targets } from '../targets/targets.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Move } from './moves.ts';

/** The input of a rename: the current workspace and its index of targets. */
export interface RenameContext {
  readonly workspace: Workspace;
  readonly targets: Targets;
}

/** The move of a file, or of a folder with its contents. */
export interface PathMove extends Move {
  readonly isFolder: boolean;
}
