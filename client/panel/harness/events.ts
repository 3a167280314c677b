/** Creates journals for the harness and the tests: events with `seq` and `time`, based on a simulated clock. */
import type { RunEvent, RunEventDraft } from '../../../runtime/protocol/events.ts';

type Draft = RunEventDraft extends infer E
  ? E extends RunEventDraft
    ? Omit<E, 'invocation' | 'agent'>
    : never
  : never;

export interface Script {
  /** Adds an event `ms` milliseconds after the previous one and returns its `seq`. */
  add(ms: number, event: Draft, agent?: string): number;
  readonly events: RunEvent[];
}

/** Creates an empty journal whose clock starts at `start` (ISO 8601). */
export function script(start = '2026-11-20T14:31:44.100Z', name = 'writer'): Script {
  const events: RunEvent[] = [];
  let now = Date.parse(start);
  return {
    events,
    add(ms, event, agent = name) {
      now += ms;
      const seq = events.length + 1;
      const complete = { seq, time: new Date(now).toISOString(), invocation: 'i1', agent, ...event };
      events.push(complete as RunEvent);
      return seq;
    },
  };
}
