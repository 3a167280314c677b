/**
 * The events of a run, as stored in `journal.jsonl` and printed by `skillwright run --json`, one per line.
 * The journal is the run: the timeline, a resume and every export are computed from these events alone.
 * This file contains only types, so that the extension can use it without the runtime.
 */

import type { MissKindId, TruePlace } from '../../skill/index.ts';
import type { GUARD_PRESETS } from './guard-presets.ts';
import type { RunOptions } from './run-options.ts';

/** The fields of every event. */
export interface EventBase {
  /** Position in the journal, from 1, without gaps. */
  readonly seq: number;
  /** ISO 8601 with milliseconds, UTC. */
  readonly time: string;
  /** The invocation of the event: one prompt and everything that follows from it, including resumes. */
  readonly invocation: string;
  /** Name of the agent that acts. */
  readonly agent: string;
  /** `seq` of the enclosing span: `llm_request` for a tool call, `run_started` for an `llm_request`. Absent at the root. */
  readonly parent?: number;
}

/** A reference to a payload above 64 kB, stored in a file next to the journal; `size` is in bytes. */
export interface BlobReference {
  readonly blob: string;
  readonly size: number;
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Tokens and cost of one model call or of an entire run. An absent figure is unknown, never zero. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
  /** True if the token counts are our own estimate rather than the provider's report. */
  readonly estimated?: boolean;
  /** US dollars. Absent if the price is unknown; in a sum, the part that is known. */
  readonly costUsd?: number;
  /** `reported` by the provider, or `estimated` from its tokens and a price list. */
  readonly costSource?: 'reported' | 'estimated';
  /** Date of the price list, `YYYY-MM-DD`. */
  readonly priceDate?: string;
  /** The model's context window in tokens, by the price list, VS Code or the session; absent if unknown, and in a sum. */
  readonly contextWindow?: number;
}

/**
 * A part of a model's response, as it is sent back to the model with the next request. `metadata` is the provider's own,
 * keyed by the provider's name: signatures of reasoning, ids of items.
 */
export type ResponsePart =
  | {
      readonly type: 'text' | 'reasoning';
      readonly text: string;
      readonly metadata?: { readonly [provider: string]: Json };
    }
  /** One of `toolCalls`, referenced by its id. */
  | { readonly type: 'call'; readonly id: string; readonly metadata?: { readonly [provider: string]: Json } };

/** Words of a skill's Markdown that led to a miss. Line and column count from 1, in UTF-16 units. */
export interface Cause {
  /** Absolute path of the Markdown file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
  /** The complete lines that contain the words, as the model read them; absent above 2,000 characters. */
  readonly lines?: string;
  /** The nearest non-blank lines before and after, at most 200 characters each, to distinguish repeated passages. */
  readonly before?: string;
  readonly after?: string;
  /** Bundled files that were probably meant, most likely first, relative to the skill. */
  readonly suggestions: readonly string[];
}

/** A set of guards and the way they count. */
export type GuardPreset = (typeof GUARD_PRESETS)[number];

/** The reason for the end of a run. */
export type RunReason = 'final' | 'guard' | 'max_llm_calls' | 'model_error' | 'paused' | 'cancelled';

/** A skill available to the run. */
export interface OfferedSkill {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly root: string;
}

/** The origin of a fork: `seq` of an `llm_request` or a `tool_call` of another run. */
export interface ForkOrigin {
  readonly run: string;
  readonly at: number;
}

