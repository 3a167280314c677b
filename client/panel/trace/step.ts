/** What each part of the fold is given. */
import type { Loose } from './read.ts';
import type { Span } from './span.ts';

/** One event, its place and time made safe. `at` is milliseconds since the run began. */
export interface Step {
  readonly event: Loose;
  readonly seq: number;
  readonly at: number;
  readonly agent: string;
  /** The span that the event's `parent` names, if there is one. */
  readonly under?: Span;
}
