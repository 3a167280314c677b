import { addUsage } from '../models/usage.ts';
import type { Usage } from '../protocol/events.ts';

/** What one invocation may spend; 0 or less: no limit. */
export interface Caps {
  readonly maxLlmCalls: number;
  /** Tokens in and out, as the providers report them. */
  readonly maxTokens?: number;
  /** US dollars, reported or estimated; a call whose price is unknown counts nothing. */
  readonly maxCost?: number;
}

export interface CapReached {
  readonly rule: 'max_llm_calls' | 'max_tokens' | 'max_cost';
  readonly count: number;
  readonly threshold: number;
}

/** Counts model calls, tokens and money of a whole run: its sub-agents and skills as tools spend from the same budget. */
export class Budget {
  private readonly caps: Caps;
  private made: number;
  private spent: Usage = {};

  /** `earlierCalls`: model calls that the invocation made before it was resumed. */
  constructor(caps: Caps, earlierCalls = 0) {
    this.caps = caps;
    this.made = earlierCalls;
  }

  get calls(): number {
    return this.made;
  }

  get usage(): Usage {
    return this.spent;
  }

  /** The number of the model call that begins now, from 1. */
  begin(): number {
    return ++this.made;
  }

  add(usage: Usage): void {
    this.spent = addUsage(this.spent, usage);
  }

  /** The cap that leaves no further model call. */
  reached(): CapReached | undefined {
    const { maxLlmCalls, maxTokens = 0, maxCost = 0 } = this.caps;
    if (maxLlmCalls > 0 && this.made >= maxLlmCalls)
      return { rule: 'max_llm_calls', count: this.made, threshold: maxLlmCalls };
    const tokens = (this.spent.inputTokens ?? 0) + (this.spent.outputTokens ?? 0);
    if (maxTokens > 0 && tokens >= maxTokens) return { rule: 'max_tokens', count: tokens, threshold: maxTokens };
    const { costUsd = 0 } = this.spent;
    if (maxCost > 0 && costUsd >= maxCost) return { rule: 'max_cost', count: costUsd, threshold: maxCost };
    return undefined;
  }
}
