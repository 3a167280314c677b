/**
 * The protocol between the extension and a runtime process (vscode-jsonrpc over the IPC channel of a forked process).
 * One process executes one run. The extension ends it with `cancel`; the process then reports `run_finished` and exits.
 */
import { NotificationType, RequestType, RequestType0 } from 'vscode-jsonrpc';
import type { ApprovalRecord, ForgetResult } from './approvals.ts';
import type { EditorModelAnswer, EditorModelEnd, EditorModelRequest } from './editor-models.ts';
import type { PauseAnswer, RunEvent, ScriptApproval } from './events.ts';
import type { ExportParams, ExportResult } from './export.ts';
import type { MakeCaseParams, MakeCaseResult, SuggestCaseParams, SuggestCaseResult, UsedSkills } from './make-case.ts';
import type { ListModelsParams, ListModelsResult, LocalServer, MissingKey } from './models.ts';
import type { NetworkSettings } from './network.ts';
import type { RunOrigin } from './origin.ts';
import type { RunOptions } from './run-options.ts';

/** The destination of the spans of a run. */
export interface OtlpTarget {
  /** Address of an OTLP/HTTP endpoint, from a machine-scoped setting. Absent: spans are not sent. */
  readonly otlp?: string;
}

/** Parameters of a new run. Its options apply unless the agent sets its own. */
export interface StartRunParams extends RunOptions, OtlpTarget {
  readonly prompt: string;
  /** Absolute paths of skill folders, or of folders that contain skills. */
  readonly skills: readonly string[];
  /** A file or a name, looked up from `folder` upwards. */
  readonly agent?: string;
  /** Absolute path. Default: the workspace folder that contains `runs`. */
  readonly folder?: string;
  /** The client to simulate, an id of `SIMULATED_CLIENTS`, or `adk`. Default: the agent's, or `adk`. */
  readonly client?: string;
  /** Absolute path of the folder that a client's run copies as its workspace; null for an empty one. Default: the agent's. */
  readonly workspace?: string | null;
  /** The place of the skills in a client's run. Default: the agent's, or `user`. */
  readonly install?: 'user' | 'project';
  /** Absolute paths of further skills of a client's run. Default: the agent's. */
  readonly with?: readonly string[];
  /** `PROVIDER/ID`: `simulated/weak`, `simulated/stubborn`, `simulated/heeding`, `anthropic/ID`, … (docs/models.md). */
  readonly model: string;
  readonly baseUrl?: string;
  /** Bound by the caller to the origin of the endpoint; never written anywhere. */
  readonly apiKey?: string;
  /** Additional keys by the origin that each was entered for, for called agents with their own models. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Absolute path of the folder that contains the runs, e.g. `WORKSPACE/.skillwright/runs`. */
  readonly runs: string;
  /** True if the workspace is trusted. Scripts run only if it is. */
  readonly trusted: boolean;
  /** True if the run waits for a client of the Debug Adapter Protocol, whose messages are `DebugMessage`s. */
  readonly debug?: true;
}

/** The run that was started or resumed. */
export interface StartRunResult {
  readonly run: string;
  /** Absolute path of the journal. */
  readonly journal: string;
}

/** The data of the error if a run cannot start: the keys to ask for, or none if there is another problem. */
export interface StartRefused {
  readonly missingKeys: readonly MissingKey[];
}

/** The user's answer to a pause. */
export interface AnswerParams {
  /** `id` of the `pause` event. */
  readonly id: string;
  readonly answer: PauseAnswer | ConfirmationReply;
  /** With `credential`, the secret. It is never written anywhere. */
  readonly credential?: string;
}

/** A confirmation in the form that ADK's clients send; `response` contains the same as JSON. */
export type ConfirmationReply = { readonly confirmed: boolean } | { readonly response: string };

/** Parameters of a run that was paused or interrupted and is resumed in this process, as configured in its journal. */
export interface ResumeRunParams extends OtlpTarget {
  /** The id of the run. */
  readonly run: string;
  /** Absolute path of the folder that contains it. */
  readonly runs: string;
  /** Answers to open pauses. The others are asked again with the same `pause` events. */
  readonly replies?: readonly AnswerParams[];
  /** Bound by the caller to the origin of the run's endpoint; never written anywhere. */
  readonly apiKey?: string;
  readonly keys?: Readonly<Record<string, string>>;
  /** True if scripts are refused when no sandbox is available, even if the run was started without this. */
  readonly requireSandbox?: boolean;
  readonly trusted: boolean;
  /** `shown` of the origin that the user agreed to, if this machine did not start the run. */
  readonly trust?: string;
  /** True if the run waits for a client of the Debug Adapter Protocol, as a new one does. */
  readonly debug?: true;
}

/** Parameters of a further prompt of a run that has ended or is paused; everything else is as configured in its journal. */
export interface PromptRunParams extends Omit<ResumeRunParams, 'replies' | 'debug'> {
  readonly prompt: string;
}

/** A run that may be resumed or forked. */
export interface RunOriginParams {
  readonly run: string;
  /** Absolute path of the folder that contains it. */
  readonly runs: string;
  /** `seq` of an event whose prompt is meant. Default: the last prompt. */
  readonly at?: number;
}

