/**
 * The events of a run, as they stand in `journal.jsonl` and as `skillwright run --json` prints them, one a line.
 * The journal is the run: the timeline, a resume and every export are computed from these events alone.
 * This file holds types only, so that the extension can use it without the runtime.
 */

import type { GuardSettings } from './guards.ts';

/** What every event carries. */
export interface EventBase {
  /** Place in the journal, counted from 1 without gaps. */
  readonly seq: number;
  /** ISO 8601 with milliseconds, UTC. */
  readonly time: string;
  /** The invocation it belongs to: one prompt and all that follows from it, resumes included. */
  readonly invocation: string;
  /** Name of the agent that acts. */
  readonly agent: string;
  /** `seq` of the span it stands under: a tool call under its `llm_request`, that under `run_started`. Absent at the root. */
  readonly parent?: number;
}

/** A payload above 64 kB stands in a file beside the journal; `size` is in bytes. */
export interface BlobReference {
  readonly blob: string;
  readonly size: number;
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Tokens of one model call or of a whole run. Absent figures are unknown, never zero. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
  /** True where the figures are our own estimate and not the provider's report. */
  readonly estimated?: boolean;
  /** US dollars. Absent where no price is known; of a sum, what is known of it. */
  readonly costUsd?: number;
  /** The provider's own figure, or computed from its tokens and a list of prices. */
  readonly costSource?: 'reported' | 'estimated';
  /** Day of that list, `YYYY-MM-DD`. */
  readonly priceDate?: string;
}

/**
 * A part of a model's answer as it is sent back to the model with the next request. `metadata` is the provider's own, by
 * the provider's name: signatures of reasoning, ids of items.
 */
export type ResponsePart =
  | {
      readonly type: 'text' | 'reasoning';
      readonly text: string;
      readonly metadata?: { readonly [provider: string]: Json };
    }
  /** One of `toolCalls`, by its id. */
  | { readonly type: 'call'; readonly id: string; readonly metadata?: { readonly [provider: string]: Json } };

/** Words of a skill's Markdown that provoked a miss. Line and column count from 1, in UTF-16 units. */
export interface Cause {
  /** Absolute path of the Markdown file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
  /** The whole lines that they stand in, as the model read them; absent where these are above 2,000 characters. */
  readonly lines?: string;
  /** The nearest lines before and after these that are not blank, at most 200 characters of each: they tell twins apart. */
  readonly before?: string;
  readonly after?: string;
  /** Bundled files that were probably meant, likeliest first, relative to the skill. */
  readonly suggestions: readonly string[];
}

export type GuardPreset = 'default' | 'adk' | 'off';

export type RunReason = 'final' | 'guard' | 'max_llm_calls' | 'model_error' | 'paused' | 'cancelled';

/** A skill that the run offers. */
export interface OfferedSkill {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly root: string;
}

export interface RunStarted extends EventBase {
  readonly type: 'run_started';
  /** The run's id, also the name of its folder. */
  readonly run: string;
  /** `PROVIDER/ID`, e.g. `simulated/stubborn`. */
  readonly model: string;
  readonly baseUrl?: string;
  readonly skills: readonly OfferedSkill[];
  /** Skills that called agents have of their own. */
  readonly calledSkills?: readonly OfferedSkill[];
  readonly guards: GuardPreset;
  /** What was set beside the preset. */
  readonly guardSettings?: GuardSettings;
  readonly maxLlmCalls: number;
  /** Tokens in and out, and US dollars, that the run may spend; absent: no limit. */
  readonly maxTokens?: number;
  readonly maxCost?: number;
  /** How much the model is to think; absent: as its provider has it. */
  readonly reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
  /** Seconds that a model may say nothing; absent: as the runtime has it. */
  readonly modelTimeout?: number;
  /** Seconds that a script may run; absent: as the runtime has it. */
  readonly scriptTimeout?: number;
  /** A script for which there is no sandbox is refused. */
  readonly requireSandbox?: boolean;
  readonly prompt: string | BlobReference;
  /** The agent as it was asked for, a file or a name, and the folder that it was looked for in: a resume reads it again. */
  readonly agentFile?: string;
  readonly folder?: string;
  /** True for our own simulated model: every view must say so. */
  readonly simulated: boolean;
  /** Played by a stress test: nobody asked for it, so it is not the last run of its skill. */
  readonly stress?: true;
}

