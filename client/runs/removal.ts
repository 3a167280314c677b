/** Deletion of runs with undo: a deleted run is first renamed to a hidden folder, and removed from disk later. */
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeCopyOfRun } from '../../runtime/disk/client-copy.ts';
import { isLocked } from '../../runtime/disk/lock.ts';

/** `.deleted-TIME-ID`, next to the other runs. A rename within a folder is atomic and needs no disk space. */
const TRASH_NAME = /^\.deleted-(\d+)-(.+)$/;

/** A deleted run that can be restored. Both are absolute paths of folders. */
export interface TrashedRun {
  readonly folder: string;
  readonly trash: string;
}

export type Removal =
  | { readonly kind: 'trashed'; readonly run: TrashedRun }
  | { readonly kind: 'failed'; readonly message: string };

/** Moves the run with this journal to the trash. Fails if a process is working on it. */
export async function moveToTrash(journal: string, now = Date.now()): Promise<Removal> {
  if (isLocked(`${journal}.lock`)) return { kind: 'failed', message: 'a process is still working on it' };
  const folder = dirname(journal);
  const trash = join(dirname(folder), `.deleted-${now}-${basename(folder)}`);
  try {
    await rename(folder, trash);
    return { kind: 'trashed', run: { folder, trash } };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Restores a deleted run. Returns false if this fails. */
export async function restore({ folder, trash }: TrashedRun): Promise<boolean> {
  return rename(trash, folder).then(
    () => true,
    () => false,
  );
}

/** Permanently removes a deleted run from disk, with the copy of the workspace that it worked on. */
export async function purge({ folder, trash }: TrashedRun): Promise<void> {
  await removeCopyOfRun(join(folder, 'journal.jsonl'));
  await rm(trash, { recursive: true, force: true }).catch(() => undefined);
}

/** Purges deleted runs that are older than an hour, such as those left behind by a closed window. */
export async function purgeExpired(folders: readonly string[], now = Date.now()): Promise<void> {
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const match = TRASH_NAME.exec(name);
      if (match === null || now - Number(match[1]) < 3_600_000) continue;
      await purge({ folder: join(folder, match[2] ?? ''), trash: join(folder, name) });
    }
  }
}
