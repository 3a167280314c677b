import { type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { ForkRun, type ForkRunParams } from '../../runtime/protocol/fork.ts';
import type { MissingKey } from '../../runtime/protocol/models.ts';
import {
  type AnswerParams,
  AnswerPause,
  ContinueRun,
  DebugMessage,
  EditStopped,
  LeaveRun,
  PauseRun,
  PromptRun,
  type PromptRunParams,
  ResumeRun,
  type ResumeRunParams,
  type StartRefused,
  StartRun,
  type StartRunParams,
  type StartRunResult,
} from '../../runtime/protocol/rpc.ts';
import { errorMessage } from './failed.ts';

export type StartOutcome =
  | { readonly kind: 'started'; readonly run: StartRunResult }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Keys that its agents need and that are not set. */
      readonly missingKeys?: readonly MissingKey[];
    };

/** Starts the run of a runtime process, and controls it. */
export interface RunControls {
  start(params: StartRunParams): Promise<StartOutcome>;
  /** Resumes a run that was paused or whose process ended. */
  resume(params: ResumeRunParams): Promise<StartOutcome>;
  /** Continues the conversation of a run with a further prompt. */
  prompt(params: PromptRunParams): Promise<StartOutcome>;
  /** Starts a fork of a run. */
  fork(params: ForkRunParams): Promise<StartOutcome>;
  /** Stops the run at its next model call or tool call, for the user to look at it. */
  pause(): void;
  /** Lets a paused run continue. */
  continue(): void;
  /** Applies an edited document of a paused run. Returns what is wrong with it, or ''. */
  editStopped(document: string): Promise<string>;
  /** Sends a message of the Debug Adapter Protocol to a run that was started with `debug`. */
  sendDebugMessage(message: object): void;
  /** Answers a pause. Returns true if it was still waiting. */
  answer(params: AnswerParams): Promise<boolean>;
  /** Signals that the window is closing. A run that waits for the user ends as paused, any other is stopped. */
  leave(): void;
}

/** Returns the controls of the process at the other end of a connection. `isOpen` is false once it has exited. */
export function controlsOver(connection: MessageConnection, isOpen: () => boolean): RunControls {
  const outcomeOf = async (request: Promise<StartRunResult>): Promise<StartOutcome> => {
    try {
      return { kind: 'started', run: await request };
    } catch (error) {
      const message = errorMessage(error);
      const missingKeys = error instanceof ResponseError ? (error.data as StartRefused | undefined)?.missingKeys : [];
      return { kind: 'failed', message, missingKeys: missingKeys ?? [] };
    }
  };
  return {
    start: (params) => outcomeOf(connection.sendRequest(StartRun, params)),
    resume: (params) => outcomeOf(connection.sendRequest(ResumeRun, params)),
    prompt: (params) => outcomeOf(connection.sendRequest(PromptRun, params)),
    fork: (params) => outcomeOf(connection.sendRequest(ForkRun, params)),
    pause() {
      if (isOpen()) connection.sendNotification(PauseRun).catch(() => undefined);
    },
    continue() {
      if (isOpen()) connection.sendNotification(ContinueRun).catch(() => undefined);
    },
    editStopped: (document) =>
      connection.sendRequest(EditStopped, { document }).catch(() => 'Pause the run again: it has ended.'),
    sendDebugMessage(message) {
      if (isOpen()) connection.sendNotification(DebugMessage, message).catch(() => undefined);
    },
    async answer(params) {
      try {
        return await connection.sendRequest(AnswerPause, params);
      } catch {
        return false;
      }
    },
    leave() {
      if (isOpen()) connection.sendNotification(LeaveRun).catch(() => undefined);
    },
  };
}
