import type { Linked } from './abort.ts';

/** Gives a model call up that says nothing for too long. */
export interface IdleTimer {
  /** Why the call was given up, for a person. */
  readonly message: string;
  /** The model said something: the wait begins anew. */
  touch(): void;
  stop(): void;
  fired(): boolean;
}

/** @param call is aborted after `ms` of silence */
export function idleTimer(ms: number, call: Linked): IdleTimer {
  let hit = false;
  const timer = setTimeout(() => {
    hit = true;
    call.abort();
  }, ms);
  return {
    message: `The model said nothing for ${ms / 1000} s; the call was given up.`,
    touch: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
    fired: () => hit,
  };
}
