import type { LinkedSignal } from '../interfaces/abort.ts';

/** Aborts a model call that sends nothing for too long. */
export interface IdleTimer {
  /** The reason for the abort, for display. */
  readonly message: string;
  /** Restarts the timer, because the model sent something. */
  touch(): void;
  stop(): void;
  fired(): boolean;
}

/** Starts a timer that aborts `call` after `ms` milliseconds without a response. */
export function idleTimer(ms: number, call: LinkedSignal): IdleTimer {
  let hasFired = false;
  const timer = setTimeout(() => {
    hasFired = true;
    call.abort();
  }, ms);
  return {
    message: `The model sent nothing for ${ms / 1000} s, so the call was aborted.`,
    touch: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
    fired: () => hasFired,
  };
}
