import type { RunEvent, RunEventDraft } from '../../protocol/events.ts';
import type { RequestContent } from '../../protocol/requests.ts';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An event without the fields that the scope and the journal add. */
export type EventBody = DistributiveOmit<RunEventDraft, 'invocation' | 'agent'>;

export type BodyOf<T extends EventBody['type']> = Extract<EventBody, { readonly type: T }>;

/** Receives every event of a run in order, and writes it to the journal before anyone is notified. Never throws. */
export type Sink = (draft: RunEventDraft, request?: RequestContent) => RunEvent;

/** A sink bound to one agent of one invocation. */
export interface Scope {
  readonly invocation: string;
  readonly agent: string;
  /** @param request the content of an `llm_request` */
  emit(body: EventBody, request?: RequestContent): RunEvent;
}

/** Binds a sink to one agent of one invocation. */
export function scopeOf(sink: Sink, invocation: string, agent: string): Scope {
  return { invocation, agent, emit: (body, request) => sink({ ...body, invocation, agent } as RunEventDraft, request) };
}
