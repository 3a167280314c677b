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
  return slashed(decode(bare)).replace(/^(?:\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE)(?=\/|$)/i, '~');
}

/** Converts a path to slashes; a drive `C:` becomes the folder `/c:`. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/?([a-z]):(?=\/|$)/i, (_, drive: string) => `/${drive.toLowerCase()}:`);
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
    const [home] = HOME.exec(path === undefined ? '' : slashed(path)) ?? [];
    if (home !== undefined) return home;
  }
  return undefined;
}

/** True if a path is on a drive of Windows, where letter case makes no difference. */
const isOnDrive = (path: string): boolean => /^\/[a-z]:(?:\/|$)/i.test(path);

/** True if two paths are the same; on a drive of Windows in any letter case. */
export function isSamePath(a: string, b: string): boolean {
  return a === b || (isOnDrive(a) && a.toLowerCase() === b.toLowerCase());
}

/** Returns a path relative to a folder above it; undefined if it is the folder or not below it. */
export function below(folder: string, path: string): string | undefined {
  const start = folder === '/' ? '/' : `${folder}/`;
  if (path.length <= start.length || !isSamePath(path.slice(0, start.length), start)) return undefined;
  return path.slice(start.length);
}
