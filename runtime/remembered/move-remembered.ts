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
import { codeOf, messageOf } from '../errors.ts';
import { takeLock } from '../journal/lock.ts';

/** The folders that earlier versions kept in the cache folder. */
export const KINDS_BEFORE = ['approvals', 'said', 'named-agents', 'keyed-runs', 'addresses'] as const;

/** How long to wait for another process that is moving them; it takes milliseconds, and seconds on a busy disk. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 10;
/** So often in a row, and there is no place for a lock. */
const MOST_FAILURES = 3;

/**
 * Moves what earlier versions remembered from the cache folder `from`, which anybody may empty, to the data folder `to`
 * (absolute paths). A file that is in `to` already is newer and stays; one that cannot be moved stays where it was. Of
 * several processes one moves, and the others wait for it: what is forgotten meanwhile does not come back. Never throws.
 * @returns what a person is told where something stays; they are asked again for what that allowed
 */
export function moveRemembered(from: string, to: string): string | undefined {
  const failures: unknown[] = [];
  const stays = (what: string): string =>
    `Make room in ${to}, and let ${from} be written to: ${what} of an earlier version stay there, and you are asked again (${messageOf(failures[0])}).`;
  try {
    if (!KINDS_BEFORE.some((kind) => existsSync(join(from, kind)))) return undefined;
    makeFolders(to, 0o700);
    // Links may make them one folder, and "moving" a file onto itself would delete it.
    if (realpathSync(from) === realpathSync(to)) return undefined;
    const release = lockOf(join(to, 'moving.lock'));
    if (release === undefined) return undefined;
    try {
      for (const kind of KINDS_BEFORE) failures.push(...moveFolder(join(from, kind), join(to, kind)));
    } finally {
      release();
    }
  } catch (error) {
    failures.unshift(error);
    return stays('the files');
  }
  if (failures.length === 0) return undefined;
  return stays(failures.length === 1 ? '1 file' : `${failures.length} files`);
}

/** Undefined where another process moves them for longer than that takes. Throws where there is no place for a lock. */
function lockOf(path: string): (() => void) | undefined {
  const until = Date.now() + PATIENCE_MS;
  let failures = 0;
  for (;;) {
    const lock = takeLock(path);
    if (lock.kind === 'locked') return lock.release;
    // Once may be another's lock that was let go just now.
    failures = lock.kind === 'failed' && !existsSync(path) ? failures + 1 : 0;
    if (lock.kind === 'failed' && failures === MOST_FAILURES) throw new Error(lock.message);
    if (Date.now() > until) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Answers the error of each file that stays. Throws as `fs` does where nothing can be moved at all. */
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
    // It holds something that is not ours, or that stays.
  }
  return failures;
}

/**
 * Both are there for a moment: a process that is killed in between loses nothing.
 * @returns why it stays where it was, for the next time
 */
function moveFile(from: string, to: string): unknown {
  let placed = false;
  try {
    placed = placeNew(from, to);
    rmSync(from);
    return undefined;
  } catch (error) {
    // Were it in both places, what is forgotten in the one would come back from the other.
    if (placed) takeBack(to);
    return error;
  }
}

function takeBack(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It counts as moved then.
  }
}

/**
 * Puts the file at `to` as well, with its time, which says how old it is; false where there is one already. Throws as `fs`
 * does.
 */
function placeNew(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
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
      if (codeOf(error) === 'EEXIST' || existsSync(to)) return false;
      renameSync(part, to);
    }
    return true;
  } finally {
    rmSync(part, { force: true });
  }
}
