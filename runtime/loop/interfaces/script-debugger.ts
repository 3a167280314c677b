/** A script that waits for its debugger before its first statement. */
export interface WaitingScript {
  /** Absolute path of the skill's folder. */
  readonly root: string;
  /** Absolute path of the copy of that folder in which the script runs. */
  readonly folder: string;
  /** Path of the script in both. */
  readonly path: string;
  /** The WebSocket address of its inspector, on the loopback interface. */
  readonly address: string;
  /** Lets it run without a debugger. */
  release(): void;
}

/** Debugs the script of a call. */
export interface ScriptDebugger {
  /** True if the user has stepped into the call. */
  isWanted(): boolean;
  /** Why no script can be debugged, as a sentence; undefined if those can that have a debugger. */
  readonly refusal: () => string | undefined;
  /** Called when the script waits. */
  readonly onWaiting: (script: WaitingScript) => void;
  /** Called with the reason if the script runs without a debugger. */
  readonly onRefused: (message: string) => void;
}
