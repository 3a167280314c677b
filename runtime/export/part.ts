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
export function selectPart(
  events: readonly AnyEvent[],
  { from = 1, to = Number.POSITIVE_INFINITY }: Part,
): readonly AnyEvent[] {
  const first = events[0];
  const last = events.at(-1);
  if (first === undefined || last === undefined || (from <= first.seq && to >= last.seq)) return events;
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const selected = new Set<number>();
  const add = (event: AnyEvent | undefined): void => {
    for (let one = event; one !== undefined && !selected.has(one.seq); one = bySeq.get(one.parent ?? 0))
      selected.add(one.seq);
  };
  for (const event of events) if (event.seq >= from && event.seq <= to) add(event);
  if (selected.size === 0) return [];
  for (const event of events) if (ENDS.has(event.type) && selected.has(event.parent ?? 0)) selected.add(event.seq);
  return events.filter(({ seq }) => selected.has(seq));
}
