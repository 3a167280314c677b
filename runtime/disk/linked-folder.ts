/** Finds links on the way to a folder that the product writes to. */
import { lstatSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';

/** The folder of runs and evals in a workspace. */
const OWN_FOLDER = '.skillwright';

/**
 * Returns the first link that would lead a read or a write elsewhere, as an absolute path; undefined if there is none. A
 * folder that the user named may be a link or below one. `.skillwright`, what is in it, and what is below the named folder
 * may come with a workspace, and must not be one.
 * @param folder the default folder or one that the user named
 * @param below names of folders and of a file below it, or relative paths, which need not exist
 */
export function findLink(folder: string, ...below: readonly string[]): string | undefined {
  const { root } = parse(resolve(folder));
  const named = resolve(folder).slice(root.length).split(sep);
  const own = named.lastIndexOf(OWN_FOLDER);
  const all = [...named, ...below.flatMap((one) => one.split('/')).filter((one) => one !== '.')];
  for (let count = own === -1 ? named.length + 1 : own + 1; count <= all.length; count++) {
    const path = join(root, ...all.slice(0, count));
    if (isLink(path)) return path;
  }
  return undefined;
}

/** Returns the message for a link that `findLink` found. */
export function linkMessage(link: string): string {
  return `${link} is a link, which is not followed. Remove it, or name the folder that it leads to.`;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    // Nothing can be below it.
    return false;
  }
}
