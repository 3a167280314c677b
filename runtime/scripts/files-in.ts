import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** More files than this are not looked through. */
const MOST = 20_000;

/** What tools leave behind that only look: no change of what is worked on. */
const CACHES: ReadonlySet<string> = new Set(['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.cache']);

/**
 * Stands for the files of a folder as they are: another text where one was written, made or removed, caches aside.
 * Contents are not read; undefined where there are too many files, or some cannot be looked at.
 */
export async function filesIn(folder: string): Promise<string | undefined> {
  const lines: string[] = [];
  const folders = [folder];
  try {
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      for (const entry of await readdir(next, { withFileTypes: true })) {
        if (CACHES.has(entry.name)) continue;
        if (lines.length + folders.length >= MOST) return undefined;
        const path = join(next, entry.name);
        if (entry.isDirectory()) folders.push(path);
        const { size, mtimeNs, ctimeNs, mode, ino } = await lstat(path, { bigint: true });
        // A folder changes with what is in it, caches too: its name says enough.
        lines.push(entry.isDirectory() ? `${path}/` : [path, size, mtimeNs, ctimeNs, mode, ino].join(' '));
      }
    }
  } catch {
    return undefined;
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64');
}
