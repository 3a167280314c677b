import { LRUCache } from 'lru-cache';
import type { ToolHook } from '../loop/interfaces/hooks.ts';
import { fingerprint, signatureOf } from './fingerprint.ts';

/** Number of most recent calls that are remembered in order to recognize a new one. */
const MEMORY = 5000;

/** Tracks the steps of a run in which something may have changed, so that repeating a call afterwards is legitimate. */
export interface ChangeTracker extends ToolHook {
  /**
   * Returns the last step before `step` in which a call that may have changed something succeeded for the first time, or 0.
   * Other calls of that step no longer count as repetitions. Calls of `step` itself are unaffected by its changes, because
   * the model made them before it saw any of the results.
   */
  lastBefore(step: number): number;
  /** True if this call made the change in `step`, one of the last two such steps: it is the first success of this call. */
  wasCausedBy(step: number, signature: string): boolean;
}

/**
 * Creates a tracker of the steps in which an agent makes progress. An agent that edits files and then reruns the same tests
 * is not in a loop. Only the first success of a call counts, because repeating the same change is itself a loop.
 */
export function trackChanges(): ChangeTracker {
  const seen = new LRUCache<string, true>({ maxSize: MEMORY, sizeCalculation: () => 1 });
  /** The last two steps with changes and the calls that made them, oldest first. The later one may be the current step. */
  let steps: readonly { readonly step: number; readonly calls: Set<string> }[] = [];
  return {
    name: 'changes',
    lastBefore: (step) => steps.findLast((one) => one.step < step)?.step ?? 0,
    wasCausedBy: (step, signature) =>
      steps.find((one) => one.step === step)?.calls.has(fingerprint(signature)) === true,
    observe(call, outcome) {
      if (outcome.errorCode !== undefined || outcome.changes !== true) return;
      const key = fingerprint(signatureOf(call));
      const known = seen.has(key);
      seen.set(key, true);
      if (known) return;
      if (steps.at(-1)?.step !== call.step) steps = [...steps.slice(-1), { step: call.step, calls: new Set() }];
      steps.at(-1)?.calls.add(key);
    },
  };
}
