import { addUsage } from '../models/prices/usage.ts';
import type { Usage } from '../protocol/events.ts';
import type { CAP_RULES } from '../protocol/guards.ts';

/** The spending limits of one invocation; 0 or less means no limit. */
export interface Caps {
  readonly maxLlmCalls: number;
  /** Input and output tokens, as reported by the providers. */
  readonly maxTokens?: number;
  /** US dollars, reported or estimated. A call whose price is unknown counts as free. */
  readonly maxCost?: number;
}

/** A limit that was reached. */
export interface CapReached {
  readonly rule: (typeof CAP_RULES)[number];
  readonly count: number;
  readonly threshold: number;
}

/** Counts the model calls, tokens and money of a run. Sub-agents and skills as tools spend from the same budget. */
export class Budget {
  private readonly caps: Caps;
  private callCount: number;
  private spent: Usage = {};

  /** @param earlierCalls model calls that the invocation made before it was resumed */
  constructor(caps: Caps, earlierCalls = 0) {
    this.caps = caps;
    this.callCount = earlierCalls;
  }

  get calls(): number {
    return this.callCount;
  }

  get usage(): Usage {
    return this.spent;
  }

  /** Counts a model call that starts now, and returns its number, from 1. */
  begin(): number {
    return ++this.callCount;
  }

  add(usage: Usage): void {
    this.spent = addUsage(this.spent, usage);
  }

  /** Returns the limit that rules out another model call; undefined if there is none. */
  reached(): CapReached | undefined {
    const { maxLlmCalls, maxTokens = 0, maxCost = 0 } = this.caps;
    if (maxLlmCalls > 0 && this.callCount >= maxLlmCalls)
      return { rule: 'max_llm_calls', count: this.callCount, threshold: maxLlmCalls };
    const tokens = (this.spent.inputTokens ?? 0) + (this.spent.outputTokens ?? 0);
    if (maxTokens > 0 && tokens >= maxTokens) return { rule: 'max_tokens', count: tokens, threshold: maxTokens };
    const { costUsd = 0 } = this.spent;
    if (maxCost > 0 && costUsd >= maxCost) return { rule: 'max_cost', count: costUsd, threshold: maxCost };
    return undefined;
  }
}
