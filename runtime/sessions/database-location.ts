import { constants, copyFileSync, lstatSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryFolder } from '../temporary/temporary-folder.ts';
import { UnreadableFile } from './lines.ts';

/** Largest database that is copied, in bytes, with its write-ahead log. */
const MAX_COPY_BYTES = 256 * 1024 * 1024;

/**
 * Calls a function with the location from which SQLite reads a database without creating files next to it. While a program
 * has the database open, SQLite shares that program's index of the write-ahead log (`-shm`). Throws `UnreadableFile`.
 */
export function withLocation<T>(path: string, use: (location: string | URL) => T, maxCopy = MAX_COPY_BYTES): T {
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logBytes === 0) return use(immutableUrl(path));
  const index = lstatSync(`${path}-shm`, { throwIfNoEntry: false });
  // SQLite would wait for a pipe.
  if (index?.isFile() === false)
    throw new UnreadableFile('The index of its write-ahead log (-shm) is not a regular file.');
  if (index !== undefined) return use(path);
  // SQLite would create the index.
  if (statSync(path).size + logBytes > maxCopy)
    throw new UnreadableFile(
      'Start its client, then try again: without an index of its write-ahead log it is too large (at most 256 MB).',
    );
  const folder = createTemporaryFolder('database');
  try {
    const copy = join(folder, 'copy.db');
    for (const ending of ['', '-wal']) copyFileSync(path + ending, copy + ending, constants.COPYFILE_FICLONE);
    return use(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the URL of a file that SQLite opens without looking for a write-ahead log. */
function immutableUrl(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}
