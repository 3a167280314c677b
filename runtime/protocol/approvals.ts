/** Approvals that hold until their subject changes. Types only. */
import type { ScriptApproval } from './events.ts';

/** An approval as listed for the user. */
export interface ApprovalRecord {
  /** The subject: all scripts of a skill, the start of an MCP server, or a module of tools. */
  readonly kind: 'skill' | 'server' | 'module';
  readonly name: string;
  /** The skill's folder, the file that configures the server, or the module. */
  readonly place: string;
  /** The sandbox that its scripts were approved in. */
  readonly sandbox: ScriptApproval['sandbox'];
  /** The time of the approval, in ISO 8601. */
  readonly time: string;
}

/** The result of forgetting approvals. */
export interface ForgetResult {
  /** Number of approvals that were removed. */
  readonly count: number;
  /** A sentence about the approvals that could not be removed, why, and what to do; absent if all were. */
  readonly problem?: string;
}

/** An approval that holds until its subject changes. */
export interface PersistentApproval {
  /** The subject: all scripts of a skill, the start of an MCP server, or a module of tools. */
  readonly kind: ApprovalRecord['kind'];
  /** The name that the user knows it by. */
  readonly name: string;
  /** Its location, for display: the skill's folder, the file that configures the server, or the module. */
  readonly place: string;
  /** A hash of all files of the skill or module, or of everything that determines how the server is started. */
  readonly hash: string;
  /** The sandbox that it was approved for. An approval without a sandbox holds for all of them. */
  readonly sandbox: ScriptApproval['sandbox'];
}
