/** The rows shared by the extension host and the page, and the header above them. Types only. */
import type { GuardPreset, RunReason } from '../../runtime/protocol/events.ts';

export type SpanKind =
  | 'agent' // an agent or sub-agent and everything it did
  | 'model' // one model call
  | 'skill' // list_skills, load_skill, load_skill_resource, a skill as a tool
  | 'tool' // a tool that the author of the skill or agent provides
  | 'script' // run_skill_script, and the process it started
  | 'tools' // tools that a loaded skill added or removed
  | 'guard' // a guard's decision
  | 'cause' // the words of a skill that provoked a guard, on the line below it
  | 'approval' // the run waited for the user
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
  | 'info'
  | 'compaction';

export type SpanStatus =
  | 'ok'
  | 'open' // still running
  | 'waiting' // for the user
  | 'miss' // a path that does not exist; the model may still recover
  | 'error'
  | 'denied'
  | 'cut'; // never ended: the run was cancelled or killed

/** Milliseconds since the start of the run; an open end is null. */
export type Period = readonly [start: number, end: number | null];

/** The kind of reply that a pause waits for. */
export type PauseKind = 'confirmation' | 'credential' | 'guard';

/** The resources used by an agent, or by a skill that ran as a tool, including everything it called. */
export interface Totals {
  readonly llmCalls: number;
  readonly toolCalls: number;
  /** Model calls whose tool calls all missed, failed or were denied, and the tokens that they used. */
  readonly wastedCalls: number;
  readonly wastedTokens: number;
  /** US dollars, as far as known; absent if nothing is known. */
  readonly costUsd?: number;
}

export interface GuardInfo {
  readonly rule: string;
  readonly verdict: 'warn' | 'fatal' | 'deny' | 'stop';
  readonly count: number;
  readonly threshold: number;
  /** True if the guard stopped a run that then had its closing round. A run stopped at a limit has none. */
  readonly closed?: true;
  /** Ids of the rows that were counted, oldest first. */
  readonly evidence: readonly number[];
}

export interface CauseInfo {
  /** Last segment of the path and the line number, e.g. `SKILL.md:14`. */
  readonly place: string;
  readonly text: string;
}

/** Numbers of lines. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** A skill whose text was in the conversation before a compaction, and is not in what replaced it. */
export interface LostSkill {
  readonly skill: string;
  /** Id of the row that had loaded it; absent if it is unknown. */
  readonly loaded?: number;
  /** Id of the row that loaded it again; absent if none did. */
  readonly again?: number;
  /** True if the client added it again by itself. */
  readonly byClient?: true;
}

/** The skills of a conversation that a compaction lost and kept. */
export interface CompactionInfo {
  readonly lost: readonly LostSkill[];
  /** Names of the skills whose texts stayed. */
  readonly kept: readonly string[];
}

/** One row of the timeline: a span without its payloads. `parent` is a row's id, or -1 at the root. */
export interface SpanRow {
  readonly id: number;
  readonly parent: number;
  /** `seq` of the event that started it. It identifies the row across reloads. */
  readonly seq: number;
  readonly kind: SpanKind;
  readonly icon: IconName;
  readonly status: SpanStatus;
  /** Muted word before the name; empty if the name is sufficient. */
  readonly verb: string;
  readonly name: string;
  readonly agent?: string;
  /** The called tool and its skill, also set on rows below the call. */
  readonly tool?: string;
  readonly skill?: string;
  /** Muted words after the name. */
  readonly detail?: string;
  readonly start: number;
  /** Absent while the row is open. */
  readonly end?: number;
  /** The periods in which it waited for the user. */
  readonly waits?: readonly Period[];
  /** The time at which a script started, after it was prepared and approved; null if it has not started. */
  readonly heldUntil?: number | null;
  /** Error code, shown next to the bar. */
  readonly code?: string;
  /** Other text next to the bar. */
  readonly label?: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  /** US dollars of a model call, or of an agent with everything it called. */
  readonly costUsd?: number;
  /** Tokens that a load added to the context, estimated from its length. */
  readonly tokensAdded?: number;
  /** The number of the model call it belongs to, from 1. */
  readonly turn?: number;
  /** Number of tools that this load added. */
  readonly addedTools?: number;
  /** The skill that added the called tool; `''` if the skill is unknown. */
  readonly addedBy?: string;
  /** Maximum number of concurrent calls of this model call, if more than one. */
  readonly parallel?: number;
  readonly totals?: Totals;
  readonly guard?: GuardInfo;
  readonly cause?: CauseInfo;
  readonly compaction?: CompactionInfo;
  /** Lines that a call changes in files; absent if it failed. */
  readonly change?: LineCounts;
  /** Id of the pause that waits here, and the kind of reply it waits for. */
  readonly pause?: string;
  readonly pauseKind?: PauseKind;
  /** True if there is a file to open. */
  readonly source?: boolean;
}

