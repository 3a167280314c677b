import type { RunEvent } from '../protocol/events.ts';
import type { Desk } from './desk.ts';
import type { History } from './history.ts';
import type { ToolHook } from './hooks.ts';
import type { Scope } from './scope.ts';
import type { SessionState } from './state.ts';
import type { Tool } from './tools.ts';

/** What the calls of one step have in common. */
export interface CallOptions {
  /** Calls that the model asked for in this step, those included that have their result from an earlier process. */
  readonly asked: number;
  readonly tools: readonly Tool[];
  readonly hooks: readonly ToolHook[];
  readonly scope: Scope;
  readonly state: SessionState;
  readonly desk: Desk;
  readonly history: History;
  readonly signal: AbortSignal;
  /** Number of the model call that asked. */
  readonly step: number;
  /** `seq` of its `llm_request`. */
  readonly parent: number;
  /** Told of every result as it is emitted, with its payload whole. */
  readonly onResult: (event: RunEvent) => void;
}
