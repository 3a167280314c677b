import { type AlignedPair, align, type Levels, Numbering } from '../align.ts';
import type { RunTotals } from '../protocol/compare.ts';
import type { RunEvent } from '../protocol/events.ts';
import { type RecordedRequest, recordedRequests } from '../requests/recorded-requests.ts';
import { withPayloads } from '../run/restore.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { type ComparedSide, type Divergence, findDivergence } from './divergence.ts';
import { type AlignedSteps, type RunStep, stepsOf } from './steps.ts';
import { totalsOf } from './totals.ts';

/** A run to compare, as read from its journal, or the session of another agent. */
export type RunToCompare =
  | {
      readonly kind: 'run';
      readonly run: string;
      /** The folder of its journal. */
      readonly folder: string;
      readonly events: readonly RunEvent[];
    }
  | { readonly kind: 'session'; readonly run: string; readonly events: readonly SessionEvent[] };

/** The comparison of two runs. */
export interface RunComparison {
  readonly aligned: readonly AlignedSteps[];
  /** The first difference with its likely reason; absent if all steps are the same. */
  readonly divergence?: Divergence;
  readonly totals: { readonly a: RunTotals; readonly b: RunTotals };
}

/**
 * Costs of pairing steps: identical steps, the same call with another result, and different versions of a step. Steps
 * without a counterpart cost 2 each, so pairing unrelated steps never costs less than leaving both unpaired.
 */
const COSTS = [0, 1, 3];

/** Compares two runs step by step, and finds the first difference and its likely reason. */
export function compareRuns(a: RunToCompare, b: RunToCompare): RunComparison {
  const before = sideOf(a);
  const after = sideOf(b);
  const aligned = alignSteps(before.steps, after.steps);
  const divergence = findDivergence(before, after, aligned);
  return {
    aligned,
    ...(divergence === undefined ? {} : { divergence }),
    totals: { a: totalsOf(a.run, before.events), b: totalsOf(b.run, after.events) },
  };
}

function sideOf(compared: RunToCompare): ComparedSide {
  if (compared.kind === 'session') {
    // A reference to a payload in the untrusted session would lead to a file of its folder.
    const events = compared.events.filter(isRunEvent);
    return sideWith(events, events.flatMap(unrecordedRequest));
  }
  const { events: journal, folder } = compared;
  return sideWith(
    journal.map((event) => withPayloads(event, folder)),
    recordedRequests(journal, folder),
  );
}

function sideWith(events: readonly RunEvent[], requests: readonly RecordedRequest[]): ComparedSide {
  return { events, steps: stepsOf(events), requests: new Map(requests.map((one) => [one.event.seq, one])) };
}

function isRunEvent(event: SessionEvent): event is Extract<SessionEvent, RunEvent> {
  return event.type !== 'raw_record' && event.type !== 'skill_loaded';
}

function unrecordedRequest(event: RunEvent): readonly RecordedRequest[] {
  return event.type === 'llm_request' ? [{ event, conversation: [], length: 0 }] : [];
}

/** Aligns the steps of two runs so that as few as possible differ. */
export function alignSteps(a: readonly RunStep[], b: readonly RunStep[]): readonly AlignedSteps[] {
  const numberings = [new Numbering(), new Numbering(), new Numbering()];
  const levelsOf = (steps: readonly RunStep[]): Levels =>
    [steps.map(({ identity }) => identity), steps.map(({ cause }) => cause), steps.map(({ group }) => group)].map(
      (texts, level) => numberings[level]?.number(texts) ?? new Int32Array(),
    );
  return align(levelsOf(a), levelsOf(b), COSTS).map((pair) => rowOf(pair, a, b));
}

function rowOf([i, j]: AlignedPair, a: readonly RunStep[], b: readonly RunStep[]): AlignedSteps {
  const before = i === null ? undefined : a[i];
  const after = j === null ? undefined : b[j];
  if (before === undefined) return { ...(after === undefined ? {} : { b: after }), relation: 'added' };
  if (after === undefined) return { a: before, relation: 'removed' };
  return { a: before, b: after, relation: before.identity === after.identity ? 'same' : 'changed' };
}
