import { join, sep } from 'node:path';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import type { ReadFailure } from '../confined/read-file.ts';
import { PAUSE } from '../confined/walk-limits.ts';
import { type IgnoreRules, isIgnored, rulesAbove, withRulesOf } from './ignored-files.ts';
import { globMatcher } from './linear-regex.ts';
import type { SearchLimits } from './search-limits.ts';

/** A file that a search found. It can be used until the next one is requested. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Returns its modification time, in milliseconds. */
  readonly modified: () => number;
  /** Reads it. Fails if it has more than `maxBytes`. */
  readonly read: (maxBytes: number) => Buffer | ReadFailure;
}

/** Options of a search. */
export interface FindOptions {
  /** True if a pattern without `/` matches in `folder` only. */
  readonly isAnchored?: boolean | undefined;
  /** True if names that start with a dot are skipped. */
  readonly skipsHidden?: boolean | undefined;
  /** The workspace whose `.gitignore` files apply; absent if they do not. */
  readonly notIgnoredIn?: string | undefined;
  /** Limits of its cost. */
  readonly limits: SearchLimits;
}

const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Visits the ordinary files below `folder` whose relative path, or name if the pattern has no `/`, matches. Links are
 * not followed. A file must be used before the next one is requested. It stops when the limits are reached, and asks for pauses.
 */
export function* findFiles(
  files: ConfinedFiles,
  folder: string,
  pattern: string,
  { isAnchored = false, skipsHidden = false, notIgnoredIn, limits }: FindOptions,
): Generator<FoundFile | typeof PAUSE> {
  const isMatch = globMatcher(pattern, !isAnchored && !pattern.includes('/'));
  const above = notIgnoredIn === undefined ? [] : rulesAbove(files, folder, notIgnoredIn);
  // The parents of the first path are compared, too.
  limits.countCharacters(above.length * folder.length * folder.split(sep).length);
  /** The rules for the entries of each visited folder, by its path below `folder`. */
  const rules = new Map<string, IgnoreRules>();
  const rulesIn = (path: string): IgnoreRules => rules.get(path) ?? above;
  const absolute = (path: string): string => (path === '' ? folder : folder + sep + (sep === '/' ? path : join(path)));
  const isSkipped = (path: string, name: string, isFolder: boolean, all: IgnoreRules): boolean => {
    if (skipsHidden && name.startsWith('.')) return true;
    if (all.length === 0) return false;
    // Each `.gitignore` keeps the paths that it was compared with.
    limits.countCharacters(all.length * path.length);
    const ignored = limits.isReached ? undefined : isIgnored(absolute(path), isFolder, all);
    if (ignored === undefined) limits.isReached = true;
    return ignored ?? true;
  };
  const enters = (path: string, name: string): boolean =>
    !SKIPPED.has(name) && !isSkipped(path, name, true, rulesIn(parentOf(path)));
  for (const inner of files.walk(folder, enters, limits)) {
    if (inner === PAUSE) {
      yield PAUSE;
      continue;
    }
    const outer = inner.path === '' ? above : rulesIn(parentOf(inner.path));
    const own = notIgnoredIn === undefined ? [] : withRulesOf(inner, absolute(inner.path), outer);
    rules.set(inner.path, own);
    for (const entry of inner.entries()) {
      if (entry === PAUSE) {
        yield PAUSE;
        continue;
      }
      const { name, kind } = entry;
      const path = inner.path === '' ? name : `${inner.path}/${name}`;
      if (kind !== 'file' || isSkipped(path, name, false, own) || !isMatch(path)) continue;
      yield {
        path: absolute(path),
        modified: () => inner.stats(name)?.mtimeMs ?? 0,
        read: (maxBytes) => inner.read(name, maxBytes),
      };
    }
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
