/** The rows that the extension host and the page both know, and what stands above them. Types only. */
import type { GuardPreset, RunReason } from '../../runtime/protocol/events.ts';

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

/** What a pause waits for. */
export type PauseKind = 'confirmation' | 'credential' | 'guard';

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
  /** It stopped a run, which then had its closing round; at a limit there is none. */
  readonly closed?: true;
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
  /** A script begins at this time, null while that is open: until then it is prepared and approved. */
  readonly heldUntil?: number | null;
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

/** What ended a run's process before the run had ended: the window was closed or reloaded, or a signal told it to exit. */
export type Interruption = 'window' | 'signal';

export type RunState = 'empty' | 'reading' | 'running' | 'waiting' | 'interrupted' | RunReason;

export interface RunHeader {
  readonly run: string;
  readonly title: string;
  readonly agent: string;
  readonly model: string;
  readonly guards: GuardPreset;
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
  /** Where it is interrupted: by what, if that was recorded. */
  readonly interrupted?: Interruption;
  /** It failed for want of a key. */
  readonly needsKey?: boolean;
  /** What could not be read of the journal, for the reader. */
  readonly problem?: string;
}
