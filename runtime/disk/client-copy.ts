/** The names of the copies that runs of a client work on, and the removal of one. */
import { lstatSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { escapeRegExp } from '../text/escape-reg-exp.ts';
import { acquireLock } from './lock.ts';
import { readRegularFile } from './process-identity.ts';
import { removeFolder } from './remove-folder.ts';

const PREFIX = 'skillwright-client-';

/** Returns the temporary folder, with links followed. */
export function copiesFolder(): string {
  return realpathSync(tmpdir());
}

/** Returns the absolute path of a copy; `key` is the id of its run. */
export function copyFolder(key: string): string {
  return join(copiesFolder(), PREFIX + key);
}

/** Matches the paths of copies; by temporary folder, which the environment names. */
const patterns = new Map<string, RegExp>();

/** Replaces the paths of copies, so that the length of a text does not depend on the temporary folder and the run. */
export function withoutCopyPaths(text: string): string {
  if (!text.includes(PREFIX)) return text;
  const folder = tmpdir();
  const known = patterns.get(folder);
  const pattern = known ?? new RegExp(`${escapeRegExp(copyFolder(''))}[\\w-]+`, 'g');
  if (known === undefined) patterns.set(folder, pattern);
  return text.replaceAll(pattern, '/home/user');
}

/** Returns the key of a copy from the name of its folder; undefined for other folders. */
export function keyOfCopy(name: string): string | undefined {
  return name.startsWith(PREFIX) && !name.includes('.') ? name.slice(PREFIX.length) : undefined;
}

/** True if a path, of any system, is in a copy. */
export function isInCopy(path: string): boolean {
  return path.split(/[\\/]/).some((name) => keyOfCopy(name) !== undefined);
}

/** The files next to a copy, where commands of the run cannot reach them. */
export const recordsOfCopy = (root: string) => ({
  /** The files of the copy when it was made; missing if it is incomplete. */
  baseline: `${root}.json`,
  /** The path of the run's journal. */
  journal: `${root}.run`,
  /** The hashes of the installed skills when the copy was made. */
  skills: `${root}.skills`,
  /** Present if commands ran in the copy from which no skill was hidden. */
  exposed: `${root}.exposed`,
  /** Held by the process that works on the copy. */
  lock: `${root}.lock`,
});

/** Returns the journal of a copy's run; undefined if it belongs to no run, or the record is not this user's own. */
export function journalOfCopy(root: string): string | undefined {
  return readRecord(recordsOfCopy(root).journal);
}

/** Returns the text of a record of a copy; undefined if there is none, or it is not this user's own. Never throws. */
export function readRecord(record: string): string | undefined {
  try {
    const stats = lstatSync(record);
    if (!stats.isFile() || (process.getuid !== undefined && stats.uid !== process.getuid())) return undefined;
    return readRegularFile(record);
  } catch {
    return undefined;
  }
}

/** Writes a record of a copy, in place of an earlier one, which would describe another copy. Throws if it cannot be written. */
export function writeRecord(record: string, text: string): void {
  rmSync(record, { force: true });
  writeFileSync(record, text, { mode: 0o600, flag: 'wx' });
}

/** Returns the path of a journal with links followed, also if the folder of its run was deleted. */
export function realJournal(journal: string): string {
  const run = dirname(journal);
  return join(realpathSync(dirname(run)), basename(run), basename(journal));
}

/** Deletes a copy, and then its records. Never rejects. Returns a message for the user if something remains. */
export async function removeCopy(root: string): Promise<string | undefined> {
  const problem = await removeFolder(root);
  removeRecords(Object.values(recordsOfCopy(root)));
  return problem;
}

/** Deletes records of a copy. Never throws: the folder for temporary files belongs to the user. */
export function removeRecords(records: readonly string[]): void {
  for (const record of records)
    try {
      rmSync(record, { force: true });
    } catch {
      // Another user's, or a folder. It says nothing about a copy.
    }
}

/** Deletes the copy of the run with this journal, if there is one and no process works on it. Never rejects. */
export async function removeCopyOfRun(journal: string): Promise<void> {
  const root = copyFolder(basename(dirname(journal)));
  if (journalOfCopy(root) === undefined) return;
  const lock = acquireLock(recordsOfCopy(root).lock);
  if (lock.kind !== 'locked') return;
  try {
    // Another workspace may have a run of the same name.
    if (journalOfCopy(root) === realJournal(journal)) await removeCopy(root);
  } catch {
    // It is removed with the next run of a client, or by the system.
  } finally {
    lock.release();
  }
}
