import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Folders of programs that every sandbox shows. */
const PROGRAM_FOLDERS = ['/usr/bin', '/bin'];

/** True if a program of this name is in such a folder. Never throws. */
export function isInstalled(program: string): boolean {
  return PROGRAM_FOLDERS.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
