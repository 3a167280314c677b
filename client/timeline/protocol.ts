/**
 * What travels between the extension host and the timeline's webview, and the rows that both know. Types only.
 * The host owns the run; the webview is a window on it: it gets rows without payloads, and names rows and pauses by id
 * when it asks for more, so that nothing in the page can make the host open or read what the run does not hold.
 */
import type { Json, PauseAnswer, RunReason, ScriptApproval, Usage } from '../../runtime/protocol/events.ts';
import type { RowBatch } from './columns.ts';

export type SpanKind =
  | 'agent' // an agent or sub-agent, all it did
  | 'model' // one model call
  | 'skill' // list_skills, load_skill, load_skill_resource, a skill as a tool
  | 'tool' // an author's own tool
  | 'script' // run_skill_script, and the process it started
  | 'tools' // tools that a loaded skill added, or that went
  | 'guard' // a guard's decision
  | 'cause' // the words of a skill that provoked it, the line below a guard
  | 'approval' // the run waited for a person
  | 'answer' // the run's final text
  | 'note';

export type IconName =
  | 'agent'
  | 'model'
  | 'list'
  | 'book'
  | 'page'
  | 'page-missed'
  | 'tool'
  | 'tools'
  | 'terminal'
  | 'play'
  | 'guard'
  | 'person'
  | 'key'
  | 'answer'
  | 'error'
  | 'info';

export type SpanStatus =
  | 'ok'
  | 'open' // still running
  | 'waiting' // for a person
  | 'miss' // a path that is not there; the model may still find its way
  | 'error'
  | 'denied'
  | 'cut'; // never ended: the run was cancelled or killed

/** Milliseconds since the run began; an open end is null. */
export type Period = readonly [start: number, end: number | null];

/** `credential` opens the host's input box: the page never sees one. */
export type { PauseAnswer };

/** What a pause waits for. */
export type PauseKind = 'confirmation' | 'credential' | 'guard';

/** What a model call cost, or a sum of them; absent figures are unknown, never zero. */
export interface Price {
  /** US dollars. */
  readonly costUsd?: number;
  /** The provider's own figure, or from its tokens and a list of prices. */
  readonly costSource?: 'reported' | 'estimated';
  /** Day of that list, `YYYY-MM-DD`. */
  readonly priceDate?: string;
}

/** What an agent, or a skill that ran as a tool, used, all that it called included. */
export interface Totals {
  readonly llmCalls: number;
  readonly toolCalls: number;
  /** Model calls of which every tool call missed, failed or was denied, and the tokens that they took. */
  readonly wastedCalls: number;
  readonly wastedTokens: number;
  /** US dollars, as far as they are known; absent where none is. */
  readonly costUsd?: number;
}

export interface GuardInfo {
  readonly rule: string;
  readonly verdict: 'warn' | 'fatal' | 'deny' | 'stop';
  readonly count: number;
  readonly threshold: number;
  /** Rows counted, oldest first. */
  readonly evidence: readonly number[];
}

export interface CauseInfo {
  /** Last part of the path and line, e.g. `SKILL.md:14`. */
  readonly place: string;
  readonly text: string;
}

/** One row of the timeline: a span without its payloads. `parent` is a row's id, -1 at the root. */
export interface SpanRow {
  readonly id: number;
  readonly parent: number;
  /** `seq` of the event that began it: the row's name that outlives a reload. */
  readonly seq: number;
  readonly kind: SpanKind;
  readonly icon: IconName;
  readonly status: SpanStatus;
  /** Muted word before the name, empty where the name says all. */
  readonly verb: string;
  readonly name: string;
  readonly agent?: string;
  /** The tool that was called, also on what stands under the call; likewise the skill it is about. */
  readonly tool?: string;
  readonly skill?: string;
  /** Muted words after the name. */
  readonly detail?: string;
  readonly start: number;
  /** Absent while it is open. */
  readonly end?: number;
  /** When it waited for a person. */
  readonly waits?: readonly Period[];
  /** Error code, shown at the bar. */
  readonly code?: string;
  /** Other words at the bar. */
  readonly label?: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  /** What a load added to the context, estimated from its length. */
  readonly tokensAdded?: number;
  /** The model call it belongs to, from 1. */
  readonly turn?: number;
  /** How many tools this load added. */
  readonly addedTools?: number;
  /** A call of a tool that a loaded skill added: that skill, `''` where it is not known. */
  readonly addedBy?: string;
  /** Most calls of this model call that ran at once, where that is more than one. */
  readonly parallel?: number;
  readonly totals?: Totals;
  readonly guard?: GuardInfo;
  readonly cause?: CauseInfo;
  /** Id of the pause that waits here, and what it waits for. */
  readonly pause?: string;
  readonly asks?: PauseKind;
  /** There is a file to go to. */
  readonly source?: boolean;
}

export type LaneMarkKind = 'offered' | 'loaded' | 'read' | 'script' | 'miss' | 'stopped';

export interface LaneMark {
  readonly kind: LaneMarkKind;
  readonly at: number;
  readonly row: number;
}

/** What became of one skill that the run offered. */
export interface Lane {
  readonly name: string;
  readonly text: string;
  /** When it was loaded, else absent. */
  readonly loadedAt?: number;
  readonly marks: readonly LaneMark[];
}

export type RunState = 'empty' | 'reading' | 'running' | 'waiting' | 'interrupted' | RunReason;

