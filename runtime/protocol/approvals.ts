/** What a person can approve until it changes, and has approved. Types only. */
import type { ScriptApproval } from './events.ts';

export interface Approved {
  /** All scripts of a skill, the start of an MCP server, or a module of tools. */
  readonly kind: 'skill' | 'server' | 'module';
  readonly name: string;
  /** The skill's folder, the file that names the server, the module. */
  readonly place: string;
  /** The sandbox that its scripts were approved in. */
  readonly sandbox: ScriptApproval['sandbox'];
  /** When, as ISO 8601. */
  readonly time: string;
}

/** What became of forgetting approvals. */
export interface Forgotten {
  /** How many there are no more. */
  readonly count: number;
  /** What stays, why, and what to do, in a sentence; absent where all went. */
  readonly problem?: string;
}

/** What a person can approve until it changes. */
export interface Lasting {
  /** All scripts of a skill, the start of an MCP server, or a module of tools. */
  readonly kind: Approved['kind'];
  /** As a person knows it. */
  readonly name: string;
  /** Where it lies: the skill's folder, the file that names the server, the module. For reading. */
  readonly place: string;
  /** Of all of the skill's or module's files, or of all that says how the server is started: another one is another thing. */
  readonly hash: string;
  /** The sandbox that it was approved in; without one it is approved for everywhere. */
  readonly sandbox: ScriptApproval['sandbox'];
}
