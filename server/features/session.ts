import type { Buffers } from '../workspace/buffers.ts';
import { uriOf } from '../workspace/uris.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What every feature needs of the running server. */
export interface Session {
  readonly workspace: Workspace;
  readonly buffers: Buffers;
  /** Folder of the rules' pages, absolute, with `/`; undefined where they were not shipped. */
  readonly rulePages: string | undefined;
}

/** The URI by which the editor knows a file: its own spelling where it has the file open. */
export function uriFor({ buffers }: Session, path: string): string {
  return buffers.get(path)?.uri ?? uriOf(path);
}
