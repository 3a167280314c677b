/** The open calls of a session, and their outcomes. */
import type { Json } from '../../protocol/events.ts';
import type { RecordPosition } from './record.ts';

/** The agent of a session that made a call. */
export interface CallOwner {
  /** Adds the call's result. */
  answer(call: OpenCall, outcome: CallOutcome, at: RecordPosition): void;
  /** Writes a result which states that the session contains none. */
  abandon(call: OpenCall, time: string): void;
  /** Writes all pending events, including the call. */
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

/** The result of a call as recorded in the session. */
export interface CallOutcome {
  readonly value: Json;
  /** True if the session says that the call ended, and not with what result: the value is then ''. */
  readonly isUnknown?: boolean;
  /** A user message that follows the result: some clients deliver the text of a skill this way. */
  readonly message?: string;
  /** True if the session marks it as failed. */
  readonly isError?: boolean;
  /** The exit code of a command, if the session has it outside of the text of the result. */
  readonly exitCode?: number;
  /** True if the user or a rule refused the call. */
  readonly denied?: boolean;
  /** Milliseconds, if the session has them; otherwise computed from the times of the records. */
  readonly durationMs?: number;
  /** Id of the sub-agent that the call started, if its records are in a separate file. */
  readonly subagent?: string;
  /** The skill that the call loaded, with its folder, if the session records it. */
  readonly skill?: { readonly name: string; readonly folder?: string };
}
