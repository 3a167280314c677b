import { mkdtempSync, realpathSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftoverFolders } from './leftover-folders.ts';
import { FOLDER_PREFIX, SIGN_MS, writeOwner } from './owner.ts';

/** The owner records of the folders that this process created. */
const records = new Set<string>();
/** Temporary folders of the system that were searched for leftovers. */
const searched = new Set<string>();
let timer: NodeJS.Timeout | undefined;

/**
 * Creates a folder in the system's folder for temporary files, and returns its absolute path with links followed. If this process is
 * killed before it deletes the folder, a later one does: the first call also removes what killed processes left. Throws if it cannot
 * be created.
 * @param kind a word for its name
 */
export function createTemporaryFolder(kind: string): string {
  const parent = realpathSync(tmpdir());
  if (!searched.has(parent)) void removeLeftoverFolders(parent);
  searched.add(parent);
  const folder = mkdtempSync(join(parent, `${FOLDER_PREFIX}${kind}-`));
  records.add(writeOwner(folder));
  timer ??= setInterval(giveSign, SIGN_MS);
  timer.unref();
  return folder;
}

/** Shows processes that cannot see this one that it is running. */
function giveSign(): void {
  const now = new Date();
  for (const record of records)
    try {
      utimesSync(record, now, now);
    } catch {
      // The folder was deleted.
      records.delete(record);
    }
}
