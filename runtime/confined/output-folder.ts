import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { findLink, linkMessage } from '../disk/linked-folder.ts';

/**
 * Creates a folder for output with its parents. Throws like `mkdir`, and if a link would lead it elsewhere (see `findLink`).
 * @param folder the default folder or one that the user named
 * @param below names of folders below it
 */
export function makeOutputFolder(folder: string, ...below: readonly string[]): void {
  const link = findLink(folder, ...below);
  if (link !== undefined) throw new Error(linkMessage(link));
  makeFolders(join(folder, ...below));
}

/**
 * Creates a folder like `makeOutputFolder`, and excludes a new one from git by a `.gitignore` in it: prompts and results of
 * runs are not to be committed by mistake. The folder appears with the file or not at all. One that exists stays as it is.
 */
export function makeIgnoredFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined && findLink(folder) === undefined) {
    makeFolders(dirname(folder));
    if (putInPlace(folder)) return;
  }
  makeOutputFolder(folder);
}

/** Moves a folder with its `.gitignore` to a path that nothing has. Returns false if another process made it meanwhile. */
function putInPlace(folder: string): boolean {
  const made = join(dirname(folder), `.${basename(folder)}.${process.pid}.new`);
  try {
    // Whatever an ended process left there.
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made);
    writeFileSync(join(made, '.gitignore'), '*\n', { flag: 'wx' });
    renameSync(made, folder);
    return true;
  } catch {
    rmSync(made, { recursive: true, force: true });
    return false;
  }
}
