import type { RunReason } from '../protocol/events.ts';

/** How `skillwright run` and `resume` exit; a contract. 2 is wrong use. */
export const EXIT_CODES: Readonly<Record<RunReason, number>> = {
  final: 0,
  guard: 3,
  max_llm_calls: 4,
  model_error: 5,
  paused: 6,
  cancelled: 130,
};

export const WRONG_USE = 2;
