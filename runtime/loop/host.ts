import type { PauseAnswer, PauseEvent } from '../protocol/events.ts';

/** What a person says to a pause: to a question, or the secret that was asked for. */
export type Reply = Exclude<PauseAnswer, 'credential'> | 'unanswered' | { readonly credential: string };

/** The person at the run, or nobody. */
export interface Host {
  /** Whether somebody can be asked at all; a guard that would ask ends the run otherwise. */
  readonly present: boolean;
  /** Whether pauses of this kind are approved beforehand (`--yes`), so that none is shown. */
  preapproves(kind: PauseEvent['kind']): boolean;
  /** Resolves to `unanswered` at once where nobody can be asked; the run then ends paused. Gives up when `signal` fires. */
  answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply>;
}

/** Nobody is there, and nothing is approved. */
export const NOBODY: Host = {
  present: false,
  preapproves: () => false,
  answer: async () => 'unanswered',
};
