import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { NeedsKey, RunReason, Usage } from '../protocol/events.ts';
import type { Budget } from './budget.ts';
import type { CallReader } from './call-reader.ts';
import type { Conversation } from './conversation.ts';
import type { Desk } from './desk.ts';
import type { History } from './history.ts';
import type { ToolHook } from './hooks.ts';
import type { ModelLimits } from './limits.ts';
import type { Scope } from './scope.ts';
import type { SessionState } from './state.ts';
import type { Toolset } from './tools.ts';

/** What a loop works with. */
export interface LoopOptions {
  readonly model: LanguageModelV4;
  readonly limits: ModelLimits;
  /** The agent's own instruction, before that of the toolset. */
  readonly instruction: string;
  readonly toolset: Toolset;
  readonly hooks: readonly ToolHook[];
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly desk: Desk;
  readonly signal: AbortSignal;
  /** Shared with the loops of sub-agents and skills as tools. */
  readonly budget: Budget;
  /** Knows all ids of calls that the session holds; shared as the budget is. */
  readonly reader: CallReader;
  /** `seq` of the span that its model calls stand under: `run_started`, or the `tool_call` that runs a loop of its own. */
  readonly root: number;
  /**
   * What this loop did in earlier processes: it goes on from there. `conversation` and `state` must hold it already.
   * Absent where the loop begins; a loop inside a call gets that of its `ToolContext`.
   */
  readonly history?: History;
  /** Model calls of this loop alone, before a closing round without tools ends it; a skill as a tool has such a cap. */
  readonly maxIterations?: number;
}

/** How a loop ended, and what it came to. */
export interface LoopEnd {
  readonly reason: RunReason;
  readonly text: string;
  readonly llmCalls: number;
  readonly usage: Usage;
  readonly error?: string;
  /** The key that it failed for. */
  readonly needsKey?: NeedsKey;
  /** The text is ours, not the model's. */
  readonly synthetic?: boolean;
  /** `maxIterations` ended it. */
  readonly iterationCap?: boolean;
}
