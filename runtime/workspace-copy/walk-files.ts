import type { Stats } from 'node:fs';
import { type ConfinedFiles, MAX_DEPTH } from '../confined/confined-files.ts';
import { PAUSE, WalkLimits } from '../confined/walk-limits.ts';

/** Folders that are neither copied nor compared. */
export const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** Maximum number of files and folders of a copy that are visited. */
const MAX_ENTRIES = 200_000;

/**
 * Visits every file and link below `folder`, without following links. Returns false if it stopped before the end because
 * there are too many, their paths are too long, they are too deep, one cannot be looked up, the folder is no longer there, or `deadline` (of `performance.now()`) has passed.
 */
export async function walkFiles(
  files: ConfinedFiles,
  folder: string,
  deadline: number,
  onFile: (path: string, stats: Stats) => void,
): Promise<boolean> {
  if (files.kind(folder) !== 'folder') return false;
  const limits = new WalkLimits(MAX_ENTRIES, deadline);
  let isTooDeep = false;
  const enters = (_: string, name: string, depth: number): boolean => {
    if (SKIPPED.has(name)) return false;
    isTooDeep ||= depth + 1 >= MAX_DEPTH;
    return true;
  };
  for (const visited of files.walk(folder, enters, limits)) {
    if (visited === PAUSE) {
      await limits.giveTurn();
      continue;
    }
    const { path, isReadable, entries, stats } = visited;
    if (!isReadable) return false;
    for (const entry of entries()) {
      if (entry === PAUSE) {
        await limits.giveTurn();
        continue;
      }
      const { name, kind } = entry;
      const found = kind === 'folder' ? undefined : stats(name);
      // Such as a name that is not UTF-8.
      if (found === undefined && kind !== 'folder') return false;
      if (found !== undefined) onFile(path === '' ? name : `${path}/${name}`, found);
    }
  }
  return !limits.isReached && !isTooDeep && files.kind(folder) === 'folder';
}
