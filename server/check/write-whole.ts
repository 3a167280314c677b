import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a text beside the file and moves it there, so that a file is never half written, and stays as it was where the
 * disk is full. Rights stay; a link is written through. Answers why it could not be done, or undefined.
 */
export function writeWhole(path: string, text: string): string | undefined {
  let beside: string | undefined;
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    const file = mode === undefined ? path : realpathSync(path);
    beside = `${file}.skillwright-${process.pid}`;
    writeFileSync(beside, text, { flag: 'wx' });
    if (mode !== undefined) chmodSync(beside, mode & 0o7777);
    renameSync(beside, file);
    return undefined;
  } catch (error) {
    if (beside !== undefined) rmSync(beside, { force: true });
    return error instanceof Error ? error.message : String(error);
  }
}
