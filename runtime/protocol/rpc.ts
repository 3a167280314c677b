/**
 * What travels between the extension and a runtime process (vscode-jsonrpc over the IPC channel of a forked process).
 * One process runs one run; the extension ends it with `cancel`, the process then reports `run_finished` and exits.
 */
import { NotificationType, RequestType } from 'vscode-jsonrpc';
import type { GuardPreset, RunEvent } from './events.ts';

export interface StartRunParams {
  readonly prompt: string;
  /** Absolute paths of skill folders, or of folders that hold skills. */
  readonly skills: readonly string[];
  readonly agent?: string;
  /** `PROVIDER/ID`: `simulated/weak`, `simulated/stubborn`, `simulated/heeding`, `openai-compatible/ID`. */
  readonly model: string;
  readonly baseUrl?: string;
  /** Bound by the caller to the origin of `baseUrl`; never written anywhere. */
  readonly apiKey?: string;
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  /** Absolute path of the folder that holds runs, e.g. `WORKSPACE/.skillwright/runs`. */
  readonly runs: string;
  /** Scripts run at all only where the workspace is trusted. */
  readonly trusted: boolean;
}

export interface StartRunResult {
  readonly run: string;
  /** Absolute path of the journal. */
  readonly journal: string;
}

export interface AnswerParams {
  /** `id` of the `pause` event. */
  readonly id: string;
  readonly answer: 'approve' | 'deny';
}

export const StartRun = new RequestType<StartRunParams, StartRunResult, void>('run/start');
/** True where the pause was still waiting. */
export const AnswerPause = new RequestType<AnswerParams, boolean, void>('run/answer');
export const CancelRun = new NotificationType<void>('run/cancel');
/** Events in order, already written to the journal; several at once under load. */
export const RunEvents = new NotificationType<readonly RunEvent[]>('run/events');