/** Starts a run. */
export const StartRun = new RequestType<StartRunParams, StartRunResult, StartRefused>('run/start');
/** Resumes a run. */
export const ResumeRun = new RequestType<ResumeRunParams, StartRunResult, StartRefused>('run/resume');
/** Continues the conversation of a run with a further prompt. */
export const PromptRun = new RequestType<PromptRunParams, StartRunResult, StartRefused>('run/prompt');
/**
 * Determines whether this machine started a run; undefined if its journal does not contain one. Sent to a process without a
 * run.
 */
export const FindOrigin = new RequestType<RunOriginParams, RunOrigin | undefined, void>('run/origin');
/** Answers a pause. Returns true if the pause was still open and the answer is valid for it. */
export const AnswerPause = new RequestType<AnswerParams, boolean, void>('run/answer');
/** Cancels the run. */
export const CancelRun = new NotificationType<void>('run/cancel');
/**
 * Reports that the user is no longer present, for example because the window closes. A run that waits for them ends as
 * paused; any other is interrupted without a `run_finished`. Both can be resumed.
 */
export const LeaveRun = new NotificationType<void>('run/leave');
/** A run that the user paused. */
export interface StoppedRun {
  /** The position, for display: `Before model call 3`. */
  readonly description: string;
  /** The request or call that would be sent or executed, as JSON text for the user to edit. */
  readonly document: string;
}

/** Stops the run before its next model call, or before or after its next tool call. */
export const PauseRun = new NotificationType<void>('run/pause');
/** The paused run, or null when it continues. */
export const RunStopped = new NotificationType<{ readonly stopped: StoppedRun | null }>('run/stopped');
/** Applies an edited `document` of the paused run. Returns what is wrong with it, or ''. */
export const EditStopped = new RequestType<{ readonly document: string }, string, void>('run/edit');
/** Lets a paused run continue. */
export const ContinueRun = new NotificationType<void>('run/continue');
/**
 * Reports that a fork has taken the place of the run, because the user went back in the debugger. All events before are those
 * of the run, all later ones those of the fork.
 */
export const RunReplaced = new NotificationType<StartRunResult>('run/replaced');
/** A message of the Debug Adapter Protocol, in either direction. Only for a run that was started with `debug`. */
export const DebugMessage = new NotificationType<object>('debug/message');
/** Events in order, already written to the journal; batched under load. */
export const RunEvents = new NotificationType<readonly RunEvent[]>('run/events');
/** Finds LM Studio and Ollama on this machine. Sent to a process without a run, like the next request. */
export const FindLocalServers = new RequestType<void, readonly LocalServer[], void>('models/local');
/** Lists the models of an endpoint. */
export const ListModels = new RequestType<ListModelsParams, ListModelsResult, void>('models/list');
/**
 * Environment variables that the process was not started with because they may contain keys: any process of the same user
 * can read the environment that another was started with. Sent before every other message.
 */
export const UseEnvironment = new NotificationType<Readonly<Record<string, string>>>('environment/use');
/** The network settings. The second message to a process that may make requests. */
export const UseNetwork = new NotificationType<NetworkSettings>('network/use');
/** Sent to the extension by a run that uses a model of VS Code. Cancelled if the run aborts the call. */
export const AskEditorModel = new RequestType<EditorModelRequest, EditorModelEnd, void>('editor-model/ask');
/** Parts of a response, in order. Sent to the runtime before the response to `AskEditorModel`. */
export const EditorModelParts = new NotificationType<EditorModelAnswer>('editor-model/parts');
/**
 * Lists the approvals that hold until their subject changes, newest first. Sent to a process without a run, like the next
 * two.
 */
export const ListApprovals = new RequestType0<readonly ApprovalRecord[], void>('approvals/list');
/** Removes these approvals, identified by kind, name and place. */
export const ForgetApprovals = new RequestType<readonly ApprovalRecord[], ForgetResult, void>('approvals/forget');

/** Suggests an eval case from a run. */
export const SuggestCase = new RequestType<SuggestCaseParams, SuggestCaseResult, void>('eval/suggestCase');

/** Returns the names of the skills that a run was offered or loaded, by its journal. */
export const FindUsedSkills = new RequestType<string, UsedSkills, void>('eval/usedSkills');

/** Returns the edit that appends a case to an eval file. */
export const MakeCase = new RequestType<MakeCaseParams, MakeCaseResult, void>('eval/makeCase');

/** Describes the export of a run, and writes it if a file is given. Sent to a process without a run. */
export const ExportRun = new RequestType<ExportParams, ExportResult, void>('run/export');

/** The environment of a runtime process, for reports. */
export interface RuntimeFacts {
  /** Node's version. */
  readonly node: string;
  /** The sandbox that shell scripts would run in. */
  readonly sandbox: ScriptApproval['sandbox'];
}
/** Describes the runtime process. */
export const DescribeRuntime = new RequestType0<RuntimeFacts, void>('runtime/describe');
