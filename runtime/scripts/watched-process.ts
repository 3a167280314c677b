import type { ChildProcess } from 'node:child_process';
import { leakedDescriptors, type Stdio, withoutLeaks } from './descriptors.ts';
import { endProcess } from './end-process.ts';
import { CHILD_FD, type WatchOptions, watchOver } from './watchdog.ts';

/** What a process is to be started with. */
export interface Start {
  readonly stdio: Stdio;
  readonly env: Record<string, string>;
  /** A group of its own, which ends as a whole. */
  readonly detached: boolean;
  readonly windowsHide: true;
  /** Descriptors that are open on the null device in the process, for a program that can close them. */
  readonly nothing: readonly number[];
}

export interface WatchedProcess {
  readonly child: ChildProcess;
  /** Ends it at once, with its group. */
  kill(): void;
  /** Asks it and its group to end, and ends what is left after its grace. Does not wait. */
  end(): void;
}

export interface WatchedOptions extends WatchOptions {
  /** For descriptors 0 to 2, and an IPC channel. */
  readonly stdio: Stdio;
  readonly environment: Readonly<Record<string, string>>;
  /** The process names its child at `CHILD_FD`, and closes that: bubblewrap does. */
  readonly namesChild?: boolean;
}

/**
 * Starts a process that ends with us, however we end, together with what it started: its group, its children, and on Linux
 * all that inherited its environment. Once its leader has gone, so have they. It inherits no descriptor but those of
 * `stdio`. What `start` throws is thrown.
 */
export function startWatched(options: WatchedOptions, start: (start: Start) => ChildProcess): WatchedProcess {
  const { stdio, environment, namesChild = false } = options;
  const watchdog = watchOver(options);
  const handed = namesChild ? [...stdio, watchdog.hears] : stdio;
  const leaked = leakedDescriptors().filter((descriptor) => descriptor > CHILD_FD);
  let child: ChildProcess;
  try {
    child = withoutLeaks(handed, leaked, (all) =>
      start({
        stdio: all,
        // All that is in a sandbox ends with the one that is named.
        env: namesChild ? { ...environment } : { ...environment, ...watchdog.mark },
        detached: process.platform !== 'win32',
        windowsHide: true,
        nothing: leaked,
      }),
    );
  } catch (error) {
    watchdog.gone();
    throw error;
  }
  watchdog.over(child.pid);
  const kill = (): void => endProcess(child);
  const end = watchdog.awake ? watchdog.end : kill;
  child.once('exit', () => {
    // What a wrapper such as npx started has its grace, too.
    if ((options.graceSeconds ?? 0) > 0) return end();
    kill();
    watchdog.gone();
  });
  // Without a process there is no exit.
  child.once('error', () => {
    if (child.pid === undefined) watchdog.gone();
  });
  return { child, kill, end };
}