/** The start of a run, with everything needed to resume it. */
export interface RunStarted extends EventBase, RunOptions {
  readonly type: 'run_started';
  /** The run's id, also the name of its folder. */
  readonly run: string;
  /** `PROVIDER/ID`, e.g. `simulated/stubborn`. */
  readonly model: string;
  readonly baseUrl?: string;
  readonly skills: readonly OfferedSkill[];
  /** Skills that belong to called agents. */
  readonly calledSkills?: readonly OfferedSkill[];
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  readonly prompt: string | BlobReference;
  /** The agent as requested, by file or name, and the folder it was looked up in. A resume reads it again. */
  readonly agentFile?: string;
  readonly folder?: string;
  /** True for our own simulated models, which every view must point out. */
  readonly simulated: boolean;
  /** The client that the run simulates; absent for the runtime's own tools. */
  readonly client?: string;
  /** The folder that was copied as the workspace, absolute. */
  readonly workspace?: string;
  /** The folder that the skills were installed in. */
  readonly install?: 'user' | 'project';
  /** The program of the real client whose session this is, in a trial of an eval with a runner. */
  readonly runner?: string;
  /** True for a run of a stress test, which does not count as the last run of its skill. */
  readonly stress?: true;
  /** The run that this one was forked from, and the `seq` of the event there at which it continues on its own. */
  readonly forked?: ForkOrigin;
  /** An instruction that replaces the agent's own, given with a fork. */
  readonly instruction?: string | BlobReference;
}

/** The continuation of a run in another process. */
export interface RunResumed extends EventBase {
  readonly type: 'run_resumed';
  /** The first answer passed to the resume; `person` if a user is present, `crash` after a kill. */
  readonly by: PauseAnswer | 'person' | 'crash';
}

/** A model call. */
export interface LlmRequest extends EventBase {
  readonly type: 'llm_request';
  /** Number of the model call in this run, from 1. */
  readonly call: number;
  readonly tools: readonly string[];
  /** True for the closing round after a guard's stop, which has no tools. */
  readonly closing?: boolean;
  /** True if the user edited the system message of this call while debugging; `request` has what was sent. */
  readonly edited?: true;
  /** Number of messages that were sent, including the system message. */
  readonly messages?: number;
  /** Everything that was sent in addition to the conversation: a `StoredRequest`. Absent in earlier versions' journals. */
  readonly request?: BlobReference;
}

/** A tool call as requested in a model's response. */
export interface ToolCallRequest {
  readonly id: string;
  readonly tool: string;
  /** Parsed arguments, or the raw string if it is not JSON. */
  readonly args: Json;
}

/** The response to a model call. */
export interface LlmResponse extends EventBase {
  readonly type: 'llm_response';
  readonly call: number;
  readonly text: string | BlobReference;
  readonly reasoning?: string | BlobReference;
  readonly toolCalls: readonly ToolCallRequest[];
  /** True in a fork in which the user edited the arguments of one of the calls. */
  readonly edited?: true;
  /**
   * The response part by part, if the fields above do not represent it completely: if a part has metadata, or the order is
   * not reasoning, text, calls.
   */
  readonly content?: readonly ResponsePart[] | BlobReference;
  readonly usage: Usage;
  /** The provider's unified finish reason; `error` if the call failed. */
  readonly finish: string;
  readonly error?: string;
  /** True if the text is the runtime's own closing message, not the model's. */
  readonly synthetic?: boolean;
}

/** A tool call, including denied ones. Its span lasts until the `tool_result` with the same id. */
export interface ToolCall extends EventBase {
  readonly type: 'tool_call';
  readonly id: string;
  readonly tool: string;
  /** The arguments of the call. */
  readonly args: Json;
  /** The arguments that the model requested, if the user changed them while debugging. */
  readonly requested?: Json | BlobReference;
}

/** A file of a skill. */
export interface SkillFile {
  /** Name of the skill. */
  readonly skill: string;
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
}

/** A file that a command left changed in the copy of the workspace of a client's run, from which a fork starts. */
export interface SavedFile {
  /** Relative to the workspace, with `/`; `.` if there were too many files to look at. */
  readonly path: string;
  /** The text of the file after the command. */
  readonly content?: string | BlobReference;
  /** Hash of the text, which differs from that of `content` if a secret was redacted there. */
  readonly hash?: string;
  readonly executable?: true;
  readonly deleted?: true;
  /** The reason why the text is absent. */
  readonly omitted?: NonNullable<FileChange['omitted']>;
}

