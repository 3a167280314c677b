/** Writes the files that earlier calls changed to a new copy of the workspace. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SavedFile } from '../protocol/events.ts';

/** Returns the hash by which a saved text is recognized. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * Returns a file with another path of its copy in its text, and the hash of that text. A text that is not the one that was
 * saved, such as one without a secret that it contained, keeps its hash, so that it is not restored.
 */
export function withCopyPath(file: SavedFile, from: string, to: string): SavedFile {
  const { content, hash } = file;
  if (typeof content !== 'string' || !content.includes(from) || hashOfText(content) !== hash) return file;
  const moved = content.replaceAll(from, () => to);
  return { ...file, content: moved, hash: hashOfText(moved) };
}

/**
 * Writes saved files to a new copy of the workspace, in the order of the calls that changed them. Untrusted, because they
 * come from a journal: nothing outside the copy is written, and no link is followed.
 * @param kept folders whose content does not change, absolute
 * @returns the paths of files that cannot be brought back, because their content was not kept or had a secret in it
 */
export function restoreFiles(
  workspace: string,
  files: readonly SavedFile[],
  kept: readonly string[] = [],
): readonly string[] {
  const last = new Map(files.map((file) => [file.path, file]));
  const lost: string[] = [];
  for (const file of last.values()) {
    const isKept = kept.some((folder) => areNested(folder, join(workspace, file.path)));
    if (isKept || !restoreFile(workspace, file)) lost.push(file.path);
  }
  return lost;
}

/** True if one path is the other or below it, also where names differ in case only. */
function areNested(...paths: readonly [string, string]): boolean {
  const [a = '', b = ''] = paths.map((path) => `${path.normalize('NFC').toLowerCase().replaceAll('\\', '/')}/`);
  return a.startsWith(b) || b.startsWith(a);
}

function restoreFile(workspace: string, { path, content, hash, deleted, executable }: SavedFile): boolean {
  const isComplete = typeof content === 'string' && hashOfText(content) === hash;
  if (!isInside(path) || (deleted !== true && !isComplete)) return false;
  const target = join(workspace, path);
  try {
    const folders = path.split('/').slice(0, -1);
    folders.reduce((parent, name) => {
      const folder = join(parent, name);
      const stats = lstatSync(folder, { throwIfNoEntry: false });
      if (stats !== undefined && !stats.isDirectory()) rmSync(folder, { force: true });
      return folder;
    }, workspace);
    rmSync(target, { recursive: true, force: true });
    if (deleted === true) return true;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, typeof content === 'string' ? content : '', {
      flag: 'wx',
      mode: executable === true ? 0o755 : 0o644,
    });
    return true;
  } catch {
    return false;
  }
}

/** True for a path below the workspace: relative, with `/`, and without `..`. */
function isInside(path: string): boolean {
  return (
    path !== '' && !/^[\\/]|\0|^[A-Za-z]:/.test(path) && path.split(/[\\/]/).every((name) => !/^\.{0,2}$/.test(name))
  );
}
