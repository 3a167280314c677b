import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
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
  folder: string,
  pattern = '**',
  { isAnchored = false, skipsHidden = false, notIgnoredIn }: FindOptions = {},
): readonly FoundFile[] {
  const isMatch = globMatcher(pattern, !isAnchored && !pattern.includes('/'));
  const found: FoundFile[] = [];
  const above = notIgnoredIn === undefined ? [] : rulesAbove(folder, notIgnoredIn);
  const waiting: { readonly folder: string; readonly outer: IgnoreRules }[] = [{ folder, outer: above }];
  let visited = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const rules = notIgnoredIn === undefined ? [] : withRulesOf(next.folder, next.outer);
    for (const entry of entriesOf(next.folder)) {
      if (++visited > MAX_VISITED) return found;
      const path = join(next.folder, entry.name);
      if ((skipsHidden && entry.name.startsWith('.')) || isIgnored(path, entry.isDirectory(), rules)) continue;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push({ folder: path, outer: rules });
      else if (entry.isFile() && isMatch(relative(folder, path).split(sep).join('/')))
        found.push({ path, modified: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 });
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
