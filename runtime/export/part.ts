import { type List, pickFrom } from '../journal/spilled-list.ts';
import type { AnyEvent } from '../otlp/event-fields.ts';

/** A part of a run: the events from one `seq` to another, both included. */
export interface Part {
  readonly from?: number;
  readonly to?: number;
}

/** Types of events that end a call. */
const ENDS: ReadonlySet<string> = new Set(['llm_response', 'tool_result']);

/**
 * Returns a part of a run with complete calls: the events in the range, those that enclose them, and the ends of model and
 * tool calls that begin in it. `run_started`, which contains the prompt, is therefore always included.
 */
export function selectPart(events: List<AnyEvent>, { from = 1, to = Number.POSITIVE_INFINITY }: Part): List<AnyEvent> {
  const first = events.at(0);
  const last = events.at(events.length - 1);
  if (first === undefined || last === undefined || (from <= first.seq && to >= last.seq)) return events;
  const seqs: number[] = [];
  const parents = new Map<number, number>();
  /** The `seq` of the calls that end at a position. */
  const calls = new Map<number, number>();
  for (const { seq, parent = 0, type } of events) {
    if (ENDS.has(type)) calls.set(seqs.length, parent);
    seqs.push(seq);
    parents.set(seq, parent);
  }
  const selected = new Set<number>();
  const add = (seq: number): void => {
    for (let one = seq; parents.has(one) && !selected.has(one); one = parents.get(one) ?? 0) selected.add(one);
  };
  for (const seq of seqs) if (seq >= from && seq <= to) add(seq);
  if (selected.size === 0) return [];
  for (const [position, call] of calls) if (selected.has(call)) selected.add(seqs[position] ?? 0);
  return pickFrom(
    events,
    seqs.flatMap((seq, position) => (selected.has(seq) ? [position] : [])),
  );
}
