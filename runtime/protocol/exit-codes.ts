import type { RunReason } from './events.ts';

/** The exit codes of `skillwright run` and `resume`, and of a debugged run, a contract. 2 is invalid usage. */
export const EXIT_CODES: Readonly<Record<RunReason, number>> = {
  final: 0,
  guard: 3,
  max_llm_calls: 4,
  model_error: 5,
  paused: 6,
  cancelled: 130,
};
