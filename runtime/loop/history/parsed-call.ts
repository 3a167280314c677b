import type { JsonObject } from '../../protocol/events.ts';
import type { PastQuestion } from './history.ts';

/** A tool call that a model requested, with its arguments parsed. */
export interface ParsedCall {
  readonly id: string;
  readonly tool: string;
  readonly args:
    | { readonly kind: 'object'; readonly value: JsonObject }
    /** Not a JSON object, or one that is nested too deeply. */
    | { readonly kind: 'broken'; readonly raw: string };
  /** The state in which an earlier process left the call. */
  readonly past?: PastCall;
}

/** The state in which an earlier process left a call that has no result. */
export interface PastCall {
  readonly seq: number;
  readonly questions: readonly PastQuestion[];
  /**
   * The state of its tool when the process ended. `yes` if `tool_started` is in the journal. `unless-it-asks` for the only
   * call of a step, which starts without that event: its tool was running unless it must ask the user first.
   */
  readonly started: 'yes' | 'unless-it-asks' | 'no';
}
