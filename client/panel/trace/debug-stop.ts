/** Stops in the debugger: a row for each, and the wait on the row of the call, separate from its work. */
import { number, oneLine, text } from './read.ts';
import { addSpan, markChanged, spanOfEvent, type Trace, type TraceSpan } from './span.ts';
import type { TraceStep } from './step.ts';

/** Maximum number of waits drawn for one call; a call usually has one or two. */
const MAX_WAITS = 200;

/** A stop that has not ended yet. */
export interface DebugStop {
  /** Why it stopped, for display. */
  readonly why: string;
  /** `seq` of the event of its innermost frame. */
  readonly seq?: number | undefined;
}

/** Adds a row for a stop that has ended, with the time that the run waited for the user. */
export function foldDebugPause(trace: Trace, step: TraceStep): TraceSpan {
  const durationMs = Math.min(step.at, Math.max(0, number(step.event, 'durationMs') ?? 0));
  const start = step.at - durationMs;
  const call = trace.calls.get(text(step.event, 'call'));
  // A run that stops before a call has no row for it yet; its id may be that of an earlier call.
  if (call?.end === undefined && call !== undefined) addWait(trace, call, [start, step.at]);
  return addSpan(trace, step.parent ?? trace.root, step.seq, {
    agent: step.agent,
    kind: 'note',
    icon: 'person',
    verb: 'paused',
    name: oneLine(text(step.event, 'why')) || 'paused',
    start,
    end: step.at,
    waits: [[start, step.at]],
  });
}

/**
 * Shows that the run is stopped now, or with undefined that it continues, also on the row of the call that it stopped at.
 * @param now milliseconds since the start of the run
 */
export function setDebugStop(trace: Trace, stop: DebugStop | undefined, now: number): void {
  const before = trace.debugStop?.call;
  // The event that follows has the exact time.
  if (before?.waits?.at(-1)?.[1] === null && before.pause === undefined) {
    before.waits.pop();
    if (before.waits.length === 0) delete before.waits;
    markChanged(trace, before);
  }
  const span = stop?.seq === undefined ? undefined : spanOfEvent(trace, stop.seq);
  const call = span?.tool !== undefined && span.end === undefined && span.pause === undefined ? span : undefined;
  // The debugger can be ahead of the journal.
  const awaited = span === undefined ? stop?.seq : undefined;
  trace.debugStop = stop && { why: oneLine(stop.why, 200), call, awaited, since: now };
  if (stop !== undefined && call !== undefined) addWait(trace, call, [Math.max(call.start, now), null]);
}

/** Shows a stop on the row of its call if the event that was just read is the one that the run stopped at. */
export function addAwaitedStop(trace: Trace, seq: number): void {
  const { debugStop } = trace;
  if (debugStop?.awaited === seq) setDebugStop(trace, { why: debugStop.why, seq }, debugStop.since);
}

function addWait(trace: Trace, call: TraceSpan, wait: [number, number | null]): void {
  // A call that waits for an answer already has a wait.
  if (call.pause !== undefined) return;
  call.waits ??= [];
  if (call.waits.length < MAX_WAITS) call.waits.push(wait);
  markChanged(trace, call);
}
