/** The messages between the extension and a runtime process about comparisons of two runs. */
import { RequestType } from 'vscode-jsonrpc';
import type { Json, OfferedSkill } from './events.ts';

/** The relation of two steps. A step that is `changed` has the same tool or kind, and other arguments or results. */
export type StepRelation = 'same' | 'changed' | 'added' | 'removed';

/**
 * The likely reason for the first difference between two runs. `skill`: the text of a skill, in a file or in the list of
 * skills; `sampling`: the model received the same and decided differently; `unknown`: too little is recorded.
 */
export type DivergenceReason =
  | 'prompt'
  | 'model'
  | 'settings'
  | 'instructions'
  | 'tools'
  | 'skill'
  | 'result'
  | 'user'
  | 'sampling'
  | 'unknown';

/** Two versions of a text; '' for a file that did not exist. */
export interface ComparedTexts {
  readonly a: string;
  readonly b: string;
}

/** The figures of a run. An absent figure is unknown, never zero. */
export interface RunTotals {
  readonly run: string;
  readonly model: string;
  readonly client?: string;
  /** The reason for the end; absent for a run that has not ended. */
  readonly reason?: string;
  readonly llmCalls: number;
  readonly toolCalls: number;
  /** Calls that requested a file of a skill that does not exist. */
  readonly misses: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  /** True if token counts are our own estimate. */
  readonly estimated?: true;
  readonly costUsd?: number;
  /** True if the cost, or a part of it, is estimated from tokens and a price list. */
  readonly costEstimated?: true;
  /** Milliseconds from the first event to the last, including waits for the user. */
  readonly durationMs?: number;
  readonly answer: string;
}

/** The outcome of a tool call; `open` if it has none. */
export type OutcomeStatus = 'ok' | 'miss' | 'error' | 'denied' | 'open';

/** A step of a run, for display. Long texts are truncated. */
export interface ComparedStep {
  /** `seq` of its first event. */
  readonly seq: number;
  readonly kind: 'prompt' | 'reply' | 'call' | 'guard' | 'end';
  /** The called tool and its arguments, of a step of the kind `call`. */
  readonly tool?: string;
  readonly args?: Json;
  /** The prompt, the reply, the guard's decision, or the reason for the end; the arguments of a call as one line. */
  readonly text: string;
  readonly outcome?: {
    readonly status: OutcomeStatus;
    /** The error code; absent for a success. */
    readonly code?: string;
    /** Size of the result, in characters; absent without a result. */
    readonly size?: number;
  };
}

/** A row of a comparison: a step of each run, or of one. */
export interface ComparedRow {
  readonly a?: ComparedStep;
  readonly b?: ComparedStep;
  readonly relation: StepRelation;
}

/** One of two compared runs. */
export interface ComparedRun {
  /** Absolute path of its journal. */
  readonly journal: string;
  readonly totals: RunTotals;
  /** The first prompt, truncated. */
  readonly prompt: string;
  readonly agent: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly simulated: boolean;
  /** True for the session of another agent. */
  readonly imported: boolean;
  readonly skills: readonly OfferedSkill[];
}

/** The change of a run that was forked from the other one. */
export interface ForkChange {
  /** The run that is the fork. */
  readonly fork: 'a' | 'b';
  /** `seq` of the step in the other run. */
  readonly at: number;
  /** Each change in words, with short values: `the guards: default → off`. Empty if nothing was changed. */
  readonly changes: readonly string[];
}

/** A comparison of two runs, for display. */
export interface Comparison {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  readonly rows: readonly ComparedRow[];
  /** Absent if neither run was forked from the other. */
  readonly forkChange?: ForkChange;
  /** The first difference; absent if all steps are the same. */
  readonly divergence?: {
    /** Index of its first row. */
    readonly row: number;
    readonly reason: DivergenceReason;
    /** The reason as a sentence in lower case, with a period. */
    readonly sentence: string;
    /** The name of what differs: a model, skill, file or tool. */
    readonly subject?: string;
    readonly texts?: ComparedTexts;
  };
}

export interface CompareParams {
  /** Absolute paths of two journals. */
  readonly a: string;
  readonly b: string;
}

export type CompareResult =
  | { readonly kind: 'compared'; readonly comparison: Comparison }
  | { readonly kind: 'failed'; readonly message: string };

/** Compares two runs step by step. Sent to a process without a run, like the next request. */
export const CompareRuns = new RequestType<CompareParams, CompareResult, void>('runs/compare');

export interface RunBeforeEditParams {
  /** Absolute path of the journal of a run. */
  readonly journal: string;
  /** Absolute paths of the journals of earlier runs, newest first. */
  readonly earlier: readonly string[];
}

/** Finds the first of the earlier runs that received another text of a skill. Returns its journal; null if there is none. */
export const FindRunBeforeEdit = new RequestType<RunBeforeEditParams, string | null, void>('runs/before-edit');
