/**
 * What travels between the extension and a runtime process (vscode-jsonrpc over the IPC channel of a forked process).
 * One process runs one run; the extension ends it with `cancel`, the process then reports `run_finished` and exits.
 */
import { NotificationType, RequestType, RequestType0 } from 'vscode-jsonrpc';
import type { Approved, Forgotten } from './approvals.ts';
import type { EditorModelAnswer, EditorModelEnd, EditorModelRequest } from './editor-models.ts';
import type { GuardPreset, PauseAnswer, RunEvent, RunStarted, ScriptApproval } from './events.ts';
import type { GuardSettings } from './guards.ts';
import type { ListModelsParams, ListModelsResult, LocalServer, MissingKey } from './models.ts';
import type { NetworkSettings } from './network.ts';
import type { RunOrigin } from './origin.ts';

/** Where a run is ended, and what guards it. */
export interface RunLimits {
  readonly guards: GuardPreset;
  /** What is set beside the preset. */
  readonly guardSettings?: GuardSettings;
  readonly maxLlmCalls: number;
  /** Tokens in and out, and US dollars; 0 or absent: no limit. */
  readonly maxTokens?: number;
  readonly maxCost?: number;
}

/** The limits hold where the agent does not say. */
export interface StartRunParams extends RunLimits {
  readonly prompt: string;
  /** Absolute paths of skill folders, or of folders that hold skills. */
  readonly skills: readonly string[];
  /** A file or a name, looked for from `folder` upwards. */
  readonly agent?: string;
  /** Absolute path; absent: the workspace folder that `runs` lies in. */
  readonly folder?: string;
  /** `PROVIDER/ID`: `simulated/weak`, `simulated/stubborn`, `simulated/heeding`, `anthropic/ID`, … (docs/models.md). */
  readonly model: string;
  readonly baseUrl?: string;
  /** Bound by the caller to the origin of the endpoint; never written anywhere. */
  readonly apiKey?: string;
  /** Further keys, by the origin that each was entered for: for agents that are called and have models of their own. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly reasoning?: NonNullable<RunStarted['reasoning']>;
  /** Seconds that a model may say nothing, at most 300; absent: 120. */
  readonly modelTimeout?: number;
  /** Seconds that a script may run; absent: 300. */
  readonly scriptTimeout?: number;
  /** True: a script for which there is no sandbox is refused. */
  readonly requireSandbox?: boolean;
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

/** Goes with the error of a run that does not begin: the keys to ask for, all at once; none where something else is wrong. */
export interface StartRefused {
  readonly missingKeys: readonly MissingKey[];
}

/** What a person said to a pause. */
export interface AnswerParams {
  /** `id` of the `pause` event. */
  readonly id: string;
  readonly answer: PauseAnswer | ConfirmationReply;
  /** With `credential`: the secret. It is written nowhere. */
  readonly credential?: string;
}

/** A confirmation as ADK's clients send it; `response` is the same as JSON. */
export type ConfirmationReply = { readonly confirmed: boolean } | { readonly response: string };

/** A run that was paused or whose process ended goes on in this one, with what its journal says it was started with. */
export interface ResumeRunParams {
  /** Its id. */
  readonly run: string;
  /** Absolute path of the folder that holds it. */
  readonly runs: string;
  /** Answers to what waits; the rest is asked for again, by the same `pause` events. */
  readonly replies?: readonly AnswerParams[];
  /** Bound by the caller to the origin of the run's endpoint; never written anywhere. */
  readonly apiKey?: string;
  readonly keys?: Readonly<Record<string, string>>;
  /** True: a script for which there is no sandbox is refused, also where the run was started without this. */
  readonly requireSandbox?: boolean;
  readonly trusted: boolean;
  /** `shown` of the origin that a person agreed to, where this machine did not begin the run. */
  readonly trust?: string;
}

/** A run that may go on. */
export interface RunOriginParams {
  readonly run: string;
  /** Absolute path of the folder that holds it. */
  readonly runs: string;
}

export const StartRun = new RequestType<StartRunParams, StartRunResult, StartRefused>('run/start');
export const ResumeRun = new RequestType<ResumeRunParams, StartRunResult, StartRefused>('run/resume');
/** Whether this machine began a run; undefined where its journal holds none. Asked of a process without a run. */
export const FindOrigin = new RequestType<RunOriginParams, RunOrigin | undefined, void>('run/origin');
/** True where the pause was still waiting, and this is an answer to it. */
export const AnswerPause = new RequestType<AnswerParams, boolean, void>('run/answer');
export const CancelRun = new NotificationType<void>('run/cancel');
/**
 * The person goes, as where a window closes: a run that waits for them ends paused; any other is interrupted, without a
 * `run_finished`. Both can be resumed.
 */
export const LeaveRun = new NotificationType<void>('run/leave');
/** Events in order, already written to the journal; several at once under load. */
export const RunEvents = new NotificationType<readonly RunEvent[]>('run/events');
/** LM Studio and Ollama on this machine. Asked of a process without a run, as the next. */
export const FindLocalServers = new RequestType<void, readonly LocalServer[], void>('models/local');
export const ListModels = new RequestType<ListModelsParams, ListModelsResult, void>('models/list');
/**
 * Variables that the process was not started with, as keys may stand there: everyone of the same user can read what a
 * process was started with. Before every other message.
 */
export const UseEnvironment = new NotificationType<Readonly<Record<string, string>>>('environment/use');
/** How requests leave; the next message to a process that may make some. */
export const UseNetwork = new NotificationType<NetworkSettings>('network/use');
/** Asked of the extension, by a run whose model is one of VS Code's. Cancelled where the run gives the call up. */
export const AskEditorModel = new RequestType<EditorModelRequest, EditorModelEnd, void>('editor-model/ask');
/** To the runtime, in order, before the answer to `AskEditorModel`. */
export const EditorModelParts = new NotificationType<EditorModelAnswer>('editor-model/parts');
/** What a person approved until it changes, the newest first. Asked of a process without a run, as the next. */
export const ListApprovals = new RequestType0<readonly Approved[], void>('approvals/list');
/** Forgets these, by kind, name and place. */
export const ForgetApprovals = new RequestType<readonly Approved[], Forgotten, void>('approvals/forget');

/** What a runtime process runs on, for reports. */
export interface RuntimeFacts {
  /** Node's version. */
  readonly node: string;
  /** The sandbox that shell scripts would run in. */
  readonly sandbox: ScriptApproval['sandbox'];
}
export const DescribeRuntime = new RequestType0<RuntimeFacts, void>('runtime/describe');
