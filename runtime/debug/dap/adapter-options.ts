import type { Host } from '../../loop/host.ts';
import type { RunObserver, StartResult } from '../../run/run-spec.ts';
import type { PreparedRewind } from '../fork/prepare-rewind.ts';
import type { LaunchArguments } from './launch-arguments.ts';

/** A run that was started. */
export type StartedRun = Extract<StartResult, { kind: 'started' }>;

/** Options for `DebugAdapter`. */
export interface DebugAdapterOptions {
  /** Starts the run of a launch configuration. Absent if the run is started by other means. */
  readonly launch?: (config: LaunchArguments, observer: RunObserver) => Promise<StartResult>;
  /** Answers the questions of runs that the adapter observes. Default: the user, in the debug console. */
  readonly host?: Host;
  /** Prepares a fork of the current run at the step with this `seq`. Returns an error message if it cannot be forked there. */
  readonly prepareRewind?: (at: number) => Promise<PreparedRewind | string>;
  /** Called when a fork has taken the place of the run. */
  readonly onRewound?: (started: StartedRun) => void;
  /** Cancels the run, if `launch` is absent. */
  readonly cancel?: () => void;
  /** Called when the client has disconnected. */
  readonly onDisconnect?: () => void;
  /** True if the client is our extension, which starts the debuggers of scripts on an event. */
  readonly isExtension?: boolean;
}