export type LaneMarkKind = 'offered' | 'loaded' | 'lost' | 'read' | 'script' | 'miss' | 'stopped';

export interface LaneMark {
  readonly kind: LaneMarkKind;
  readonly at: number;
  readonly row: number;
}

/** The history of one skill that the run offered. */
export interface Lane {
  readonly name: string;
  readonly text: string;
  /** The time at which it was loaded; absent if it was not. */
  readonly loadedAt?: number;
  /** True if the folder of the skill is not known, so that it cannot be opened. */
  readonly isUnknown?: boolean;
  readonly marks: readonly LaneMark[];
}

/** The reason a run's process ended before the run: the window was closed or reloaded, or the process was signaled. */
export type Interruption = 'window' | 'signal';

export type RunState = 'empty' | 'reading' | 'unread' | 'running' | 'waiting' | 'interrupted' | RunReason;

/** The part of another agent's session that has been read while its rows arrive, or if its rest is not read. */
export interface SessionReading {
  /** Name of the session's file. */
  readonly file: string;
  /** 0 to 100. */
  readonly percent: number;
  /** True if reading has ended before the session did: the state is then `unread`. */
  readonly isStopped: boolean;
}

export interface RunHeader {
  readonly run: string;
  readonly title: string;
  readonly agent: string;
  readonly model: string;
  readonly guards: GuardPreset;
  readonly simulated: boolean;
  /** The client that the run simulates, and its version; absent for ADK. */
  readonly client?: { readonly name: string; readonly version: string };
  /** The origin of a session of another agent: the name of the client or format, and the file. Absent for a run. */
  readonly imported?: {
    readonly client: string;
    readonly file: string;
    /** True if it has no times. */
    readonly untimed?: true;
  };
  readonly state: RunState;
  /** Absent for a session that was read completely. */
  readonly reading?: SessionReading;
  /** True while a process works on the run. */
  readonly live: boolean;
  /** True if that process belongs to this window, so that it can be stopped here. */
  readonly owned: boolean;
  /** The position that the user has paused a run of this window at. */
  readonly pausedAt?: string;
  /** Why the run is stopped in the debugger; absent if it is not. */
  readonly debugStop?: string;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Milliseconds from the start to the last event. */
  readonly duration: number;
  readonly llmCalls: number;
  /** 0 if there is no limit. */
  readonly maxLlmCalls: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly tokensEstimated: boolean;
  /** US dollars, as far as known; absent if nothing is known. */
  readonly costUsd?: number;
  /** True if part of the cost comes from a price list. */
  readonly costEstimated?: boolean;
  /** The model's context window in tokens; absent if unknown. */
  readonly contextWindow?: number;
  /** Maximum number of calls that a guard saved; absent if no guard stopped anything. */
  readonly saved?: number;
  /** Id of the row of the first guard that stopped something. */
  readonly guardRow?: number;
  /** Number of prompts of a run that was continued with further ones, and the row of the last one. Absent for a single one. */
  readonly prompts?: number;
  readonly lastPromptRow?: number;
  /** True if the run was forked from another one. */
  readonly isFork?: boolean;
  /** Number of runs that were forked from this one; absent if there are none. */
  readonly forks?: number;
  /** Id of the row that waits for the user. */
  readonly waitingRow?: number;
  /** Number of files that the run changed in the copy of its workspace; absent if there are none. */
  readonly changedFiles?: number;
  readonly error?: string;
  /** The reason for the interruption, if it was recorded. */
  readonly interrupted?: Interruption;
  /** True if the run failed because an API key is missing. */
  readonly needsKey?: boolean;
  /** A message about unreadable parts of the journal. */
  readonly problem?: string;
}
