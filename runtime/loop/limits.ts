/** What one model call may take. Every figure is a setting. */
export interface ModelLimits {
  /** Milliseconds without any part of the answer that holds something, the wait for the first one included. */
  readonly idleMs: number;
  /** Characters of text, reasoning and arguments of one answer. */
  readonly maxCharacters: number;
  /** Attempts in all where the provider says "too many requests" or fails on its side. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled for each further one. */
  readonly backoffMs: number;
  /** Milliseconds that a `Retry-After` may ask for; above it the call fails at once and says so. */
  readonly maxRetryAfterMs: number;
}

export const MODEL_LIMITS: ModelLimits = {
  idleMs: 120_000,
  maxCharacters: 2_000_000,
  attempts: 4,
  backoffMs: 500,
  maxRetryAfterMs: 60_000,
};

/** Seconds: Node's own `fetch` gives up a silent connection after as many. */
export const LONGEST_SILENCE_S = 300;

/** Model calls of one invocation, as ADK has it. */
export const MAX_LLM_CALLS = 500;
/** Above it a cap is no cap but a slip. */
export const ABSURD_LLM_CALLS = 2 ** 31 - 1;
