/** The approval of a skill's scripts from the results of an eval. */
import { RequestType } from 'vscode-jsonrpc';
import type { ScriptApproval } from './events.ts';

/** A call in a run of an eval that waits for an approval. */
export interface WaitingCall
  extends Partial<Pick<ScriptApproval, 'skill' | 'path' | 'sandbox' | 'source' | 'notShown' | 'files'>> {
  /** The command line, for display, at most its first line. */
  readonly command: string;
}

/** The approval of what the results show: all scripts of a skill, until one of its files changes. */
export interface ApproveScriptsParams {
  /** Absolute path of the skill's folder. */
  readonly skill: string;
  /** Hash of its files when the script was called. */
  readonly files: string;
  readonly sandbox: ScriptApproval['sandbox'];
}

/** Stores the approval, if the files are still the same. Returns an error message, or null. */
export const ApproveScripts = new RequestType<ApproveScriptsParams, string | null, void>('evals/approve-scripts');
