import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Returns a folder of `../shared`, next to this checkout or, in a work tree of git, next to the main checkout. */
export function sharedFolder(name: string): string {
  const folders = [ROOT, mainCheckout(ROOT)].map((root) => join(root, '../shared', name));
  return folders.find((folder) => existsSync(folder)) ?? join(ROOT, '../shared', name);
}

/** Returns the main checkout of a work tree, whose `.git` is a file with the path `MAIN/.git/worktrees/NAME`. */
function mainCheckout(root: string): string {
  const git = join(root, '.git');
  if (statSync(git, { throwIfNoEntry: false })?.isFile() !== true) return root;
  const [, folder = ''] = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8')) ?? [];
  return dirname(dirname(dirname(resolve(root, folder))));
}
