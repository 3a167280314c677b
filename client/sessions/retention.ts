import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED_FILE } from '../../runtime/protocol/sessions.ts';
import type { HeldJournals } from './held-journals.ts';

/** Number of sessions whose journals are kept, so that their timelines open again after a restart. */
const MAX_JOURNALS = 20;

/**
 * Removes the journals of the sessions that were opened longest ago, and those that are not complete, except those that a
 * window shows or a process writes. Never throws: what
 * cannot be removed stays.
 * @param journals the folder with a folder for each session
 */
export async function removeOldJournals(journals: string, held: Pick<HeldJournals, 'removeUnlessHeld'>): Promise<void> {
  try {
    const folders = await Promise.all(
      (await readdir(journals)).map(async (name) => {
        const path = join(journals, name);
        return { path, time: (await stat(path)).mtimeMs, isUnfinished: await exists(join(path, UNFINISHED_FILE)) };
      }),
    );
    const old = folders
      .sort((a, b) => b.time - a.time)
      .filter(({ isUnfinished }, index) => isUnfinished || index >= MAX_JOURNALS);
    await Promise.all(old.map(({ path }) => held.removeUnlessHeld(path)));
  } catch {
    // Another window removes the same folders.
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
