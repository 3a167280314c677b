import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfinedFiles } from '../confined/confined-files.ts';
import { copyFolder, journalOfCopy, recordsOfCopy, removeRecords } from '../disk/client-copy.ts';
import { acquireLock } from '../disk/lock.ts';
import { removeFolder } from '../disk/remove-folder.ts';
import { messageOf } from '../errors.ts';
import { isOwnFolder } from '../temporary/own-folder.ts';

/** The folders of a copy. Absolute, with links followed. */
export interface CopyFolders {
  /** Contains the others. */
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
  /** For temporary files of commands. */
  readonly temporary: string;
}

/** A folder for the copy of a workspace, which this process alone uses until it is released. */
export interface OpenCopy extends CopyFolders {
  readonly kind: 'opened';
  /** Reads the copy. Its folders are held, so that commands cannot put others in their place. */
  readonly files: ConfinedFiles;
  /** True if it is that of an earlier process, with its changes. */
  readonly isReused: boolean;
  /** Absolute path of the record of its first state. A copy without it is incomplete. */
  readonly baseline: string;
  /** Deletes it, unless it was released. Never rejects. Returns a message for the user if something remains. */
  remove(): Promise<string | undefined>;
  /** Ends the use by this process and keeps it. */
  release(): void;
}

type Failure = { readonly kind: 'failed'; readonly message: string };

/**
 * Opens the copy named `key`, or creates an empty one that only this user can read.
 * @param journal absolute path of the run's journal, links followed; absent for a copy that no run continues
 * @param more names of further folders in it
 */
export async function openCopy(
  key: string,
  journal: string | undefined,
  more: readonly string[] = [],
): Promise<OpenCopy | Failure> {
  const root = copyFolder(key);
  const records = recordsOfCopy(root);
  const lock = acquireLock(records.lock);
  if (lock.kind === 'failed') return lock;
  if (lock.kind === 'held') return failed(`Wait until process ${lock.pid} has ended: it uses the copy ${root}.`);
  const fail = (message: string): Failure => {
    lock.release();
    return failed(message);
  };
  try {
    const found = takeOver(root, journal);
    if (typeof found === 'string') return fail(found);
    rmSync(records.journal, { force: true });
    if (journal !== undefined) writeFileSync(records.journal, journal, { mode: 0o600, flag: 'wx' });
    const names = ['workspace', 'home', 'tmp', ...more];
    const held = found.isReused ? holdFolders(root, names) : undefined;
    // A command that could move a folder of the copy has put a link in its place.
    const remains = held === undefined ? await removeFolder(root) : undefined;
    if (remains !== undefined) return fail(remains);
    const files = held ?? holdFolders(root, names);
    if (files === undefined) return fail(`Cannot create a temporary folder: ${root} was changed at the same time.`);
    let isOpen = true;
    const remove = async (): Promise<string | undefined> => {
      if (!isOpen) return undefined;
      isOpen = false;
      try {
        files.close();
        // First, because a copy without this record is incomplete: the process may be killed meanwhile.
        removeRecords([records.baseline]);
        const problem = await removeFolder(root);
        // The lock is held until the end.
        removeRecords(Object.values(records).filter((record) => record !== records.lock));
        return problem;
      } finally {
        lock.release();
      }
    };
    const release = (): void => {
      if (!isOpen) return;
      isOpen = false;
      files.close();
      lock.release();
    };
    return {
      kind: 'opened',
      root,
      workspace: join(root, 'workspace'),
      home: join(root, 'home'),
      temporary: join(root, 'tmp'),
      files,
      isReused: held !== undefined,
      baseline: records.baseline,
      remove,
      release,
    };
  } catch (error) {
    return fail(`Cannot create a temporary folder: ${messageOf(error)}`);
  }
}

/** Decides whether an earlier copy is used again. Returns a message if the folder may not be used. */
function takeOver(root: string, journal: string | undefined): { readonly isReused: boolean } | string {
  if (!existsSync(root)) return { isReused: false };
  if (!isOwnFolder(root)) return `Remove ${root}: it belongs to another user, or others can write to it.`;
  const before = journalOfCopy(root);
  if (before !== journal && before !== undefined && existsSync(before))
    return `Delete one of the runs: ${before} has the same id, and uses the copy ${root}.`;
  // A process that was killed while it copied leaves a part of the workspace.
  return { isReused: before === journal && existsSync(recordsOfCopy(root).baseline) };
}

/** Creates the folders that do not exist, and holds all of them. Undefined if one is not a folder. */
function holdFolders(root: string, names: readonly string[]): ConfinedFiles | undefined {
  if (lstatSync(root, { throwIfNoEntry: false }) === undefined) mkdirSync(root, { mode: 0o700 });
  for (const folder of names.map((name) => join(root, name)))
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder);
  return ConfinedFiles.holdSome(root, names);
}

function failed(message: string): Failure {
  return { kind: 'failed', message };
}