/** A failed request for a file of a skill, or for a skill. */
export interface FileMiss extends SkillFile {
  /**
   * The failed request: to read a `resource`, to run a `script`, or to `search` for the file in a folder or by its name. In a
   * session also to load a `skill` by its name, with `SKILL.md` as the path.
   */
  readonly kind: 'resource' | 'script' | 'search' | 'skill';
  /** In a session: true if it was looked for outside of the skill's folder, so that the skill may have it. */
  readonly outside?: true;
  /** In a session: the kind of the miss, as in `docs/misses.md`; absent if it is not known. */
  readonly reason?: MissKindId;
  /** In a session: the path or name that was asked for, as it was written. */
  readonly asked?: string;
  /** In a session: the place of what was meant, as far as the session itself or a current skill says it. */
  readonly place?: TruePlace;
  /** In a session: true if the skill was not loaded when it was asked for. Guards ignore such misses. */
  readonly unloaded?: true;
  /** In a session: true if the same file or skill was missed before in another place: it is the same miss. */
  readonly again?: true;
}

/** A miss of an earlier call, of which a later one shows more. */
export interface LaterMiss extends SkillFile {
  /** `seq` of its `tool_result`. */
  readonly result: number;
  readonly kind: FileMiss['kind'];
  /** Its kind, and the true place, as they are known now. */
  readonly reason?: MissKindId;
  readonly place?: TruePlace;
  /** True if the call created the file, so that it was no miss. */
  readonly created?: true;
}

/** The files of a skill that its loaded texts tell the model to read: in any case, or under a condition if they were asked for. */
export interface ToldSkill {
  readonly skill: string;
  readonly read: readonly string[];
  /** The files that were never read; `missedAt` is the number of the model call that missed one, if any did. */
  readonly unread: readonly { readonly path: string; readonly missedAt?: number }[];
}

/** The result of a tool call. There is exactly one for each `tool_call`. */
export interface ToolResult extends EventBase {
  readonly type: 'tool_result';
  readonly id: string;
  readonly tool: string;
  readonly result: Json | BlobReference;
  /** A user message that follows the results of the step: some clients deliver the text of a skill this way. */
  readonly message?: string | BlobReference;
  readonly error_code?: string;
  /** In a run with `client`: the file of a loaded skill that was not found. */
  readonly miss?: FileMiss;
  /** In a run with `client`: the file of a skill that was read or run; `SKILL.md` if the skill was loaded. */
  readonly read?: SkillFile;
  /** With `read`, by a command: true if the file was run, false if it was read. */
  readonly ran?: boolean;
  /** With `read`: the call names the file, but its result does not show that it was read or run: `exit 0; cat a.md`. */
  readonly unproven?: true;
  /** Misses of earlier calls whose file the call created. */
  readonly later?: readonly LaterMiss[];
  /** In a run with `client`: the files that the command changed in the copy of the workspace. */
  readonly files?: readonly SavedFile[];
  readonly denied?: boolean;
  /** True if the user wrote the result while debugging. */
  readonly edited?: true;
  /** With `edited`, the result of the tool; absent if the tool did not run. */
  readonly returned?: Json | BlobReference;
  /**
   * True if the call may have changed something: it succeeded, and its tool is not read-only. Repetitions are counted from
   * there.
   */
  readonly changes?: boolean;
  /**
   * True if the result ends the invocation without another model call, as requested by the tool (ADK's
   * `skip_summarization`).
   */
  readonly skipSummarization?: boolean;
  /** True if the result ends the invocation because the work continues elsewhere. */
  readonly longRunning?: boolean;
  /** Milliseconds from the call to its result, including the wait for an approval. */
  readonly durationMs: number;
}

/**
 * The start of a tool, emitted if its `tool_call` alone does not show it: after a question, or if the step has other calls.
 * Written before the tool runs, so that a tool whose process was killed is never run twice.
 */
export interface ToolStarted extends EventBase {
  readonly type: 'tool_started';
  readonly id: string;
  readonly tool: string;
}

/** A guard's decision, with the events that it is based on. */
export interface GuardEvent extends EventBase {
  readonly type: 'guard';
  readonly rule: string;
  readonly verdict: 'warn' | 'fatal' | 'deny' | 'stop';
  readonly count: number;
  readonly threshold: number;
  readonly signature?: string;
  /** `seq`s of the events that were counted. */
  readonly evidence: readonly number[];
  readonly cause?: Cause;
  /** In a session: what Skillwright's hook said to the model while the client ran. Absent for the guards of our own runs. */
  readonly told?: string;
}

