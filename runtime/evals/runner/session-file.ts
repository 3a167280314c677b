import { join, posix } from 'node:path';
import type { ConfinedFiles } from '../../confined/confined-files.ts';
import { PAUSE, WalkLimits } from '../../confined/walk-limits.ts';
import { detectFile } from '../../sessions/detect.ts';

/** Maximum number of files and folders of a client's session folder that are looked at. */
const MAX_ENTRIES = 20_000;

/**
 * Returns the session that a client wrote into its folder: of the files that are sessions, the one nearest to the folder, and
 * of these the first by its path, because files of sub-agents are deeper or later. Links are not followed.
 * @param folder absolute path of a folder that `files` holds
 */
export async function findSessionFile(files: ConfinedFiles, folder: string): Promise<string | undefined> {
  const found: string[] = [];
  const limits = new WalkLimits(MAX_ENTRIES);
  for (const visited of files.walk(folder, () => true, limits)) {
    if (visited === PAUSE) {
      await limits.giveTurn();
      continue;
    }
    for (const entry of visited.entries())
      if (entry === PAUSE) await limits.giveTurn();
      else if (entry.kind === 'file' && /\.(?:jsonl|json|jsonl\.zst)$/.test(entry.name))
        found.push(posix.join(visited.path, entry.name));
  }
  if (limits.isReached) return undefined;
  for (const path of found.toSorted(byDepth)) {
    const detected = await detectFile(join(folder, path));
    if (typeof detected !== 'string' && detected.kind === 'format') return join(folder, path);
  }
  return undefined;
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
