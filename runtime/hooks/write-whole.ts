import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';

/**
 * Writes a file so that readers see the old or the new content, never a part. A link stays one: its target is written. Keeps the
 * permissions of an existing file. Throws like `fs`; the old content is then still there.
 *
 * @param mode permissions of a new file
 */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o644): void {
  const target = realTarget(path);
  makeFolders(dirname(target), 0o755);
  const existing = statSync(target, { throwIfNoEntry: false });
  const part = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    const handle = openSync(part, 'wx', existing === undefined ? mode : existing.mode & 0o777);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function realTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
