import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copiesFolder, journalOfCopy, keyOfCopy, recordsOfCopy, removeCopy } from '../disk/client-copy.ts';
import { acquireLock, isLockedElsewhere } from '../disk/lock.ts';
import { isOwnFolder } from '../temporary/own-folder.ts';
import { FOLDER_PREFIX } from '../temporary/owner.ts';

/** Days after the last event of its run for which a copy is kept. */
const MAX_DAYS = 30;
/** Maximum number of copies of runs that are paused or were killed. */
const MAX_COPIES = 20;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Copy {
  readonly root: string;
  readonly journal: string | undefined;
  /** Epoch milliseconds of the last event of its run, or of the change of the copy. */
  readonly usedAt: number;
}

/**
 * Removes the copies of workspaces that no resume needs: those of deleted runs and of stress tests whose process was killed,
 * those older than `MAX_DAYS`, and all but the last `MAX_COPIES`. A run whose copy was removed can be resumed with a new one.
 * @param now epoch milliseconds
 */
export async function removeOrphanedCopies(now = Date.now()): Promise<void> {
  const retained: Copy[] = [];
  for (const copy of findCopies())
    if (now - copy.usedAt > MAX_DAYS * DAY) await removeUnused(copy);
    // Another container may share the temporary folder.
    else if (isLockedElsewhere(recordsOfCopy(copy.root).lock)) continue;
    else if (isOrphan(copy, now)) await removeUnused(copy);
    else retained.push(copy);
  retained.sort((a, b) => b.usedAt - a.usedAt);
  for (const copy of retained.slice(MAX_COPIES)) await removeUnused(copy);
}

function findCopies(): readonly Copy[] {
  const folder = copiesFolder();
  return entryNames(folder).flatMap((name): readonly Copy[] => {
    const root = join(folder, name);
    if (keyOfCopy(name) === undefined || !isOwnFolder(root)) return [];
    const journal = journalOfCopy(root);
    const stats = (journal === undefined ? undefined : statsOf(journal)) ?? lstatSync(root, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ root, journal, usedAt: stats.mtimeMs }];
  });
}

/** True for an older copy of a stress test, which ends with its process, and for that of a run that was deleted for good. */
function isOrphan({ journal, usedAt }: Copy, now: number): boolean {
  if (journal === undefined) return now - usedAt > HOUR;
  if (statsOf(journal) !== undefined) return false;
  const run = basename(dirname(journal));
  const runs = dirname(dirname(journal));
  // Without the folder of runs it is unknown: it may be on a drive that is not connected. That of a worker is next to its copies.
  if (statsOf(runs) === undefined) return runs.startsWith(join(copiesFolder(), `${FOLDER_PREFIX}worker-`));
  return !entryNames(runs).some((name) => name.startsWith('.deleted-') && name.endsWith(`-${run}`));
}

/** Removes a copy unless a process works on it. */
async function removeUnused({ root }: Copy): Promise<void> {
  const lock = acquireLock(recordsOfCopy(root).lock);
  if (lock.kind !== 'locked') return;
  // Another user's file, or one that cannot be removed: it stays.
  await removeCopy(root);
  lock.release();
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the names in a folder; none if it does not exist or cannot be read. */
function entryNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