/** A change of the available tools. */
export interface ToolsChanged extends EventBase {
  readonly type: 'tools_changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly unresolved: readonly string[];
}

/** A change of the session's state. `temp:` keys are never included. */
export interface StateChanged extends EventBase {
  readonly type: 'state';
  readonly delta: { readonly [key: string]: Json } | BlobReference;
  /** True if the user changed the state while debugging. */
  readonly edited?: true;
}

/** A user message that the user replaced or added while debugging. It holds from the next model call on. */
export interface MessageEdited extends EventBase {
  readonly type: 'message_edited';
  /** Index among the messages of the conversation, without the system message; their number for an added message. */
  readonly message: number;
  readonly text: string | BlobReference;
}

/**
 * The boundary at which a debugged run stops: before a model call, before a tool call, after one, or before a question
 * to the user, or before an end that is an error or a limit.
 */
export type DebugBoundary = 'model_call' | 'tool_call' | 'tool_result' | 'question' | 'end';

/** A stop of a debugged run, emitted when the run continues. It needs no answer when the run is resumed. */
export interface DebugPause extends EventBase {
  readonly type: 'debug_pause';
  readonly at: DebugBoundary;
  /** `id` of the tool call that the run stopped at. */
  readonly call?: string;
  /** Why it stopped, for display. */
  readonly why: string;
  readonly durationMs: number;
}

/** A script that ran, as a child of the `tool_call` with the same id. */
export interface ScriptEvent extends EventBase {
  readonly type: 'script';
  readonly id: string;
  readonly path: string;
  readonly sandbox: 'bubblewrap' | 'seatbelt' | 'none';
  /** Null if a signal or a limit ended the script. */
  readonly exitCode: number | null;
  readonly durationMs: number;
}

/** A message for the user. */
export interface NoteEvent extends EventBase {
  readonly type: 'note';
  readonly message: string;
  /**
   * Set in the last event of a process that did not end its run, because the VS Code window was closed or reloaded, or a
   * signal told the process to exit. There is no `run_finished`; the run can be resumed as after a kill.
   */
  readonly interrupted?: 'window' | 'signal';
  /** In a fork: the number of events above that were copied from the run that it was forked from. */
  readonly copied?: number;
  /** In a session: what Skillwright's hook said while the client ran, to the model or at the end of a turn to the user. */
  readonly told?: string;
}

/** The information shown to the user before a script may run. */
export interface ScriptApproval {
  readonly skill: string;
  readonly path: string;
  /** The command line, for display rather than for a shell. */
  readonly command: string;
  readonly sandbox: 'bubblewrap' | 'seatbelt' | 'none';
  /** True if the sandbox limits everything but the number of processes. */
  readonly unlimitedProcesses?: boolean;
  readonly timeoutSeconds: number;
  /** The first lines of the script's source. */
  readonly source: string;
  /** The part of the source that is missing there, or the reason why all of it is, for display. */
  readonly notShown?: string;
  /** Hash of all files of the skill. If present, the answer may be `always`. */
  readonly files?: string;
}

/** The information shown to the user before an MCP server is started or connected to. */
export interface ServerApproval {
  readonly name: string;
  /** Absolute path of the file that configures it. */
  readonly file: string;
  /** Its command line or address, for display. */
  readonly command: string;
  /** Names of the environment variables or headers that it receives. */
  readonly given: readonly string[];
  /** Hash of everything that determines how it is started. If present, the answer may be `always`. */
  readonly hash: string;
}

/** The information shown to the user before a module of tools is loaded. */
export interface ModuleApproval {
  /** The name as written in the agent's file. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** The first lines of its source. */
  readonly source: string;
  /** The part of the source that is missing there, or the reason why all of it is, for display. */
  readonly notShown?: string;
  /** Files that it imports, relative to its folder. */
  readonly leadsTo: readonly string[];
  /** Hash of the module and those files. If present, the answer may be `always`. */
  readonly hash?: string;
}

