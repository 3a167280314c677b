import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { codeOf, messageOf } from '../errors.ts';

/** The lock, its current holder, or an error. */
export type LockResult =
  | { readonly kind: 'locked'; readonly release: () => void }
  | { readonly kind: 'held'; readonly pid: number }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Acquires the lock file `path` for this process. The lock of a process that has exited is taken over immediately. A process
 * with the same id but another start time (Linux) is treated as exited.
 */
export function acquireLock(path: string): LockResult {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const fd = openSync(path, 'wx');
      try {
        writeSync(fd, JSON.stringify({ pid: process.pid, started: startTime(process.pid) }));
      } catch (error) {
        // The disk is full: an empty lock file left behind would lock the run forever.
        ignoreErrors(() => unlinkSync(path));
        return { kind: 'failed', message: messageOf(error) };
      } finally {
        closeSync(fd);
      }
      return { kind: 'locked', release: () => ignoreErrors(() => unlinkSync(path)) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return { kind: 'failed', message: messageOf(error) };
    }
    const held = read(path);
    const pid = held === undefined ? undefined : runningOwner(held, path);
    if (pid !== undefined) return { kind: 'held', pid };
    if (held !== undefined) removeStale(path, held);
  }
  return {
    kind: 'failed',
    message: `Remove ${path} and try again: it is not a lock file, or another process is taking it over.`,
  };
}

/**
 * Returns true if a running process holds the lock file `path`. False for anything but a regular file. Never throws.
 */
export function isLocked(path: string): boolean {
  const content = read(path);
  return content !== undefined && runningOwner(content, path) !== undefined;
}

/**
 * Renames the file before removing it: of two processes that find the same stale lock, only one can rename that very file.
 */
function removeStale(path: string, content: string): void {
  const stalePath = `${path}.${process.pid}.stale`;
  ignoreErrors(() => {
    renameSync(path, stalePath);
    if (read(stalePath) !== content) ignoreErrors(() => linkSync(stalePath, path));
    unlinkSync(stalePath);
  });
}

/** Maximum time between creating a lock file and writing to it, in milliseconds. */
const WRITING_MS = 2_000;

/** Returns the id of the process that holds the lock, if it is running. A new, empty lock is assumed to be held. */
function runningOwner(content: string, path: string): number | undefined {
  const match = /"pid":(\d+)(?:,"started":"(\d+)")?/.exec(content);
  if (match === null) return content === '' && ageOf(path) < WRITING_MS ? -1 : undefined;
  const pid = Number(match[1]);
  // Signals to process 0 go to the own group.
  if (pid === 0) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A missing permission to signal it means that it exists. Node rejects a number that is no process id.
    if (codeOf(error) !== 'EPERM') return undefined;
  }
  const started = startTime(pid);
  return match[2] !== undefined && started !== undefined && started !== match[2] ? undefined : pid;
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Returns the start time of a process in clock ticks since boot (proc(5), field 22), if the system provides it. */
function startTime(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Returns undefined also for anything but a regular file: reading a pipe or device might never end. */
function read(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function ignoreErrors(action: () => void): void {
  try {
    action();
  } catch {
    // Already removed, or another process was faster. Either way there is nothing left to do.
  }
}
