/** The input of each part of the fold. */
import type { Loose } from './read.ts';
import type { TraceSpan } from './span.ts';

/** One event with validated position and time. `at` is milliseconds since the start of the run. */
export interface TraceStep {
  readonly event: Loose;
  readonly seq: number;
  readonly at: number;
  readonly agent: string;
  /** The span that the event's `parent` refers to, if it exists. */
  readonly parent?: TraceSpan;
}
