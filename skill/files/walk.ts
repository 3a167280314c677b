/** Walks a folder tree, with limits and protection against circular links. */
import type { DirectoryEntry, FileSystem } from './files.ts';
import { normalize, within } from './paths.ts';

/** Folders that are never part of a skill: Git's own data and installed packages. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const MAX_FOLDERS = 100_000;
const MAX_DEPTH = 48;

/**
 * Calls `enter` with `root` and every folder under it, in order of their names. `enter` returns true to go deeper.
 * `.git` and `node_modules` are skipped. A linked folder is followed unless its target is reached by another path, or `follows`
 * returns false for it.
 * Returns false if the walk stopped at a limit (100,000 folders, 48 levels).
 */
export function walk(
  fs: FileSystem,
  root: string,
  enter: (folder: string, entries: readonly DirectoryEntry[]) => boolean,
  follows: (target: string) => boolean = () => true,
): boolean {
  const top = normalize(root);
  let realRoot: string | undefined;
  const seen = new Set<string>();
  let folders = 0;
  let complete = true;
  // `real` is set inside linked folders only; any other folder can be reached by one path only.
  const visit = (folder: string, depth: number, real: string | undefined): void => {
    if (depth > MAX_DEPTH || folders >= MAX_FOLDERS) {
      complete = false;
      return;
    }
    if (real !== undefined) {
      if (seen.has(real)) return;
      seen.add(real);
    }
    folders++;
    const entries = fs.list(folder);
    if (!enter(folder, entries)) return;
    for (const entry of entries) {
      if (entry.kind !== 'folder' || SKIPPED.has(entry.name)) continue;
      const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`;
      if (entry.link) {
        const target = fs.realPath(path);
        realRoot ??= fs.realPath(top) ?? top;
        // A target under the root is reached there; a target that contains the root would lead back into it.
        if (target === undefined || within(realRoot, target) !== undefined) continue;
        if (within(target, realRoot) === undefined && follows(target)) visit(path, depth + 1, target);
      } else visit(path, depth + 1, real === undefined ? undefined : `${real}/${entry.name}`);
    }
  };
  visit(top, 0, undefined);
  return complete;
}
