import type { AnswerEvent, PauseEvent, RunEvent } from '../../protocol/events.ts';

/** A question of a call and its answer. */
export interface PastQuestion {
  readonly pause: PauseEvent;
  readonly answer: AnswerEvent['answer'] | undefined;
}

/** Events that can be direct children of a call; any other kind belongs to a loop that ran inside it. */
export const CALL_EVENTS: ReadonlySet<RunEvent['type']> = new Set([
  'tool_started',
  'tool_result',
  'state',
  'script',
  'note',
  'guard',
  'pause',
  'answer',
  'debug_pause',
]);

/**
 * The events of one loop from earlier processes, as found in the journal. The events of loops that ran inside its calls are
 * kept separate, so that requests and responses of other agents are never mistaken for its own.
 */
export class History {
  readonly ownEvents: readonly RunEvent[];
  private readonly inner = new Map<number, RunEvent[]>();

  /** @param events those of one invocation and loop, with their payloads */
  constructor(events: readonly RunEvent[]) {
    const own: RunEvent[] = [];
    const calls = new Set<number>();
    /** The call of this loop that each inner event belongs to, by `seq`. */
    const callOf = new Map<number, number>();
    for (const event of events) {
      const parent = event.parent ?? 0;
      const call = callOf.get(parent) ?? (calls.has(parent) && !CALL_EVENTS.has(event.type) ? parent : undefined);
      if (call === undefined) {
        own.push(event);
        if (event.type === 'tool_call') calls.add(event.seq);
        continue;
      }
      callOf.set(event.seq, call);
      const group = this.inner.get(call);
      if (group === undefined) this.inner.set(call, [event]);
      else group.push(event);
    }
    this.ownEvents = own;
  }

  /** Returns the history of the loop that ran inside the call with this `seq`. */
  insideCall(call: number | undefined): History {
    const events = call === undefined ? undefined : this.inner.get(call);
    return events === undefined ? EMPTY_HISTORY : new History(events);
  }
}

export const EMPTY_HISTORY = new History([]);
