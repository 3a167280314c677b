/** Misses of files that exist by now: the fix was to create them, which leaves the words as they were. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileMisses } from './latest-misses.ts';

/** The folders whose files a model can load: a file elsewhere in the skill does not end a miss. */
const BUNDLED = /^(?:\.\/)*(?:references|assets|scripts)\/(?!.*(?:^|\/)\.\.(?:\/|$))/;

/**
 * Returns the misses of a run without those of files that exist in the skill by now. A client's tools may have looked elsewhere,
 * so its misses stay.
 */
export async function withoutCreatedFiles(found: FileMisses): Promise<FileMisses> {
  if (found.client !== undefined) return found;
  const created = await existingPaths(
    found.root,
    found.misses.map(({ path }) => path).filter((path) => BUNDLED.test(path)),
  );
  if (created.size === 0) return found;
  return { ...found, misses: found.misses.filter(({ path }) => !created.has(path)) };
}

/** Returns those of the paths, relative to a folder, that exist there. */
export async function existingPaths(root: string, paths: Iterable<string>): Promise<ReadonlySet<string>> {
  const existing = new Set<string>();
  for (const path of new Set(paths)) if (await exists(join(root, path))) existing.add(path);
  return existing;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
