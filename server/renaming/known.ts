import type { Targets } from '../targets/targets.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Move } from './moves.ts';

/** What renaming asks: the workspace as it is, and what leads where in it. */
export interface Known {
  readonly workspace: Workspace;
  readonly targets: Targets;
}

/** A move, and whether it is one of a folder with all that is in it. */
export interface PathMove extends Move {
  readonly isFolder: boolean;
}
