import { decode, join, normalize } from '../files/paths.ts';

/** The home of a user about whom nothing is known, as a folder. */
export const UNKNOWN_HOME = '/~';

/** A user's home at the start of a path: Linux, macOS, Windows. */
const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|\/[a-z]:\/Users\/[^/]+)(?=\/|$)/i;

/**
 * Returns a path as models write them in one form: with `/`, a drive `C:` as the folder `/c:`, without `file://`, quotes, the
 * punctuation of a sentence, and URL encoding. A home (`~`, `$HOME`, `%USERPROFILE%`) is `~`.
 */
export function plainPath(asked: string): string {
  const bare = asked
    .trim()
    .replace(/^[`'"<(]+/, '')
    // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 4,096 units
    .replace(/[`'">),;:!?]+$/, '')
    // A name that ends in a dot is that of no file; `..` is a folder.
    .replace(/(?<=[^./\\])\.$/, '')
    .replace(/^file:\/\//i, '');
  return tildePath(slashedPath(decode(bare)));
}

/** The spellings of a user's home at the start of a path with slashes, in shells of all systems. */
const HOMES =
  /^(?:~|\$\{?HOME\}?|\$\{?(?:env:)?USERPROFILE\}?|\$\{?env:HOME\}?|%USERPROFILE%|%HOMEDRIVE%%HOMEPATH%|\$\{?env:HOMEDRIVE\}?\$\{?env:HOMEPATH\}?)(?=\/|$)/i;

/** Returns a path with slashes that begins with a variable for the user's home with `~` instead. */
export function tildePath(path: string): string {
  return path.replace(HOMES, '~');
}

/** The prefixes of long paths of Windows, and of files of a Linux on it. */
const LONG = /^\/\/[?.]\/(?=[a-z]:|$)/i;
const LINUX_ON_WINDOWS = /^\/\/(?:wsl\$|wsl\.localhost)\/[^/]+(?=\/)/i;
/** A drive as Git Bash, Cygwin and a Linux on Windows write it, in paths that no other system has. */
const MOUNTED =
  /^\/(?:mnt\/|cygdrive\/)?([a-z])(?=\/(?:Users|Documents and Settings|ProgramData|Program Files(?: \(x86\))?|Windows)(?:\/|$))/i;
/** The folders of macOS that are links. */
const PRIVATE = /^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/;

/**
 * Converts a path of any system to slashes. A drive becomes the folder `/c:`, however it is written: `C:\`, `C:/`, `/c/Users`,
 * `/mnt/c/Users`, `\\?\C:\`.
 */
export function slashedPath(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(LONG, '').replace(LINUX_ON_WINDOWS, '').replace(PRIVATE, '');
  const drive = (_: string, letter: string): string => `/${letter.toLowerCase()}:`;
  return plain.replace(/^\/?([a-z]):(?=\/|$)/i, drive).replace(MOUNTED, drive);
}

/** Returns an absolute path, normalized; a relative one is below `directory`, and `~` is `home`. */
export function absolutePath(path: string, directory: string, home: string): string {
  const plain = plainPath(path);
  if (plain === '~' || plain.startsWith('~/')) return normalize(home + plain.slice(1));
  return plain.startsWith('/') ? normalize(plain) : join(directory, plain);
}

/** Returns the home of a user in which one of these paths is; undefined if none has the form of such a path. */
export function homeIn(paths: Iterable<string | undefined>): string | undefined {
  for (const path of paths) {
    const [home] = HOME.exec(path === undefined ? '' : slashedPath(path)) ?? [];
    if (home !== undefined) return home;
  }
  return undefined;
}

/** True if a path is on a drive of Windows, or below the homes or volumes of macOS, where letter case makes no difference. */
const ignoresCase = (path: string): boolean => /^\/(?:[a-z]:|Users|Volumes)(?:\/|$)/i.test(path);

/** True if two paths are the same; on Windows and macOS in any letter case. */
export function isSamePath(a: string, b: string): boolean {
  return a === b || (a.length === b.length && ignoresCase(a) && a.toLowerCase() === b.toLowerCase());
}

/** Returns a path relative to a folder above it; undefined if it is the folder or not below it. */
export function below(folder: string, path: string): string | undefined {
  const start = folder === '/' ? '/' : `${folder}/`;
  if (path.length <= start.length || !isSamePath(path.slice(0, start.length), start)) return undefined;
  return path.slice(start.length);
}
