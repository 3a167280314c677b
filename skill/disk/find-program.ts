import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Maximum number of folders of a PATH, and of names that are kept. */
const MAX_FOLDERS = 200;
const MAX_NAMES = 5000;

/**
 * Returns a function that tells whether a program is on the PATH. Nothing is run.
 * @param environment with `PATH`, and `PATHEXT` on Windows
 */
export function programFinder(
  environment: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
): (name: string) => boolean {
  const path = environment.PATH ?? environment.Path ?? '';
  // An entry that is relative depends on the working directory.
  const folders = path
    .split(delimiter)
    .slice(0, MAX_FOLDERS)
    .filter((one) => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(one));
  const endings = platform === 'win32' ? (environment.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  const known = new Map<string, boolean>();
  return (name) => {
    // Never a path: only names are looked up.
    if (!/^\w[\w.+-]{0,100}$/.test(name)) return false;
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = folders.some((folder) => endings.some((ending) => isFile(join(folder, name + ending))));
    if (known.size < MAX_NAMES) known.set(name, found);
    return found;
  };
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
