/** Files of a cache folder. Never throws: if nothing can be read or written, nothing is cached. */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';

/** Maximum size of one file, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Maximum number and total size, in bytes, of a folder's files; the oldest are removed first. */
export interface Bounds {
  readonly files: number;
  readonly bytes: number;
}

/** Returns 132 bits of SHA-256. */
export const digest = (data: string | Uint8Array): string => hash('sha256', data, 'base64url').slice(0, 22);

/** Reads a cached file; undefined if it is damaged, truncated or foreign. */
export function readCacheFile(folder: string, name: string): Buffer | undefined {
  try {
    const path = join(folder, name);
    if (statSync(path).size > MAX_BYTES) return undefined;
    const bytes = readFileSync(path);
    // The first line contains the name and a digest of the rest.
    const line = bytes.indexOf(10);
    const body = bytes.subarray(line + 1);
    return bytes.toString('latin1', 0, Math.max(line, 0)) === `${name} ${digest(body)}` ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file atomically, and keeps the folder within its bounds. */
export function writeCacheFile(folder: string, name: string, body: Uint8Array, bounds: Bounds): void {
  const path = join(folder, name);
  // Process id and time: processes that end simultaneously do not write to the same file.
  const fresh = `${path}.${process.pid}.${Date.now()}`;
  try {
    if (body.length > MAX_BYTES - 1024) return;
    makeFolders(folder, 0o700);
    writeFileSync(fresh, Buffer.concat([Buffer.from(`${name} ${digest(body)}\n`), body]), { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
    removeOldest(folder, bounds);
  } catch {
    removeFile(fresh);
  }
}

/** Removes the oldest files of a folder until it is within its bounds. Throws if the folder cannot be read. */
function removeOldest(folder: string, { files: maxFiles, bytes }: Bounds): void {
  const files = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), stat: lstatSync(join(folder, name), { throwIfNoEntry: false }) }))
    .sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0));
  let total = 0;
  for (const [index, { path, stat }] of files.entries()) {
    total += stat?.size ?? 0;
    if (index >= maxFiles || total > bytes) removeFile(path);
  }
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder does not exist or is inaccessible, so there is nothing to remove.
  }
}
