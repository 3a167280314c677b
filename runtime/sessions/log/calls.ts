import type { Json } from '../../protocol/events.ts';
import type { At } from './record.ts';

/** The agent of a session that made a call. */
export interface CallOwner {
  /** Adds the call's result. */
  answer(call: OpenCall, outcome: CallOutcome, at: At): void;
  /** Writes a result that says that the session has none. */
  abandon(call: OpenCall, time: string): void;
  /** Writes everything up to now, including the call. */
  flush(): void;
}

/** A tool call of a session that has no result yet. */
export interface OpenCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
  readonly time: string;
  readonly track: CallOwner;
  /** `seq` of its `tool_call`, once that is written. */
  seq?: number;
}

/** The result of a call as the session has it. */
export interface CallOutcome {
  readonly value: Json;
  /** A user message that follows the result: some clients deliver the text of a skill this way. */
  readonly message?: string;
  /** True if the session marks it as failed. */
  readonly isError?: boolean;
  /** True if the user or a rule refused the call. */
  readonly denied?: boolean;
  /** Milliseconds, if the session has them; otherwise computed from the times of the records. */
  readonly durationMs?: number;
  /** Id of the sub-agent that the call started, if its records are in a file of their own. */
  readonly subagent?: string;
  /** The skill that the call loaded, if the session says so, with its folder. */
  readonly skill?: { readonly name: string; readonly folder?: string };
}
