import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Modification time, in milliseconds. */
  readonly modified: number;
}

/** Folders and files that are visited at most: a search has to end. */
const MAX_VISITED = 50_000;

const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Returns the ordinary files below `folder` whose relative path, or name if the pattern has no `/`, matches. Links are
 * not followed. With `isAnchored` a pattern without `/` matches in `folder` only.
 */
export function findFiles(folder: string, pattern = '**', isAnchored = false): readonly FoundFile[] {
  const isMatch = picomatch(pattern, { dot: true, basename: !isAnchored && !pattern.includes('/') });
  const found: FoundFile[] = [];
  const waiting = [folder];
  let visited = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesOf(next)) {
      if (++visited > MAX_VISITED) return found;
      const path = join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
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
