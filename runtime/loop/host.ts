import type { PauseEvent } from '../protocol/events.ts';
import type { Answer } from './tools.ts';

/** The person at the run, or nobody. */
export interface Host {
  /** Whether somebody can be asked at all; a guard that would ask ends the run otherwise. */
  readonly present: boolean;
  /** Whether pauses of this kind are approved beforehand (`--yes`), so that none is shown. */
  preapproves(kind: PauseEvent['kind']): boolean;
  /** Resolves to `unanswered` at once where nobody can be asked; the run then ends paused. Gives up when `signal` fires. */
  answer(pause: PauseEvent, signal: AbortSignal): Promise<Answer>;
}

/** Nobody is there, and nothing is approved. */
export const NOBODY: Host = {
  present: false,
  preapproves: () => false,
  answer: async () => 'unanswered',
};
