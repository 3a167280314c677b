import type { ChildProcess } from 'node:child_process';
import { leakedDescriptors, type Stdio, withoutLeaks } from './descriptors.ts';
import { endProcess } from './end-process.ts';
import { CHILD_FD, startWatchdog, type WatchOptions } from './watchdog.ts';

/** Descriptor on which a process may write what its other output must not be mixed with. */
export const REPORT_FD = 4;

/** The ends of processes that are ending, but have not ended yet. */
const ending = new Set<Promise<unknown>>();

/** Milliseconds to wait for processes that are ending: longer than any grace period. */
const MAX_WAIT_MS = 5_000;

/** Makes `untilEnded` wait for `end`, which may also be rejected. */
export function waitFor(end: Promise<unknown>): void {
  if (ending.has(end)) return;
  ending.add(end);
  const remove = (): void => void ending.delete(end);
  end.then(remove, remove);
}

/**
 * Waits until everything has ended that was asked to: watched processes, and all that they started. So nothing of a run
 * outlives the report of its end. Processes of concurrent runs that are just ending are included. Never rejects.
 */
export async function untilEnded(): Promise<void> {
  if (ending.size === 0) return;
  let timer: NodeJS.Timeout | undefined;
  // Also keeps our process alive, which a watchdog does not.
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([Promise.allSettled([...ending]), tooLong]);
  clearTimeout(timer);
}

/** Options for starting the process. */
export interface SpawnSettings {
  readonly stdio: Stdio;
  readonly env: Record<string, string>;
  /** True for a separate process group. */
  readonly detached: boolean;
  readonly windowsHide: true;
  /** Descriptors open on the null device in the process, for a program that can close them. */
  readonly nullFds: readonly number[];
}

export interface WatchedProcess {
  readonly child: ChildProcess;
  /** Kills it and its group immediately. */
  kill(): void;
  /** Asks it and its group to end, and kills the rest after the grace period. Fulfilled once all of them have ended. */
  end(): Promise<void>;
}

export interface WatchedOptions extends WatchOptions {
  /** Descriptors 0 to 2, and an IPC channel. */
  readonly stdio: Stdio;
  readonly environment: Readonly<Record<string, string>>;
  /** True if the process reports its child on `CHILD_FD` and closes that descriptor, as bubblewrap does. */
  readonly reportsChild?: boolean;
  /** True if the process can write to a pipe of its own on `REPORT_FD`. */
  readonly reports?: boolean;
}

/**
 * Starts a process that ends with ours, however ours ends, together with everything that it started: its group, its
 * children, and on Linux all processes that inherited its environment. They also end when their leader exits. It inherits
 * only the descriptors of `stdio`. Rethrows errors of `start`.
 */
export function startWatched(options: WatchedOptions, start: (start: SpawnSettings) => ChildProcess): WatchedProcess {
  const { stdio, environment, reportsChild = false, reports = false } = options;
  const watchdog = startWatchdog(options);
  const child3 = reportsChild ? watchdog.input : 'ignore';
  const fullStdio = reports ? [...stdio, child3, 'pipe' as const] : reportsChild ? [...stdio, child3] : stdio;
  const leaked = leakedDescriptors().filter((descriptor) => descriptor > (reports ? REPORT_FD : CHILD_FD));
  let child: ChildProcess;
  try {
    child = withoutLeaks(fullStdio, leaked, (all) =>
      start({
        stdio: all,
        // Everything in a sandbox ends with the child that it reports.
        env: reportsChild ? { ...environment } : { ...environment, ...watchdog.mark },
        detached: process.platform !== 'win32',
        windowsHide: true,
        nullFds: leaked,
      }),
    );
  } catch (error) {
    watchdog.groupEnded();
    throw error;
  }
  watchdog.setGroup(child.pid);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const allEnded = Promise.all([exited, watchdog.finished]);
  const kill = (): void => {
    endProcess(child);
    waitFor(allEnded);
  };
  const end = async (): Promise<void> => {
    if (watchdog.isRunning) watchdog.terminate();
    else endProcess(child);
    waitFor(allEnded);
    await allEnded;
  };
  child.once('exit', () => {
    // Processes started by a wrapper such as npx get the grace period, too.
    if ((options.graceSeconds ?? 0) > 0) {
      void end();
      return;
    }
    kill();
    watchdog.groupEnded();
  });
  // A process that did not start has no exit event.
  child.once('error', () => {
    if (child.pid === undefined) watchdog.groupEnded();
  });
  return { child, kill, end };
}
