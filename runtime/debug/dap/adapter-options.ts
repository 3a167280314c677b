/** Options of the debug adapter. */
import type { Host } from '../../loop/interfaces/host.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { RunObserver, StartResult } from '../../run/run-spec.ts';
import type { PreparedRewind } from '../fork/prepare-rewind.ts';
import type { LaunchArguments } from './launch-arguments.ts';

/** A run that was started. */
export type StartedRun = Extract<StartResult, { kind: 'started' }>;

/** The events of earlier processes, or of another run, that a run begins with. */
export interface EarlierEvents {
  /** Number of the events that it will report before its own. */
  readonly prepared?: number;
  /** The events that it will not report. */
  readonly past?: readonly RunEvent[];
  /** Describes the effects of the earlier events that remain. */
  readonly lost?: string;
}

/** Options for `DebugAdapter`. */
export interface DebugAdapterOptions {
  /** Starts the run of a launch configuration. Absent if the run is started by other means. */
  readonly launch?: (
    config: LaunchArguments,
    observerOf: (earlier?: EarlierEvents) => RunObserver,
  ) => Promise<StartResult>;
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