export interface RunResumed extends EventBase {
  readonly type: 'run_resumed';
  /** The first answer that was given with it; `person` where somebody is at hand to be asked, `crash` after a kill. */
  readonly by: PauseAnswer | 'person' | 'crash';
}

export interface LlmRequest extends EventBase {
  readonly type: 'llm_request';
  /** Number of the model call in this run, from 1. */
  readonly call: number;
  readonly tools: readonly string[];
  /** The closing round after a guard's stop: no tools are offered. */
  readonly closing?: boolean;
}

export interface ToolCallRequest {
  readonly id: string;
  readonly tool: string;
  /** Parsed arguments, or the raw string where it is not JSON. */
  readonly args: Json;
}

export interface LlmResponse extends EventBase {
  readonly type: 'llm_response';
  readonly call: number;
  readonly text: string | BlobReference;
  readonly reasoning?: string | BlobReference;
  readonly toolCalls: readonly ToolCallRequest[];
  /**
   * The answer part by part. Only where the fields above do not tell it: where a part has metadata, or they came in another
   * order than reasoning, text, calls.
   */
  readonly content?: readonly ResponsePart[] | BlobReference;
  readonly usage: Usage;
  /** The provider's unified finish reason, `error` where the call failed. */
  readonly finish: string;
  readonly error?: string;
  /** The text is the runtime's own closing sentence, not the model's. */
  readonly synthetic?: boolean;
}

/** One for every call asked for, denied ones too. Its span runs to the `tool_result` of the same id. */
export interface ToolCall extends EventBase {
  readonly type: 'tool_call';
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
}

/** Exactly one for each `tool_call`. */
export interface ToolResult extends EventBase {
  readonly type: 'tool_result';
  readonly id: string;
  readonly tool: string;
  readonly result: Json | BlobReference;
  readonly error_code?: string;
  readonly denied?: boolean;
  /** The call may have changed something: it went well, and its tool is not read-only. Repetitions are counted from the last new one. */
  readonly changes?: boolean;
  /** The invocation ends with it, no model call follows: the tool said so (ADK's `skip_summarization`). */
  readonly skipSummarization?: boolean;
  /** The invocation ends with it: the tool goes on elsewhere. */
  readonly longRunning?: boolean;
  /** Milliseconds from the call to its result, waiting for an approval included. */
  readonly durationMs: number;
}

/**
 * A tool begins, where its `tool_call` alone does not say so: a question came before, or calls of the same step. Written
 * before anything happens, so that a tool whose process was killed is never run twice.
 */
export interface ToolStarted extends EventBase {
  readonly type: 'tool_started';
  readonly id: string;
  readonly tool: string;
}

/** A decision of a guard, with the events it looked at. */
export interface GuardEvent extends EventBase {
  readonly type: 'guard';
  readonly rule: string;
  readonly verdict: 'warn' | 'fatal' | 'deny' | 'stop';
  readonly count: number;
  readonly threshold: number;
  readonly signature?: string;
  /** `seq` of the events counted. */
  readonly evidence: readonly number[];
  readonly cause?: Cause;
}

export interface ToolsChanged extends EventBase {
  readonly type: 'tools_changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly unresolved: readonly string[];
}

/** What changed in state; `temp:` keys never stand here. */
export interface StateChanged extends EventBase {
  readonly type: 'state';
  readonly delta: { readonly [key: string]: Json } | BlobReference;
}

/** A script that ran, under the `tool_call` with the same id. */
export interface ScriptEvent extends EventBase {
  readonly type: 'script';
  readonly id: string;
  readonly path: string;
  readonly sandbox: 'bubblewrap' | 'seatbelt' | 'none';
  /** Null where it was ended by a signal or a limit. */
  readonly exitCode: number | null;
  readonly durationMs: number;
}

