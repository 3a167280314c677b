/** Moves the data of earlier versions from the cache folder to the data folder. */
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { acquireLock } from '../disk/lock.ts';
import { codeOf, messageOf } from '../errors.ts';

/** The subfolders that earlier versions stored in the cache folder. */
export const FORMER_KINDS = ['approvals', 'said', 'named-agents', 'keyed-runs', 'addresses'] as const;

/** Maximum time to wait for another process that is moving them, in milliseconds. It usually takes milliseconds. */
const LOCK_TIMEOUT_MS = 20_000;
const POLL_MS = 10;
/** Maximum number of consecutive failures to create a lock. */
const MAX_FAILURES = 3;

/**
 * Moves the data of earlier versions from the cache folder `from`, which may be emptied at any time, to the data folder
 * `to` (absolute paths). A file that already exists in `to` is newer and is left alone; one that cannot be moved stays. If
 * several processes start, one moves the files and the others wait, so that data deleted in the meantime does not reappear.
 * Never throws.
 * @returns a message if files are left behind; the user is then asked again for approvals that they already gave
 */
export function migrateUserData(from: string, to: string): string | undefined {
  const failures: unknown[] = [];
  const failureMessage = (what: string): string =>
    `Free space in ${to} and make ${from} writable: ${what} of an earlier version could not be moved, so you will be asked again (${messageOf(failures[0])}).`;
  try {
    if (!FORMER_KINDS.some((kind) => existsSync(join(from, kind)))) return undefined;
    makeFolders(to, 0o700);
    // They may be the same folder because of links, and moving a file onto itself would delete it.
    if (realpathSync(from) === realpathSync(to)) return undefined;
    const release = waitForLock(join(to, 'moving.lock'));
    if (release === undefined) return undefined;
    try {
      for (const kind of FORMER_KINDS) failures.push(...moveFolder(join(from, kind), join(to, kind)));
    } finally {
      release();
    }
  } catch (error) {
    failures.unshift(error);
    return failureMessage('the files');
  }
  if (failures.length === 0) return undefined;
  return failureMessage(failures.length === 1 ? '1 file' : `${failures.length} files`);
}

/** Returns undefined if another process takes too long to move the files. Throws if no lock can be created. */
function waitForLock(path: string): (() => void) | undefined {
  const until = Date.now() + LOCK_TIMEOUT_MS;
  let failures = 0;
  for (;;) {
    const lock = acquireLock(path);
    if (lock.kind === 'locked') return lock.release;
    // A single failure may be caused by another process that just released its lock.
    failures = lock.kind === 'failed' && !existsSync(path) ? failures + 1 : 0;
    if (lock.kind === 'failed' && failures === MAX_FAILURES) throw new Error(lock.message);
    if (Date.now() > until) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

/** Returns the errors of the files that stay. Throws like `fs` if nothing can be moved at all. */
function moveFolder(from: string, to: string): readonly unknown[] {
  if (!existsSync(from)) return [];
  makeFolders(to, 0o700);
  if (realpathSync(from) === realpathSync(to)) return [];
  const failures = readdirSync(from, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[0-9a-f]{64}\.json$/.test(entry.name))
    .flatMap(({ name }) => moveFile(join(from, name), join(to, name)) ?? []);
  try {
    rmdirSync(from);
  } catch {
    // It contains other files, or files that could not be moved.
  }
  return failures;
}

/**
 * Moves a file. Both copies exist for a moment, so that a process that is killed in between loses nothing.
 * @returns the error if it stays
 */
function moveFile(from: string, to: string): unknown {
  let placed = false;
  try {
    placed = linkOrCopy(from, to);
    rmSync(from);
    return undefined;
  } catch (error) {
    // If it remained in both places, data deleted in one would reappear from the other.
    if (placed) removeCopy(to);
    return error;
  }
}

function removeCopy(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It then counts as moved.
  }
}

/**
 * Links or copies the file to `to` with its modification time, which determines its age. Returns false if `to` exists.
 * Throws like `fs`.
 */
function linkOrCopy(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  // Another disk, or one without hard links: copies it under a temporary name first, to be atomic.
  const part = `${to}.${process.pid}.part`;
  try {
    copyFileSync(from, part, constants.COPYFILE_EXCL);
    const { atime, mtime } = statSync(from);
    utimesSync(part, atime, mtime);
    try {
      linkSync(part, to);
    } catch (error) {
      if (codeOf(error) === 'EEXIST' || existsSync(to)) return false;
      renameSync(part, to);
    }
    return true;
  } finally {
    rmSync(part, { force: true });
  }
}