/** A file that a run changed in the copy of its workspace. Only text files have contents. */
export interface FileChange {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'deleted';
  /** The text before the run, unless the file was added. */
  readonly before?: string | BlobReference;
  /** The text after the run, unless the file was deleted. */
  readonly after?: string | BlobReference;
  /** The reason why the texts are absent; `unknown`: the file cannot be read, or its original has changed as well. */
  readonly omitted?: 'binary' | 'large' | 'link' | 'unknown';
}

/** The files that a client's run changed in the copy of its workspace, at the end of the run. Absent if there are none. */
export interface WorkspaceChanges extends EventBase {
  readonly type: 'workspace_changes';
  /** At most 500, sorted by path. */
  readonly changes: readonly FileChange[];
  /** Number of further changed files. */
  readonly more?: number;
  /** True if the copy was too large to be compared, so that the changes are unknown. */
  readonly incomplete?: true;
}

/** A question that the run waits for. `resume --approve` takes its `id`. */
export interface PauseEvent extends EventBase {
  readonly type: 'pause';
  readonly id: string;
  readonly kind: 'confirmation' | 'credential' | 'guard';
  readonly hint: string | BlobReference;
  /**
   * Present if an approval also answers every other question with the same first line of `hint` and the same `files`, until
   * the run ends.
   */
  readonly approvesFor?: 'run';
  /** Hash of the files that such an approval covers: those of the skills, as they were installed. */
  readonly files?: string;
  /** `id` of the tool call that waits. */
  readonly call?: string;
  readonly script?: ScriptApproval;
  readonly server?: ServerApproval;
  readonly module?: ModuleApproval;
  /** Name of the credential. Pauses with the same key are answered together. */
  readonly key?: string;
}

/**
 * The answer to a pause, given while the process waited or when the run was resumed. `ignore`: continue, and no longer guard
 * this tool. The credential itself is not recorded.
 */
export interface AnswerEvent extends EventBase {
  readonly type: 'answer';
  readonly id: string;
  readonly answer: PauseAnswer;
}

/**
 * An answer to a confirmation, a request for a credential (or `deny`), or a guard's question. `always`: approved, and not
 * asked again until the files of the skill or module, or the way the server is started, change.
 */
export type PauseAnswer = 'approve' | 'always' | 'deny' | 'credential' | 'continue' | 'stop' | 'ignore';

/** A key that an endpoint requires: none was sent, or it was refused. */
export interface NeedsKey {
  /** Scheme, host and port of the endpoint. */
  readonly origin: string;
  readonly why: 'missing' | 'refused';
}

/** The last event of each process, unless it was killed or interrupted. */
export interface RunFinished extends EventBase {
  readonly type: 'run_finished';
  readonly reason: RunReason;
  /** With `paused`, the ids of the pauses that wait for an answer. */
  readonly waiting?: readonly string[];
  readonly llmCalls: number;
  readonly text: string | BlobReference;
  readonly usage: Usage;
  readonly error?: string;
  /** With `model_error`, the key that was missing or refused. */
  readonly needsKey?: NeedsKey;
  /** True if the text is the runtime's own closing message, not the model's. */
  readonly synthetic?: boolean;
  /** Unless it is paused: the files that the loaded texts of its skills tell the model to read, if there are any. */
  readonly instructed?: readonly ToldSkill[];
}

/** Any event. */
export type RunEvent =
  | RunStarted
  | RunResumed
  | LlmRequest
  | LlmResponse
  | ToolCall
  | ToolStarted
  | ToolResult
  | GuardEvent
  | ToolsChanged
  | StateChanged
  | MessageEdited
  | DebugPause
  | ScriptEvent
  | NoteEvent
  | WorkspaceChanges
  | PauseEvent
  | AnswerEvent
  | RunFinished;

/** An event before the journal adds `seq` and `time`. */
export type DraftOf<E extends RunEvent> = E extends RunEvent ? Omit<E, 'seq' | 'time'> : never;
export type RunEventDraft = DraftOf<RunEvent>;
