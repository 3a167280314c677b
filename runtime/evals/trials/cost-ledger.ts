/**
 * The money that all trials of an eval share, in one process or in several. It is reserved before a trial or a vote of a judge
 * starts, and settled with the actual cost afterwards. A killed process settles nothing: what it reserved is released when
 * another one needs it, except for what the interrupted trial may have spent.
 */
export interface CostLedger {
  /**
   * Reserves the money of a trial or a vote. Waits while others have reservations, of which some may be returned. Never rejects.
   * @param model name of the model that it calls
   */
  reserve(model: string, signal: AbortSignal): Promise<Reservation>;
  /**
   * Records what a trial has spent since it started, so that it is not lost if the process is killed. Never throws.
   * @param totalUsd US dollars
   */
  charge(reservation: string, totalUsd: number): void;
  /** Replaces a reservation by the actual cost. Returns an error message. */
  settle(reservation: string, cost: CostEntry): Promise<string | undefined>;
  /** Returns the US dollars that all processes spent, including what killed ones may have spent. */
  spent(): Promise<number>;
}

export type Reservation =
  | {
      readonly kind: 'reserved';
      readonly id: string;
      /** US dollars after which a run ends: everything that is not spent or reserved by others. Infinite without a limit. */
      readonly maxUsd: number;
    }
  /** No money is left. */
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

/** Money that was spent on a trial, or on a vote of a judge about one. */
export interface CostEntry {
  readonly model?: string;
  /** Absent for a trial that failed without a cost, which says nothing about the cost of others. */
  readonly trial?: string;
  readonly run?: string;
  readonly vote?: string;
  /** US dollars; 0 if nothing was spent, or if the price is unknown. */
  readonly costUsd: number;
}

/** The state of a ledger before a reservation. All amounts are in US dollars. */
export interface LedgerState {
  readonly maxUsd: number;
  readonly spentUsd: number;
  /** The reservations of running processes. */
  readonly reservedUsd: number;
  /** The cost of the most expensive trial or vote with the same model that was settled; undefined if none was. */
  readonly highestUsd: number | undefined;
}

/** A reservation relative to the most expensive trial so far: the next one may cost more. */
export const MARGIN = 2;

/**
 * Returns the US dollars to reserve, `wait` if money may be returned, or `exhausted`. The first trial with a model reserves
 * everything: until its cost is known, starting another one could exceed the limit by any amount. Near the limit trials run one
 * by one, so that it is exceeded by at most one trial as long as none costs twice as much as the most expensive one before it.
 */
export function amountToReserve(state: LedgerState): number | 'wait' | 'exhausted' {
  const { maxUsd, spentUsd, reservedUsd, highestUsd } = state;
  if (maxUsd === Number.POSITIVE_INFINITY) return 0;
  const available = maxUsd - spentUsd - reservedUsd;
  const amount = highestUsd === undefined ? available : MARGIN * highestUsd;
  if (available > 0 && amount <= available) return amount;
  if (reservedUsd > 0) return 'wait';
  return available > 0 ? available : 'exhausted';
}

/**
 * Returns the US dollars to count for a reservation whose process was killed: what it had recorded, or, because no one knows
 * the cost of the call that was in progress, as much as the most expensive trial so far, at most what was reserved.
 */
export function lostCost(
  reservedUsd: number,
  chargedUsd: number,
  { highestUsd = 0 }: Pick<LedgerState, 'highestUsd'>,
): number {
  return Math.max(chargedUsd, Math.min(reservedUsd, highestUsd));
}
