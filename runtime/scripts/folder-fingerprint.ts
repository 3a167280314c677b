import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum number of files to examine. */
const MAX_FILES = 20_000;

/** Caches that tools leave behind even if they only read files. */
const CACHES: ReadonlySet<string> = new Set(['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.cache']);

/**
 * Returns a fingerprint of a folder's files, which changes if one is written, created or deleted, except in caches. It does
 * not read contents. Undefined if there are too many files or some cannot be examined.
 */
export async function fingerprintFolder(folder: string): Promise<string | undefined> {
  const lines: string[] = [];
  const folders = [folder];
  try {
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      for (const entry of await readdir(next, { withFileTypes: true })) {
        if (CACHES.has(entry.name)) continue;
        if (lines.length + folders.length >= MAX_FILES) return undefined;
        const path = join(next, entry.name);
        if (entry.isDirectory()) folders.push(path);
        const { size, mtimeNs, ctimeNs, mode, ino } = await lstat(path, { bigint: true });
        // A folder's times change with its contents, including caches, so only its path is included.
        lines.push(entry.isDirectory() ? `${path}/` : [path, size, mtimeNs, ctimeNs, mode, ino].join(' '));
      }
    }
  } catch {
    return undefined;
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64');
}
