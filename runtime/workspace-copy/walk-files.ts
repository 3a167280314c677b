import type { Stats } from 'node:fs';
import { type ConfinedFiles, MAX_DEPTH } from '../confined/confined-files.ts';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';

/** Folders that are neither copied nor compared. */
export const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** Maximum number of files and folders of a copy that are visited. */
const MAX_ENTRIES = 200_000;
/** Milliseconds of work after which the event loop gets a turn. */
export const YIELD_AFTER_MS = 20;

/**
 * Visits every file and link below `folder`, without following links. Returns false if it stopped before the end because
 * there are too many, they are too deep, one cannot be looked up, the folder is no longer there, or `deadline` (of `performance.now()`) has passed.
 */
export async function walkFiles(
  files: ConfinedFiles,
  folder: string,
  deadline: number,
  onFile: (path: string, stats: Stats) => void,
): Promise<boolean> {
  if (files.kind(folder) !== 'folder') return false;
  let visited = 0;
  let isTooDeep = false;
  let nextYield = performance.now() + YIELD_AFTER_MS;
  const enters = (path: string, name: string): boolean => {
    if (SKIPPED.has(name)) return false;
    isTooDeep ||= path.split('/').length + 1 >= MAX_DEPTH;
    return true;
  };
  for (const { path, entries, isComplete, stats } of files.walk(folder, enters)) {
    if (!isComplete) return false;
    for (const { name, kind } of entries) {
      if (++visited > MAX_ENTRIES) return false;
      const found = kind === 'folder' ? undefined : stats(name);
      // Such as a name that is not UTF-8.
      if (found === undefined && kind !== 'folder') return false;
      if (found !== undefined) onFile(path === '' ? name : `${path}/${name}`, found);
      const now = performance.now();
      if (now > deadline) return false;
      if (now <= nextYield) continue;
      await yieldToEventLoop();
      nextYield = performance.now() + YIELD_AFTER_MS;
    }
  }
  return !isTooDeep && files.kind(folder) === 'folder';
}
