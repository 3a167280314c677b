/** The answers to repeated requests for one missing file, as data: in runs of ours, and in clients that have our hooks. */

/** The answer to a request for a missing file. */
export type LadderStep = 'tell' | 'tell-count' | 'fatal' | 'deny' | 'end';

/** The steps of a ladder: the number of model steps in which the file was requested, this one included, and what happens then. */
export interface Ladder {
  readonly steps: readonly { readonly from: number; readonly does: LadderStep; readonly onlyIf?: 'guard on' }[];
  /** Number of equal results of equal calls from which on the model gets a note; undefined if results are not compared. */
  readonly sameResult?: number;
}

/**
 * The ladder of runs: a fatal result says not to retry, and a request in a later step ends the run. The setting of the guard can
 * move the fatal step, which the end follows. Loops on one result have guards of their own.
 */
export const RUNTIME: Ladder = {
  steps: [
    { from: 1, does: 'tell' },
    { from: 2, does: 'fatal' },
    { from: 3, does: 'end' },
  ],
};

/** The ladder of hooks. Ending a turn leaves the user without an answer, so it takes `--guard on`. */
export const LIVE: Ladder = {
  steps: [
    { from: 1, does: 'tell' },
    { from: 2, does: 'tell-count' },
    { from: 3, does: 'deny' },
    { from: 4, does: 'end', onlyIf: 'guard on' },
  ],
  sameResult: 6,
};

/**
 * Returns the count that selects the step of a ladder: the number of model steps in which requests were made. Parallel requests of
 * one step count once, because the model has not seen any of their results yet.
 */
export const countSteps = (requests: readonly { readonly step: number }[]): number =>
  new Set(requests.map(({ step }) => step)).size;

/** Returns what a ladder does at the given number of steps. */
export function stepAt({ steps }: Ladder, count: number, guardIsOn: boolean): LadderStep | undefined {
  return steps.findLast(({ from, onlyIf }) => count >= from && (onlyIf === undefined || guardIsOn))?.does;
}

/** Returns the number of steps from which on a ladder does something; Infinity if it never does. */
export function startOf({ steps }: Ladder, does: LadderStep): number {
  return steps.find((step) => step.does === does)?.from ?? Number.POSITIVE_INFINITY;
}
