import type { CostLedger } from './cost-ledger.ts';
import type { TrialStore } from './trial-store.ts';

/** Returns a ledger of several evals that also records the costs of this one in its own folder, for `eval merge`. */
export function recordedLedger(ledger: CostLedger, store: TrialStore): CostLedger {
  return {
    reserve: (model, signal) => ledger.reserve(model, signal),
    charge: (reservation, totalUsd) => ledger.charge(reservation, totalUsd),
    settle: async (reservation, cost) => {
      const problem = cost.costUsd === 0 ? undefined : store.addCost(cost);
      return (await ledger.settle(reservation, cost)) ?? problem;
    },
    spent: () => ledger.spent(),
  };
}
