/** The limits of a model call, and their defaults. */
import type { CallGate } from './call-gate.ts';

/** The limits of a single model call. The numbers are settings. */
export interface ModelLimits {
  /** Milliseconds without a part of the response that has content, including the wait for the first one. */
  readonly idleMs: number;
  /** Characters of text, reasoning and arguments in one response. */
  readonly maxCharacters: number;
  /** Total number of attempts if the provider rate-limits the request or fails on its side. */
  readonly attempts: number;
  /** Milliseconds before the second attempt, doubled for each further one. */
  readonly backoffMs: number;
  /** Longest wait that a `Retry-After` may ask for, in milliseconds; above it the call fails immediately. */
  readonly maxRetryAfterMs: number;
  /** Limits that the calls of other runs share; absent for a run that is alone. */
  readonly gate?: CallGate;
}

/** The default limits of a model call. */
export const MODEL_LIMITS: ModelLimits = {
  idleMs: 120_000,
  maxCharacters: 2_000_000,
  attempts: 4,
  backoffMs: 500,
  maxRetryAfterMs: 60_000,
};

/** Default number of model calls in one invocation, as in ADK. */
export const MAX_LLM_CALLS = 500;
/** Limits of model calls above this are rejected as typing errors. */
export const HIGHEST_LLM_CALLS = 2 ** 31 - 1;
