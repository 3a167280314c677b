import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../disk/remove-folder.ts';
import { isOwnFolder } from './own-folder.ts';
import { FOLDER_PREFIX, isLeftover, OWNER_FILE } from './owner.ts';

/**
 * Removes the temporary folders of this user whose processes were killed. Never rejects: what cannot be removed stays for the next time.
 * @param parent absolute path of the system's folder for temporary files
 * @param now epoch milliseconds
 */
export async function removeLeftoverFolders(parent: string, now = Date.now()): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const folder = join(parent, name);
    if (name.startsWith(FOLDER_PREFIX) && isOwnFolder(folder) && isLeftover(folder, now))
      await remove(folder).catch(() => undefined);
  }
}

/** Removes the record last, so that a folder that was removed in part is found again. */
async function remove(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === OWNER_FILE) continue;
    if ((await removeFolder(join(folder, name))) !== undefined) return;
  }
  await removeFolder(folder);
}
