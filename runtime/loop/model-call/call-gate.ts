/**
 * Limits that the calls of several runs to one provider share. A call enters before each attempt and leaves after it; the time
 * that it waits in between does not count towards its idle timeout.
 */
export interface CallGate {
  /** Waits until a call may start. Never rejects. */
  enter(signal: AbortSignal): Promise<GateEntry>;
}

export type GateEntry =
  | { readonly kind: 'entered'; readonly leave: (outcome: CallOutcome) => void }
  /** The provider refused too many calls of all runs one after the other. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'cancelled' };

export type CallOutcome =
  | { readonly kind: 'answered' }
  /** Failed for a reason that concerns this call alone, or was cancelled. */
  | { readonly kind: 'ended' }
  /** The provider limits its calls: none should start for `pauseMs` milliseconds. */
  | { readonly kind: 'limited'; readonly pauseMs: number };
