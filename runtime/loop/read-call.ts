import type { JsonObject } from '../protocol/events.ts';
import type { PastQuestion } from './history.ts';

/** A call that a model asked for, with its arguments read. */
export interface ReadCall {
  readonly id: string;
  readonly tool: string;
  readonly args:
    | { readonly kind: 'object'; readonly value: JsonObject }
    /** No JSON object, or one that is nested too deep. */
    | { readonly kind: 'broken'; readonly raw: string };
  /** What an earlier process did about it. */
  readonly past?: PastCall;
}

/** What an earlier process did about a call that has no result. */
export interface PastCall {
  readonly seq: number;
  readonly questions: readonly PastQuestion[];
  /**
   * Whether its tool was at work when the process ended: `tool_started` says so; or nothing was to be written between
   * `tool_call` and the work, unless the tool waits for a person first.
   */
  readonly begun: 'yes' | 'unless-it-asks' | 'no';
}
