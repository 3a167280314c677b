/** Files of a folder that is kept between runs. Nothing throws: where nothing can be read or written, nothing is kept. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';

/** Bytes of one file at most; files and bytes of a folder at most, of which the oldest go first. */
const MAX_BYTES = 32 * 1024 * 1024;
export interface Bounds {
  readonly files: number;
  readonly bytes: number;
}

/** 132 bits of SHA-256. */
export const digest = (data: string | Uint8Array): string => hash('sha256', data, 'base64url').slice(0, 22);

/** What was written under this name; undefined where it is damaged, cut or from elsewhere. */
export function readKept(folder: string, name: string): Buffer | undefined {
  try {
    const path = join(folder, name);
    if (statSync(path).size > MAX_BYTES) return undefined;
    const bytes = readFileSync(path);
    // The first line has the name and a digest of the rest.
    const line = bytes.indexOf(10);
    const body = bytes.subarray(line + 1);
    return bytes.toString('latin1', 0, Math.max(line, 0)) === `${name} ${digest(body)}` ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file as a whole or not at all, and keeps the folder within its bounds. */
export function writeKept(folder: string, name: string, body: Uint8Array, bounds: Bounds): void {
  const path = join(folder, name);
  // The number of a process and a moment: two that end at once do not write into one file.
  const fresh = `${path}.${process.pid}.${Date.now()}`;
  try {
    if (body.length > MAX_BYTES - 1024) return;
    makeFolders(folder, 0o700);
    writeFileSync(fresh, Buffer.concat([Buffer.from(`${name} ${digest(body)}\n`), body]), { mode: 0o600, flag: 'wx' });
    renameSync(fresh, path);
    dropOldest(folder, bounds);
  } catch {
    drop(fresh);
  }
}

/** Takes the oldest files out of a folder until it is within its bounds. */
export function dropOldest(folder: string, { files: most, bytes }: Bounds): void {
  const files = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), stat: statSync(join(folder, name), { throwIfNoEntry: false }) }))
    .sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0));
  let total = 0;
  for (const [index, { path, stat }] of files.entries()) {
    total += stat?.size ?? 0;
    if (index >= most || total > bytes) drop(path);
  }
}

function drop(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder is none, or not ours: there is nothing to drop.
  }
}
