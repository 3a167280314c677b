import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { NeedsKey, RunReason, Usage } from '../protocol/events.ts';
import type { Budget } from './budget.ts';
import type { History } from './history/history.ts';
import type { LoopController } from './interfaces/controller.ts';
import type { ToolHook } from './interfaces/hooks.ts';
import type { Scope } from './interfaces/scope.ts';
import type { SessionState } from './interfaces/state.ts';
import type { Toolset } from './interfaces/tools.ts';
import type { Conversation } from './model-call/conversation.ts';
import type { ModelLimits } from './model-call/limits.ts';
import type { PromptQueue } from './prompts/prompt-queue.ts';
import type { CallParser } from './step/call-parser.ts';

/** Options for `runLoop`. */
export interface LoopOptions {
  readonly model: LanguageModelV4;
  readonly limits: ModelLimits;
  /** The agent's own instruction, before that of the toolset. */
  readonly instruction: string;
  readonly toolset: Toolset;
  readonly hooks: readonly ToolHook[];
  /** Stops the loop before model calls and around tool calls; absent for a run that is not debugged. */
  readonly controller?: LoopController;
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly prompts: PromptQueue;
  readonly signal: AbortSignal;
  /** Shared with the loops of sub-agents and skills as tools. */
  readonly budget: Budget;
  /** Knows the ids of all calls in the session; shared like the budget. */
  readonly callParser: CallParser;
  /** `seq` of the parent of its model calls: `run_started`, or the `tool_call` that runs an inner loop. */
  readonly root: number;
  /**
   * The events of this loop from earlier processes, if it is resumed. `conversation` and `state` must include them. A loop
   * inside a call takes it from its `ToolContext`.
   */
  readonly history?: History;
  /** The first user message of a loop inside a call: no event contains it. */
  readonly prompt?: string;
  /** Maximum model calls of this loop alone; then a last one without tools ends it. Set for a skill as a tool. */
  readonly maxIterations?: number;
}

/** The end of a loop: its reason and its result. */
export interface LoopEnd {
  readonly reason: RunReason;
  readonly text: string;
  readonly llmCalls: number;
  readonly usage: Usage;
  readonly error?: string;
  /** The key that was missing or refused. */
  readonly needsKey?: NeedsKey;
  /** True if the runtime wrote the text, not the model. */
  readonly synthetic?: boolean;
  /** True if `maxIterations` ended the loop. */
  readonly iterationCap?: boolean;
}
