import { join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { findLink, linkMessage } from '../disk/linked-folder.ts';

/**
 * Creates a folder for output with its parents. Returns true if it did not exist before. Throws like `mkdir`, and if a link
 * would lead it elsewhere (see `findLink`).
 * @param folder the default folder or one that the user named
 * @param below names of folders below it
 */
export function makeOutputFolder(folder: string, ...below: readonly string[]): boolean {
  const link = findLink(folder, ...below);
  if (link !== undefined) throw new Error(linkMessage(link));
  return makeFolders(join(folder, ...below));
}
