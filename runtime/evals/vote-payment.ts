import type { Vote } from './judging/prose-judge.ts';
import type { CostLedger } from './trials/cost-ledger.ts';

/** A trial whose assertions a language model judges, and the money for it. */
export interface VotePayment {
  readonly ledger: CostLedger;
  /** Name of the model of the judge. */
  readonly model: string;
  readonly trial: string;
  readonly signal: AbortSignal;
  /** Called if no money is left. */
  readonly onExhausted: () => void;
}

/** Requests a vote if there is money for it, and records its cost. Otherwise returns the reason. */
export async function payForVote(
  { ledger, model, trial, signal, onExhausted }: VotePayment,
  vote: string,
  request: () => Promise<Vote | string>,
): Promise<Vote | string> {
  const reservation = await ledger.reserve(model, signal);
  if (reservation.kind === 'exhausted') {
    onExhausted();
    return 'the cost limit was reached.';
  }
  if (reservation.kind === 'cancelled') return 'the eval was stopped.';
  if (reservation.kind === 'failed') return reservation.message;
  const cast = await request();
  const cost = typeof cast === 'string' ? { costUsd: 0 } : { trial, vote, costUsd: cast.costUsd ?? 0 };
  return (await ledger.settle(reservation.id, { model, ...cost })) ?? cast;
}
