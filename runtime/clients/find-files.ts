import { join } from 'node:path';
import type { ConfinedFiles, Visited } from '../confined/confined-files.ts';
import { type IgnoreRules, isIgnored, rulesAbove, withRulesOf } from './ignored-files.ts';
import { globMatcher } from './linear-regex.ts';

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Modification time, in milliseconds. */
  readonly modified: number;
}

export interface FindOptions {
  /** True if a pattern without `/` matches in `folder` only. */
  readonly isAnchored?: boolean | undefined;
  /** True if names that start with a dot are skipped. */
  readonly skipsHidden?: boolean | undefined;
  /** The workspace whose `.gitignore` files apply; absent if they do not. */
  readonly notIgnoredIn?: string | undefined;
}

/** Maximum number of folders and files that are visited, so that every search ends. */
const MAX_VISITED = 50_000;

const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Returns the ordinary files below `folder` whose relative path, or name if the pattern has no `/`, matches. Links are
 * not followed.
 */
export function findFiles(
  files: ConfinedFiles,
  folder: string,
  pattern = '**',
  { isAnchored = false, skipsHidden = false, notIgnoredIn }: FindOptions = {},
): readonly FoundFile[] {
  const isMatch = globMatcher(pattern, !isAnchored && !pattern.includes('/'));
  const rulesOf = (path: string, outer: IgnoreRules): IgnoreRules =>
    notIgnoredIn === undefined ? [] : withRulesOf(files, path, outer);
  const above = notIgnoredIn === undefined ? [] : rulesAbove(files, folder, notIgnoredIn);
  /** The rules for the entries of each visited folder, by its path below `folder`. */
  const rules = new Map([['', rulesOf(folder, above)]]);
  const rulesFor = ({ path }: Visited): IgnoreRules =>
    rules.get(path.slice(0, Math.max(0, path.lastIndexOf('/')))) ?? [];
  const isSkipped = (one: Visited): boolean =>
    (skipsHidden && one.name.startsWith('.')) ||
    isIgnored(join(folder, one.path), one.kind === 'folder', rulesFor(one));
  const enters = (one: Visited): boolean => {
    if (SKIPPED.has(one.name) || isSkipped(one)) return false;
    rules.set(one.path, rulesOf(join(folder, one.path), rulesFor(one)));
    return true;
  };
  const found: FoundFile[] = [];
  let visited = 0;
  for (const one of files.walk(folder, enters)) {
    if (++visited > MAX_VISITED) return found;
    if (one.kind === 'file' && !isSkipped(one) && isMatch(one.path))
      found.push({ path: join(folder, one.path), modified: one.stats()?.mtimeMs ?? 0 });
  }
  return found;
}
