import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a text to a temporary file and renames it, so that a file is never written partially, and stays unchanged if the
 * disk is full. Permissions are preserved; a link is followed. Returns the error message, or undefined.
 */
export function writeAtomically(path: string, text: string): string | undefined {
  let temporary: string | undefined;
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    const file = mode === undefined ? path : realpathSync(path);
    temporary = `${file}.skillwright-${process.pid}`;
    writeFileSync(temporary, text, { flag: 'wx' });
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777);
    renameSync(temporary, file);
    return undefined;
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    return error instanceof Error ? error.message : String(error);
  }
}
