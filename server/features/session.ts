import type { Finding } from '../rules/rule.ts';
import type { Buffers } from '../workspace/buffers.ts';
import { uriOf } from '../workspace/uris.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What every feature needs of the running server. */
export interface Session {
  readonly workspace: Workspace;
  readonly buffers: Buffers;
  /** Folder of the rules' pages, absolute, with `/`; undefined where they were not shipped. */
  readonly rulePages: string | undefined;
  /** `initializationOptions.reportedByEditor`: what the editor itself says about a skill. */
  reportedByEditor: ReadonlySet<string>;
}

/** Whether the editor says this itself. The fixes are offered all the same. */
export function isSaidByEditor({ reportedByEditor }: Session, { code, aspect }: Finding): boolean {
  return reportedByEditor.has(code) || (aspect !== undefined && reportedByEditor.has(`${code}/${aspect}`));
}

/** The URI by which the editor knows a file: its own spelling where it has the file open. */
export function uriFor({ buffers }: Session, path: string): string {
  return buffers.get(path)?.uri ?? uriOf(path);
}
