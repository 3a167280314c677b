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
import { codeOf } from '../errors.ts';
import { takeLock } from '../journal/lock.ts';

/** The folders that earlier versions kept in the cache folder. */
export const KINDS_BEFORE = ['approvals', 'said', 'named-agents', 'keyed-runs', 'addresses'] as const;

/** How long to wait for another process that is moving them; it takes milliseconds. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 10;
/** So often in a row, and there is no place for a lock. */
const MOST_FAILURES = 3;

/**
 * Moves what earlier versions remembered from the cache folder `from`, which anybody may empty, to the data folder `to`
 * (absolute paths). A file that is in `to` already is newer and stays; one that cannot be moved stays where it was. Of
 * several processes one moves, and the others wait for it: what is forgotten meanwhile does not come back. Never throws.
 */
export function moveRemembered(from: string, to: string): void {
  try {
    if (!KINDS_BEFORE.some((kind) => existsSync(join(from, kind)))) return;
    makeFolders(to, 0o700);
    // Links may make them one folder, and "moving" a file onto itself would delete it.
    if (realpathSync(from) === realpathSync(to)) return;
    const release = lockOf(join(to, 'moving.lock'));
    if (release === undefined) return;
    try {
      for (const kind of KINDS_BEFORE) moveFolder(join(from, kind), join(to, kind));
    } finally {
      release();
    }
  } catch {
    // A person is asked again.
  }
}

function lockOf(path: string): (() => void) | undefined {
  const until = Date.now() + PATIENCE_MS;
  let failures = 0;
  for (;;) {
    const lock = takeLock(path);
    if (lock.kind === 'locked') return lock.release;
    // Once may be another's lock that was let go just now.
    failures = lock.kind === 'failed' && !existsSync(path) ? failures + 1 : 0;
    if (failures === MOST_FAILURES) return undefined;
    if (Date.now() > until) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function moveFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  makeFolders(to, 0o700);
  if (realpathSync(from) === realpathSync(to)) return;
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile() && /^[0-9a-f]{64}\.json$/.test(entry.name))
      moveFile(join(from, entry.name), join(to, entry.name));
  try {
    rmdirSync(from);
  } catch {
    // It holds something that is not ours.
  }
}

/** Both are there for a moment: a process that is killed in between loses nothing. */
function moveFile(from: string, to: string): void {
  try {
    placeNew(from, to);
    rmSync(from);
  } catch {
    // It stays where it was, for the next time.
  }
}

/** Puts the file at `to` as well, unless there is one; with its time, which says how old it is. Throws as `fs` does. */
function placeNew(from: string, to: string): void {
  try {
    linkSync(from, to);
    return;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
  }
  // Another disk, or one without hard links: a copy beside it, then whole or not at all.
  const part = `${to}.${process.pid}.part`;
  try {
    copyFileSync(from, part, constants.COPYFILE_EXCL);
    const { atime, mtime } = statSync(from);
    utimesSync(part, atime, mtime);
    try {
      linkSync(part, to);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' && !existsSync(to)) renameSync(part, to);
    }
  } finally {
    rmSync(part, { force: true });
  }
}