export interface RunHeader {
  readonly run: string;
  readonly title: string;
  readonly agent: string;
  readonly model: string;
  readonly simulated: boolean;
  readonly state: RunState;
  /** True while a process works on it. */
  readonly live: boolean;
  /** True where that process is this window's own, so that it can be stopped here. */
  readonly owned: boolean;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Milliseconds from start to the last event. */
  readonly duration: number;
  readonly llmCalls: number;
  /** 0 where there is no limit. */
  readonly maxLlmCalls: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly tokensEstimated: boolean;
  /** US dollars, as far as they are known; absent where none is. */
  readonly costUsd?: number;
  /** Part of it comes from a list of prices. */
  readonly costEstimated?: boolean;
  /** Calls that a guard saved at most; absent where no guard stopped anything. */
  readonly saved?: number;
  /** Row of the first guard that stopped something. */
  readonly guardRow?: number;
  /** Row that waits for a person. */
  readonly waitingRow?: number;
  readonly error?: string;
  /** What could not be read of the journal, for the reader. */
  readonly problem?: string;
}

export interface Excerpt {
  /** Path as shown: relative to the skill's folder's parent where it lies below one. */
  readonly path: string;
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** Range of the words, lines and columns from 1. */
  readonly mark: { readonly line: number; readonly from: number; readonly to: number };
  /** The file no longer holds these words there. */
  readonly changed: boolean;
}

/** One message of a conversation, and the row that it comes from. */
export interface Message {
  readonly from: 'user' | 'model' | 'tool';
  readonly row: number;
  readonly text?: string;
  readonly data?: Json;
  readonly tool?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: Json }[];
}

/** A guard's count so far. */
export interface GuardCount {
  readonly rule: string;
  readonly count: number;
  readonly threshold: number;
}

/** What one row holds beyond its summary; absent parts are not known. */
export interface Payload {
  readonly row: number;
  readonly args?: Json;
  readonly result?: Json;
  readonly text?: string;
  readonly reasoning?: string;
  readonly error?: string;
  readonly finish?: string;
  readonly usage?: Usage & Price;
  readonly toolCalls?: readonly { readonly tool: string; readonly args: Json }[];
  /** Tools that a model call was offered; `addedBy` where the one before it was not. */
  readonly tools?: readonly { readonly name: string; readonly addedBy?: string }[];
  /** Tools that the call before it was offered and this one was not. */
  readonly goneTools?: readonly string[];
  /** Of a model call: what it was sent, oldest first, and how many model calls are left out after the first. */
  readonly messages?: readonly Message[];
  readonly earlierTurns?: number;
  readonly changes?: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly unresolved: readonly string[];
    /** The loaded skill. */
    readonly by?: string;
  };
  /** Guards that counted this row and only warned. */
  readonly warned?: readonly GuardCount[];
  readonly approval?: ScriptApproval;
  readonly hint?: string;
  readonly exitCode?: number | null;
  readonly sandbox?: string;
  readonly state?: readonly Json[];
  readonly excerpt?: Excerpt;
  readonly suggestions?: readonly string[];
  readonly raw: readonly Json[];
  /** Something was too long to show whole. */
  readonly cut: boolean;
}

export interface Fix {
  readonly title: string;
  /** The line before and after, where the change is one line. */
  readonly before?: string;
  readonly after?: string;
}

export interface EmptySkill {
  readonly name: string;
  readonly description: string;
}

export type ToWebview =
  | {
      readonly type: 'rows';
      /** All rows follow, and the page forgets what it had. */
      readonly reset: boolean;
      /** False where more rows of the same reset follow at once. */
      readonly complete: boolean;
      readonly journal: string;
      readonly header: RunHeader;
      readonly batch: RowBatch;
      /** Absent where nothing changed in them. */
      readonly lanes?: readonly Lane[];
      /** Milliseconds since the run began, by the host's clock. */
      readonly now: number;
      readonly skills?: readonly EmptySkill[];
    }
  | { readonly type: 'payload'; readonly payload: Payload }
  | { readonly type: 'fixes'; readonly row: number; readonly fixes: readonly Fix[] }
  /** Rows that hold the query in their arguments or results, in order; those that came since where it is more. */
  | { readonly type: 'found'; readonly query: string; readonly ids: Int32Array; readonly more: boolean }
  /** Select the first of these rows and show it, or the one after that which is selected. */
  | { readonly type: 'reveal'; readonly rows: readonly number[] };

export type ToHost =
  | { readonly type: 'ready' }
  | { readonly type: 'payload'; readonly row: number }
  | { readonly type: 'fixes'; readonly row: number }
  | { readonly type: 'applyFix'; readonly row: number; readonly index: number }
  | { readonly type: 'openSource'; readonly row: number }
  | { readonly type: 'openJournal' }
  /** The SKILL.md of a skill that the run offered. */
  | { readonly type: 'openSkill'; readonly skill: string }
  /** The row's arguments, result or reply in an editor of its own. */
  | { readonly type: 'openPayload'; readonly row: number }
  | { readonly type: 'stop' }
  | { readonly type: 'answer'; readonly pause: string; readonly answer: PauseAnswer }
  | { readonly type: 'runAgain' }
  | { readonly type: 'runAgent'; readonly skill?: string }
  | { readonly type: 'openRun' }
  /** Search arguments and results, and go on as rows come; nothing for an empty query. */
  | { readonly type: 'find'; readonly query: string }
  | { readonly type: 'copy'; readonly text: string };

/** What the page keeps by `setState`, and what a serializer is given back after a restart. */
export interface SavedState {
  readonly journal: string;
  readonly view?: unknown;
}
