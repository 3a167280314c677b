/** Locks a run or a copy for one process. */
import { closeSync, linkSync, openSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { defined } from '../../skill/index.ts';
import { codeOf, messageOf } from '../errors.ts';
import { isElsewhere, isRunning, ownIdentity, ownSpace, readRegularFile as read } from './process-identity.ts';

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
        writeSync(fd, JSON.stringify({ ...ownIdentity(), space: ownSpace() }));
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
 * Returns true if the lock file `path` was written in another container or on another machine, or before the system was started: whether
 * its process is running is then unknown. `acquireLock` takes it over.
 */
export function isLockedElsewhere(path: string): boolean {
  const space = /"space":"([^"]*)"/.exec(read(path) ?? '')?.[1];
  return space !== undefined && isElsewhere(space);
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
  return isRunning(defined({ pid, started: match[2] })) ? pid : undefined;
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function ignoreErrors(action: () => void): void {
  try {
    action();
  } catch {
    // Already removed, or another process was faster. Either way there is nothing left to do.
  }
}