export interface NoteEvent extends EventBase {
  readonly type: 'note';
  readonly message: string;
  /**
   * The last event of a process that did not end its run: the VS Code window was closed or reloaded, or the process was
   * told to exit by a signal. There is no `run_finished`; the run can be resumed as after a kill.
   */
  readonly interrupted?: 'window' | 'signal';
}

/** What a person is shown before a script may run. */
export interface ScriptApproval {
  readonly skill: string;
  readonly path: string;
  /** The command line that will run, for reading, not for a shell. */
  readonly command: string;
  readonly sandbox: 'bubblewrap' | 'seatbelt' | 'none';
  readonly timeoutSeconds: number;
  /** The first lines of the script's source. */
  readonly source: string;
  /** Hash of all of the skill's files: with it the answer may be `always`. */
  readonly files?: string;
}

/** What a person is shown before an MCP server is started or connected to. */
export interface ServerApproval {
  readonly name: string;
  /** The file that names it, absolute. */
  readonly file: string;
  /** Its command line or its address, for reading. */
  readonly command: string;
  /** Names of the variables, or headers, that it is given. */
  readonly given: readonly string[];
  /** Hash of all that says how it is started: with it the answer may be `always`. */
  readonly hash: string;
}

/** What a person is shown before a module of tools is loaded. */
export interface ModuleApproval {
  /** As it stands in the agent's file. */
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  /** The first lines of its source. */
  readonly source: string;
  /** Files that it leads to, by their paths from its folder. */
  readonly leadsTo: readonly string[];
  /** Hash of it and of these: with it the answer may be `always`. */
  readonly hash?: string;
}

/** The run waits for a person. `id` is what `resume --approve` takes. */
export interface PauseEvent extends EventBase {
  readonly type: 'pause';
  readonly id: string;
  readonly kind: 'confirmation' | 'credential' | 'guard';
  readonly hint: string | BlobReference;
  /** `id` of the tool call that waits. */
  readonly call?: string;
  readonly script?: ScriptApproval;
  readonly server?: ServerApproval;
  readonly module?: ModuleApproval;
  /** What a credential is called; two pauses with one key are answered together. */
  readonly key?: string;
}

/**
 * The answer to a pause, given while the process waited for it or to the one that resumed the run. `ignore`: go on, and
 * the guard leaves this tool alone. A credential itself stands nowhere.
 */
export interface AnswerEvent extends EventBase {
  readonly type: 'answer';
  readonly id: string;
  readonly answer: PauseAnswer;
}

/**
 * What is said to a confirmation, to a request for a credential (or `deny`), to a guard's question. `always`: approved, and
 * not asked again until the skill's or module's files, or how the server is started, change.
 */
export type PauseAnswer = 'approve' | 'always' | 'deny' | 'credential' | 'continue' | 'stop' | 'ignore';

/** A key that an endpoint wanted: none was sent, or the one that was sent is refused. */
export interface NeedsKey {
  /** Scheme, host and port of the endpoint. */
  readonly origin: string;
  readonly why: 'missing' | 'refused';
}

/** The last line of each process, unless it was killed or interrupted. */
export interface RunFinished extends EventBase {
  readonly type: 'run_finished';
  readonly reason: RunReason;
  /** With `paused`: ids of the pauses that wait for an answer. */
  readonly waiting?: readonly string[];
  readonly llmCalls: number;
  readonly text: string | BlobReference;
  readonly usage: Usage;
  readonly error?: string;
  /** With `model_error`: the key that the run failed for. */
  readonly needsKey?: NeedsKey;
  /** The text is the runtime's own closing sentence, not the model's. */
  readonly synthetic?: boolean;
}

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
  | ScriptEvent
  | NoteEvent
  | PauseEvent
  | AnswerEvent
  | RunFinished;

/** An event before the journal gives it `seq` and `time`. */
export type DraftOf<E extends RunEvent> = E extends RunEvent ? Omit<E, 'seq' | 'time'> : never;
export type RunEventDraft = DraftOf<RunEvent>;
