/**
 * Messages between the extension host and the page of a comparison. As in a timeline, the page only displays: it refers to
 * steps by side and `seq`, so it cannot make the host open anything but the two runs.
 */
import type { OutcomeStatus, RunTotals, StepRelation } from '../../../runtime/protocol/compare.ts';
import type { IconName, SpanKind } from '../row.ts';

/** `a` is the run on the left, usually the earlier one. */
export type Side = 'a' | 'b';

/** A step of a run. */
export interface ShownStep {
  readonly seq: number;
  readonly icon: IconName;
  /** The kind, or the status that its icon and outcome are colored by. */
  readonly color: SpanKind | 'miss' | 'error';
  /** Muted word before the name; empty if the name is sufficient. */
  readonly verb: string;
  readonly name: string;
  /** Muted words after the name. */
  readonly detail: string;
  /** The outcome of a tool call. */
  readonly status?: OutcomeStatus;
  /** The outcome in words; empty for a step without one. */
  readonly outcome: string;
}

/** A row: a step of each run, or of one. */
export interface StepPair {
  readonly a?: ShownStep;
  readonly b?: ShownStep;
  readonly relation: StepRelation;
}

/** One of the two runs. */
export interface RunColumn {
  readonly title: string;
  /** The state in words: `finished`. */
  readonly state: string;
  readonly agent: string;
  readonly simulated: boolean;
  /** `as Claude Code`, or `Claude Code session`; empty for a run of the runtime's own tools. */
  readonly client: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** True if it may still change, or is a session that has grown since. */
  readonly live: boolean;
  readonly totals: RunTotals;
}

/** The first difference of two runs. */
export interface FirstDifference {
  /** Index of its pair. */
  readonly row: number;
  /** The likely reason as a sentence in lower case. */
  readonly sentence: string;
  /** True if the two versions of the text that differs are recorded. */
  readonly hasTexts: boolean;
}

/** The comparison that the page shows. */
export interface ShownComparison {
  /** Absolute paths of the journals, which the page stores to be restored after a restart. */
  readonly journals: { readonly [side in Side]: string };
  readonly runs: { readonly [side in Side]: RunColumn };
  readonly pairs: readonly StepPair[];
  readonly first?: FirstDifference;
  /** The change of a fork, as a sentence; absent if neither run was forked from the other. */
  readonly fork?: string;
}

export type ToComparePage =
  | { readonly type: 'comparison'; readonly comparison: ShownComparison }
  /** The session on this side has grown since. */
  | { readonly type: 'grown'; readonly side: Side }
  /** The runs cannot be compared. */
  | { readonly type: 'failed'; readonly message: string };

export type ToCompareHost =
  | { readonly type: 'ready' }
  /** Open the timeline of a run at a step. */
  | { readonly type: 'openStep'; readonly side: Side; readonly seq: number }
  | { readonly type: 'openRun'; readonly side: Side }
  /** Open the two versions of the text that the first difference is due to. */
  | { readonly type: 'openTexts' }
  /** Open the answers of both runs. */
  | { readonly type: 'openAnswers' }
  /** Compare again: a run or a session may have continued. */
  | { readonly type: 'refresh' };

/** The state that the page stores with `setState`, and that VS Code passes to the serializer after a restart. */
export interface SavedComparison {
  readonly journals: { readonly [side in Side]: string };
  readonly layout: Layout;
}

/** `sides`: two columns; `list`: one list, in which a step that changed is two lines. */
export type Layout = 'sides' | 'list';
