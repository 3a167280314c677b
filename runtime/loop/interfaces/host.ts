import type { PauseAnswer, PauseEvent } from '../../protocol/events.ts';

/** A user's reply to a pause: an answer to a question, or the requested secret. */
export type Reply = Exclude<PauseAnswer, 'credential'> | 'unanswered' | { readonly credential: string };

/** The user interface of a run, which may have no user. */
export interface Host {
  /** True if a user can be asked. Otherwise a guard that would ask ends the run. */
  readonly isInteractive: boolean;
  /** True if pauses of this kind are approved in advance (`--yes`), so that none is shown. */
  preapproves(kind: PauseEvent['kind']): boolean;
  /**
   * Resolves to `unanswered` immediately if no user can be asked; the run then ends as paused. Stops waiting when `signal`
   * fires.
   */
  answer(pause: PauseEvent, signal: AbortSignal): Promise<Reply>;
}

/** A host without a user, which approves nothing. */
export const HEADLESS: Host = {
  isInteractive: false,
  preapproves: () => false,
  answer: async () => 'unanswered',
};
/** A host without a user, which approves scripts and confirmations. */
export const APPROVING: Host = { ...HEADLESS, preapproves: (kind) => kind === 'confirmation' };
