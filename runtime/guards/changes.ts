import { LRUCache } from 'lru-cache';
import type { ToolHook } from '../loop/hooks.ts';
import { fingerprint, signatureOf } from './fingerprint.ts';

/** Calls remembered, the latest, to tell a new one. */
const MEMORY = 5000;

/** Where in a run something may have changed, so that the same call again is no repetition. */
export interface Changes extends ToolHook {
  /**
   * The last step before `step` in which a call that may have changed something went well for the first time; 0 where none
   * has. Other calls of that step do not count any more, and such a step does not count for its own calls: all of them were
   * made before anybody saw what came of it.
   */
  since(step: number): number;
  /** Whether this call is what changed something in `step`, one of the last two such steps: it is the first of its kind. */
  began(step: number, signature: string): boolean;
}

/**
 * Takes down where an agent gets on: it edits, then runs the same tests again, and is honest. Only the first success of a
 * call counts, as one that is made over and over is itself a loop.
 */
export function changesOf(): Changes {
  const seen = new LRUCache<string, true>({ max: MEMORY });
  /** The last two such steps, oldest first, with their calls: one of them may be the current one. */
  let steps: readonly { readonly step: number; readonly calls: Set<string> }[] = [];
  return {
    name: 'changes',
    since: (step) => steps.findLast((one) => one.step < step)?.step ?? 0,
    began: (step, signature) => steps.find((one) => one.step === step)?.calls.has(fingerprint(signature)) === true,
    observe(call, outcome) {
      if (outcome.errorCode !== undefined || outcome.changes !== true) return;
      const print = fingerprint(signatureOf(call));
      const known = seen.has(print);
      seen.set(print, true);
      if (known) return;
      if (steps.at(-1)?.step !== call.step) steps = [...steps.slice(-1), { step: call.step, calls: new Set() }];
      steps.at(-1)?.calls.add(print);
    },
  };
}
