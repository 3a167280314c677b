/** The approval of a skill's scripts from the results of an eval. */
import { RequestType } from 'vscode-jsonrpc';
import type { ScriptApproval } from './events.ts';

/** A call in a run of an eval that waits for an approval. */
export interface WaitingCall {
  /** The skill of a script; absent for a command. */
  readonly skill?: string;
  /** The script, relative to the skill. */
  readonly path?: string;
  /** The command line, for display, at most its first line. */
  readonly command: string;
}

export interface ProposeScriptsParams {
  /** Absolute path of the skill's folder. */
  readonly skill: string;
  /** The scripts that wait, of this skill and others. */
  readonly scripts: readonly { readonly skill: string; readonly path: string }[];
  readonly scriptTimeout?: number;
  readonly requireSandbox?: boolean;
}

/** The scope of an approval of scripts, for the question to the user. */
export type ProposedScripts =
  | {
      readonly kind: 'proposed';
      /** The name of the skill, for display. */
      readonly skill: string;
      /** Hash of all files of the skill, which the approval is bound to. */
      readonly files: string;
      readonly sandbox: ScriptApproval['sandbox'];
      /** The scripts that wait: their absolute paths, and how they are started. */
      readonly scripts: readonly { readonly file: string; readonly command: string }[];
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The approval of what was shown. */
export interface ApproveScriptsParams {
  /** Absolute path of the skill's folder. */
  readonly skill: string;
  readonly files: string;
  readonly sandbox: ScriptApproval['sandbox'];
}

/** Describes what an approval of scripts would allow. */
export const ProposeScripts = new RequestType<ProposeScriptsParams, ProposedScripts, void>('evals/propose-scripts');
/** Stores the approval until a file of the skill changes. Returns an error message, or null. */
export const ApproveScripts = new RequestType<ApproveScriptsParams, string | null, void>('evals/approve-scripts');
