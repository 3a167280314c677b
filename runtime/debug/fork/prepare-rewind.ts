import type { RunObserver, RunSpec, StartResult } from '../../run/run-spec.ts';
import { readEvents } from './fork-spec.ts';
import { describeLostEffects } from './lost-effects.ts';
import { type ForkRequest, prepareFork } from './prepare-fork.ts';

/** A fork that takes the place of a run in the debugger. */
export interface PreparedRewind {
  /** The id of the fork. */
  readonly run: string;
  /** `seq` of the step of the run. */
  readonly at: number;
  /** Number of events that the fork's journal begins with. */
  readonly prepared: number;
  /** Starts the fork. Called when the run has ended. */
  readonly start: (observer: RunObserver) => StartResult | Promise<StartResult>;
  /** Describes the effects of the run so far that remain. */
  readonly findLost: () => string | undefined;
}

/**
 * Prepares a fork at a step of a run that is still active. Returns an error message if it cannot be forked there.
 * @param starterOf returns a function that starts the fork
 */
export async function prepareRewind(
  request: ForkRequest,
  starterOf: (spec: RunSpec) => Promise<PreparedRewind['start']>,
): Promise<PreparedRewind | string> {
  const { runs, run, at } = request;
  const prepared = await prepareFork({ ...request, reopens: true });
  if ('refused' in prepared) return prepared.refused;
  const { spec } = prepared;
  const isClientRun = spec.client !== undefined;
  return {
    run: spec.fork.run,
    at,
    prepared: spec.fork.prepared,
    start: await starterOf(spec),
    findLost: () => {
      const events = readEvents(runs, run);
      return typeof events === 'string' ? undefined : describeLostEffects(events, isClientRun);
    },
  };
}
