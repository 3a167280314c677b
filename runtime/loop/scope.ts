import type { RunEvent, RunEventDraft } from '../protocol/events.ts';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An event without what the scope and the journal add. */
export type EventBody = DistributiveOmit<RunEventDraft, 'invocation' | 'agent'>;

/** Takes every event of a run, in order: into the journal first, then to whoever watches. Never throws. */
export type Sink = (draft: RunEventDraft) => RunEvent;

/** The sink as one agent of one invocation uses it. */
export interface Scope {
  readonly invocation: string;
  readonly agent: string;
  emit(body: EventBody): RunEvent;
}

export function scopeOf(sink: Sink, invocation: string, agent: string): Scope {
  return { invocation, agent, emit: (body) => sink({ ...body, invocation, agent } as RunEventDraft) };
}
