import type { RunEvent } from '../../protocol/events.ts';
import type { History } from '../history/history.ts';
import type { LoopController } from '../interfaces/controller.ts';
import type { ToolHook } from '../interfaces/hooks.ts';
import type { Scope } from '../interfaces/scope.ts';
import type { SessionState } from '../interfaces/state.ts';
import type { Prepared, Tool } from '../interfaces/tools.ts';
import type { PromptQueue } from '../prompts/prompt-queue.ts';

/** Options shared by all calls of one step. */
export interface CallOptions {
  /** Number of calls that the model requested in this step, including those that have a result from an earlier process. */
  readonly requested: number;
  readonly tools: readonly Tool[];
  /** Returns the miss of a call of a tool that is not among them and has the name of a skill. */
  readonly missOfTool?: Prepared['missOfTool'];
  readonly hooks: readonly ToolHook[];
  readonly controller: LoopController | undefined;
  readonly scope: Scope;
  readonly state: SessionState;
  readonly prompts: PromptQueue;
  readonly history: History;
  readonly signal: AbortSignal;
  /** Number of the model call that requested them. */
  readonly step: number;
  /** `seq` of its `llm_request`. */
  readonly parent: number;
  /** Called with each result as it is emitted, with its full payload. */
  readonly onResult: (event: RunEvent) => void;
}
