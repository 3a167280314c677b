import { realpathSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';

/**
 * The folders that a user configures: `true` adds a folder with sessions, `false` excludes a folder with everything
 * below it. The most specific entry decides, so that `{"~": false, "~/.claude": true}` allows a single client. `~` is
 * the home folder; entries that are not absolute otherwise are ignored.
 */
export type SessionFolders = Readonly<Record<string, boolean>>;

/** Decides which folders may be read. */
export interface Permissions {
  /** The folders that the user added, absolute. */
  readonly added: readonly string[];
  /** True if the folder or file may be read, both by this path and by its real path. */
  allows(path: string): boolean;
}

/** Creates the permissions from a user's folders. */
export function permissionsOf(folders: SessionFolders, home: string): Permissions {
  const entries = Object.entries(folders)
    .map(([path, allowed]) => ({ path: absolute(path, home), allowed }))
    .filter((entry): entry is { path: string; allowed: boolean } => entry.path !== undefined);
  // An excluded folder stays excluded when a link leads to it.
  const rules = entries
    .flatMap(({ path, allowed }) => [...new Set([path, realPathOf(path)])].map((one) => ({ path: one, allowed })))
    .sort((a, b) => b.path.length - a.path.length || Number(a.allowed) - Number(b.allowed));
  const decide = (path: string): boolean => rules.find((rule) => isWithin(path, rule.path))?.allowed ?? true;
  return {
    added: entries.filter(({ allowed }) => allowed).map(({ path }) => path),
    allows: (path) => decide(path) && decide(realPathOf(path)),
  };
}

function absolute(path: string, home: string): string | undefined {
  const expanded = path === '~' ? home : /^~[\\/]/.test(path) ? join(home, path.slice(2)) : path;
  return isAbsolute(expanded) ? resolve(expanded) : undefined;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns the path without links; the same path if it does not exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
