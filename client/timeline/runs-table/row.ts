/** The rows of the table of runs and sessions, shared by the extension host and the page. */
import type { SkillUse } from '../../../runtime/protocol/session-rows.ts';

/** The end of a run or a session, or that it has none yet; `unknown` if that was not seen. */
export type Outcome =
  | 'running'
  | 'waiting'
  | 'finished'
  | 'unanswered'
  | 'cancelled'
  | 'guard'
  | 'limit'
  | 'failed'
  | 'interrupted'
  | 'unknown';

/** An outcome in words, with a sign and the class of its color. */
export interface OutcomeLabel {
  readonly text: string;
  readonly sign: string;
  readonly color: 'good' | 'bad' | 'warn' | 'live' | 'quiet';
}

/** The labels of all outcomes, in the order in which they are sorted: what needs attention comes first. */
export const OUTCOMES: { readonly [outcome in Outcome]: OutcomeLabel } = {
  waiting: { text: 'waiting for you', sign: '?', color: 'warn' },
  running: { text: 'running', sign: '▸', color: 'live' },
  failed: { text: 'the model failed', sign: '✕', color: 'bad' },
  guard: { text: 'stopped by a guard', sign: '■', color: 'bad' },
  limit: { text: 'limit of model calls', sign: '■', color: 'warn' },
  interrupted: { text: 'interrupted', sign: '–', color: 'warn' },
  unanswered: { text: 'ended unanswered', sign: '–', color: 'quiet' },
  cancelled: { text: 'stopped by the user', sign: '–', color: 'quiet' },
  finished: { text: 'finished', sign: '✓', color: 'good' },
  unknown: { text: '', sign: '', color: 'quiet' },
};

/** The origin of a row: a run of ours, or the session of another agent. */
export type Origin = 'run' | 'session';

/** A run or a session. What is not known is undefined. */
export interface TableRow {
  /** Identifies the row in its page; a row with the same id replaces it. */
  readonly id: number;
  readonly origin: Origin;
  /** The user's name of a run, or the beginning of the first prompt; '' if there is none. */
  readonly title: string;
  readonly client: string;
  readonly model: string;
  /** The working directory of the session; '' if it is not known. */
  readonly project: string;
  readonly outcome: Outcome;
  readonly isSimulated: boolean;
  readonly calls: number | undefined;
  readonly toolCalls: number | undefined;
  readonly misses: number | undefined;
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
  readonly costUsd: number | undefined;
  readonly isCostEstimated: boolean;
  /** Milliseconds since 1970. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly skills: readonly SkillUse[];
}
