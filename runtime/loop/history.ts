import type { AnswerEvent, PauseEvent, RunEvent } from '../protocol/events.ts';

/** A question of a call, and what was said to it. */
export interface PastQuestion {
  readonly pause: PauseEvent;
  readonly answer: AnswerEvent['answer'] | undefined;
}

/** Events that stand directly under a call; any other kind belongs to a loop that ran inside it. */
const OF_CALL: ReadonlySet<RunEvent['type']> = new Set([
  'tool_started',
  'tool_result',
  'state',
  'script',
  'note',
  'guard',
  'pause',
  'answer',
]);

/**
 * What one loop did in earlier processes, from the journal alone: its own events, and apart from them those of loops that
 * ran inside its calls, so that requests and answers of other agents are never taken for its own.
 */
export class History {
  readonly own: readonly RunEvent[];
  private readonly inner = new Map<number, RunEvent[]>();

  /** `events` are those of one invocation and loop, payloads in place. */
  constructor(events: readonly RunEvent[]) {
    const own: RunEvent[] = [];
    const calls = new Set<number>();
    /** Of every inner event, the own call that it stands under. */
    const under = new Map<number, number>();
    for (const event of events) {
      const parent = event.parent ?? 0;
      const call = under.get(parent) ?? (calls.has(parent) && !OF_CALL.has(event.type) ? parent : undefined);
      if (call === undefined) {
        own.push(event);
        if (event.type === 'tool_call') calls.add(event.seq);
        continue;
      }
      under.set(event.seq, call);
      const group = this.inner.get(call);
      if (group === undefined) this.inner.set(call, [event]);
      else group.push(event);
    }
    this.own = own;
  }

  /** What the loop inside the call with this `seq` did. */
  under(call: number | undefined): History {
    const events = call === undefined ? undefined : this.inner.get(call);
    return events === undefined ? NO_HISTORY : new History(events);
  }
}

export const NO_HISTORY = new History([]);
