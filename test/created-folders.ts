/** The temporary folders of a test file. `own-home.ts` removes them after it, because helpers are loaded once for many files. */
import { rmSync } from 'node:fs';

const folders: string[] = [];

/** Makes a folder be removed after the test file that runs. */
export function removeAfterFile(folder: string): void {
  folders.push(folder);
}

/** Removes the folders of a test file that has ended. */
export function removeCreatedFolders(): void {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
}
